//! WXF text: a heading (`FORMAT WXF`, `RED name;team;...`), then `START{`, the moves in pairs, `}END`.
//! PlayOK and others leave the heading, or the braces too, away. No comments, no variations.

use chuhe_movegen::board::START_FEN;
use chuhe_movegen::notation::Notation;
use chuhe_movegen::{Board, Color};

use super::{Games, movetext};
use crate::builder::Session;
use crate::{Broken, GameRecord, Outcome, Tags, encoding};

/// Heading words and the tags they stand for.
const HEADINGS: [(&str, &str); 5] =
    [("GAME", "Event"), ("PLACE", "Site"), ("DATE", "Date"), ("OPENING", "Opening"), ("TIME", "TimeControl")];

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    let text = encoding::decode(bytes).replace('\r', "\n");
    if !text.contains("START{") {
        let mut builder = session.begin_fen(START_FEN)?;
        movetext::play(&mut builder, &text)?;
        return Ok(vec![builder.finish()]);
    }
    let mut games = Vec::new();
    let mut rest = text.as_str();
    while let Some((heading, body)) = rest.split_once("START{") {
        let (moves, after) = body.split_once('}').ok_or_else(|| Broken::new("START{ without }END"))?;
        let (tags, fen, result) = read_heading(heading);
        let mut builder = session.begin_fen(fen.unwrap_or(START_FEN))?;
        builder.record.tags = tags;
        builder.record.result = result;
        movetext::play(&mut builder, moves)?;
        games.push(builder.finish());
        rest = after.trim_start().strip_prefix("END").unwrap_or(after);
    }
    Ok(games)
}

fn read_heading(text: &str) -> (Tags, Option<&str>, Outcome) {
    let mut tags = Tags::default();
    let (mut fen, mut result) = (None, Outcome::Unknown);
    for line in text.lines() {
        let (word, value) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let value = value.trim();
        match word.trim_end_matches(':') {
            "RED" => player(&mut tags, "Red", value),
            "BLACK" => player(&mut tags, "Black", value),
            "FEN" if !value.is_empty() => fen = Some(value),
            "RESULT" => result = value.parse().unwrap_or_default(),
            word => {
                if let Some((_, name)) = HEADINGS.iter().find(|(heading, _)| *heading == word) {
                    tags.set_text(name, value);
                }
            }
        }
    }
    (tags, fen, result)
}

/// `name;team;...`
fn player(tags: &mut Tags, side: &str, value: &str) {
    let mut fields = value.split(';');
    tags.set_text(side, fields.next().unwrap_or(""));
    tags.set_text(&format!("{side}Team"), fields.next().unwrap_or(""));
}

pub(super) fn write(games: &[GameRecord]) -> String {
    games.iter().map(write_game).collect::<Vec<_>>().join("\n")
}

fn write_game(game: &GameRecord) -> String {
    let tag = |name: &str| one_line(game.tags.get(name).unwrap_or(""));
    let mut out = String::from("FORMAT\tWXF\n");
    for (heading, name) in HEADINGS {
        if heading == "GAME" || game.tags.get(name).is_some() {
            out.push_str(&format!("{heading}\t{}\n", tag(name)));
        }
    }
    out.push_str(&format!("RED\t{};{};;\n", tag("Red"), tag("RedTeam")));
    out.push_str(&format!("BLACK\t{};{};;\n", tag("Black"), tag("BlackTeam")));
    out.push_str(&format!("RESULT\t{}\n", game.result));
    if game.start != Board::start() {
        out.push_str(&format!("FEN\t{}\n", game.start.fen()));
    }
    out.push_str(&format!("\nSTART{{\n{}}}END\n", write_moves(game)));
    out
}

/// A heading's value may hold neither the sign between fields nor the words that start the moves.
fn one_line(value: &str) -> String {
    value.replace(['\n', '\r', '\t', ';'], " ").replace("START{", "START (")
}

fn write_moves(game: &GameRecord) -> String {
    let moves: Vec<_> = game.tree.main_line().collect();
    let words = Notation::Wxf.format_line(&game.start, &moves);
    let first_is_black = game.start.side_to_move() == Color::Black;
    let mut out = String::new();
    for (ply, word) in words.iter().enumerate() {
        let halves = ply + usize::from(first_is_black);
        match (halves % 2, ply) {
            (0, _) => out.push_str(&format!("{:>3}.  {word}", halves / 2 + 1)),
            (_, 0) => out.push_str(&format!("  1.  ...   {word}\n")),
            _ => out.push_str(&format!("  {word}\n")),
        }
    }
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out
}
