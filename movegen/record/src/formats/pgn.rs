//! PGN as Xiangqi programs write it: tags, then movetext in ICCS, WXF, Chinese or WinBoard
//! notation, usually in GBK. Written as UTF-8 with the tags that the format's description asks for.

use chuhe_movegen::Board;
use chuhe_movegen::notation::Notation;

use super::{Games, movetext};
use crate::builder::Session;
use crate::replay::Replay;
use crate::{GameRecord, Step, Tags, Tree, encoding};

/// Tags that say how the file is written, and so are not facts about the game.
const TECHNICAL: [&str; 4] = ["Game", "Format", "FEN", "Result"];

/// The longest value that a tag may have, in bytes.
const MAX_VALUE: usize = 16 << 10;

/// Where movetext goes to the next line.
const LINE_WIDTH: usize = 100;

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    let text = encoding::decode(bytes).replace("\r\n", "\n").replace('\r', "\n");
    read_text(&text, session)
}

/// Reads every game of a text; anything before, between and after games is passed over.
pub(super) fn read_text(text: &str, session: &mut Session) -> Games {
    let mut games = Vec::new();
    let mut rest = match movetext::next_tags(text) {
        "" => text.trim_start(),
        tags => tags,
    };
    while !rest.is_empty() {
        let (mut tags, moves) = read_tags(rest);
        if moves.len() == rest.len() && !games.is_empty() {
            // What follows a result without tags is no game.
            rest = movetext::next_tags(rest);
            continue;
        }
        let fen = tags.remove("FEN").unwrap_or_else(|| Board::start().fen());
        let mut builder = session.begin_fen(&fen)?;
        let result = tags.remove("Result").and_then(|text| text.parse().ok());
        for name in TECHNICAL {
            tags.remove(name);
        }
        if tags.get("Red").is_none()
            && let Some(red) = tags.remove("White")
        {
            tags.set("Red", red);
        }
        builder.record.tags = tags;
        builder.record.result = result.unwrap_or_default();
        rest = movetext::play(&mut builder, moves)?.trim_start();
        games.push(builder.finish());
    }
    Ok(games)
}

/// Reads tag pairs; a value may run over several lines. Lines that only look like tags are skipped.
/// The rest that comes back is shorter than the text if it starts with a tag or such a line.
fn read_tags(text: &str) -> (Tags, &str) {
    let mut tags = Tags::default();
    let mut rest = text.trim_start();
    while movetext::starts_tag(rest) {
        if let Some((name, value, after)) = read_tag(rest) {
            tags.set_text(&capitalised(name), &unescape(value));
            rest = after.trim_start();
        } else {
            rest = rest.split_once('\n').map_or("", |(_, after)| after.trim_start());
        }
    }
    (tags, rest)
}

/// `[Name "value"]`: the name, the value as it stands, and what follows.
fn read_tag(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.strip_prefix('[')?.split_once(|c: char| c.is_whitespace() || c == '"')?;
    let rest = rest.trim_start();
    let rest = rest.strip_prefix('"').unwrap_or(rest);
    let (rest, beyond) = rest.split_at(rest.floor_char_boundary(MAX_VALUE));
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let is_end = |at: usize| {
        let escapes = rest[..at].bytes().rev().take_while(|&b| b == b'\\').count();
        escapes.is_multiple_of(2) && rest[at + 1..].trim_start().starts_with(']')
    };
    let end = rest.match_indices('"').map(|(at, _)| at).find(|&at| is_end(at))?;
    let after = rest[end + 1..].trim_start().strip_prefix(']')?;
    let after = &text[text.len() - after.len() - beyond.len()..];
    Some((name, &rest[..end], after))
}

/// FEN lists have tags in capitals, some programs in small letters.
fn capitalised(name: &str) -> String {
    match name {
        "fen" | "Fen" => "FEN".to_string(),
        "RESULT" | "result" => "Result".to_string(),
        _ => name.to_string(),
    }
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

fn unescape(value: &str) -> String {
    value.replace("\\\"", "\"").replace("\\\\", "\\")
}

pub(super) fn write(games: &[GameRecord], notation: Notation) -> String {
    games.iter().map(|game| write_game(game, notation)).collect::<Vec<_>>().join("\n")
}

fn write_game(game: &GameRecord, notation: Notation) -> String {
    let mut out = String::from("[Game \"Chinese Chess\"]\n");
    for (name, value) in game.tags.iter().filter(|(name, _)| !TECHNICAL.contains(name)) {
        out.push_str(&format!("[{name} \"{}\"]\n", escape(value)));
    }
    out.push_str(&format!("[Result \"{}\"]\n", game.result));
    if game.start != Board::start() {
        out.push_str(&format!("[FEN \"{}\"]\n", game.start.fen()));
    }
    let format = match notation {
        Notation::Iccs => "ICCS",
        Notation::Wxf => "WXF",
        Notation::Chinese => "Chinese",
    };
    out.push_str(&format!("[Format \"{format}\"]\n\n"));
    let mut lines = Lines::default();
    for word in movetext_of(game, notation) {
        lines.add(&word);
    }
    lines.add(game.result.as_str());
    out + &lines.text + "\n"
}

/// The moves as words: numbers, moves, comments, brackets.
fn movetext_of(game: &GameRecord, notation: Notation) -> Vec<String> {
    let tree = &game.tree;
    let mut words = comment_words(tree.comment(Tree::ROOT));
    let first_is_black = game.start.side_to_move() == chuhe_movegen::Color::Black;
    let mut line = Replay::new(&game.start);
    let mut needs_number = true;
    let mut bracket = "";
    for step in tree.walk() {
        match step {
            Step::Move { node, ply } => {
                let Some(mv) = tree.mv(node) else { continue };
                let halves = ply + usize::from(first_is_black);
                let bracket = std::mem::take(&mut bracket);
                if halves.is_multiple_of(2) {
                    words.push(format!("{bracket}{}.", halves / 2 + 1));
                } else if needs_number {
                    words.push(format!("{bracket}{}...", halves / 2 + 1));
                }
                words.push(notation.format(line.board(), mv));
                line.play(mv);
                let comment = comment_words(tree.comment(node));
                needs_number = !comment.is_empty();
                words.extend(comment);
            }
            Step::Open { .. } => {
                line.open();
                // It stands before the number of the variation's first move.
                bracket = "(";
                needs_number = true;
            }
            Step::Close => {
                line.close();
                match words.last_mut() {
                    Some(last) if !last.ends_with('\n') => last.push(')'),
                    _ => words.push(")".to_string()),
                }
                needs_number = true;
            }
        }
    }
    words
}

/// A comment in braces; lines after semicolons where it has a brace itself, for which PGN has no
/// other way.
fn comment_words(comment: &str) -> Vec<String> {
    if comment.is_empty() {
        Vec::new()
    } else if comment.contains(['{', '}']) {
        comment.split('\n').map(|line| format!(";{line}\n")).collect()
    } else {
        vec![format!("{{{comment}}}")]
    }
}

/// Words joined to lines.
#[derive(Default)]
struct Lines {
    text: String,
    width: usize,
}

impl Lines {
    fn add(&mut self, word: &str) {
        let width = word.chars().count();
        if self.width > 0 && self.width + 1 + width > LINE_WIDTH {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
        }
        self.text.push_str(word);
        self.width = if word.ends_with('\n') { 0 } else { self.width + 1 + width };
    }
}
