//! DhtmlXQ: fields as `[DhtmlXQ_name]value[/DhtmlXQ_name]`, in a forum post or a web page.
//!
//! `binit` has two digits for each of 32 pieces, file and rank from Black's left corner; the moves
//! have four. `move_P_N_ID` is the variation ID: it replaces move N (from 1) of line P.
//! `commentN` follows N moves of the main line, `commentID_N` of a variation.

use std::collections::BTreeMap;

use chuhe_movegen::board::START_FEN;
use chuhe_movegen::{Board, Color, Move, Piece, PieceKind, Setup, Square};

use super::{Games, flat};
use crate::builder::{Builder, Fault, Session, move_between};
use crate::{Broken, GameRecord, Outcome, encoding};

/// Fields and the tags they stand for.
const TAGS: [(&str, &str); 16] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("table", "Table"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("timerule", "TimeControl"),
    ("open", "Opening"),
    ("ecco", "ECCO"),
    ("remark", "Annotator"),
    ("author", "Author"),
    ("refer", "Source"),
];

/// The pieces in the order of `binit`, for either side.
const PIECES: [PieceKind; 16] = {
    use PieceKind::*;
    [
        Rook, Knight, Bishop, Advisor, King, Advisor, Bishop, Knight, Rook, Cannon, Cannon, Pawn, Pawn, Pawn,
        Pawn, Pawn,
    ]
};

/// What stands for a line end in a value.
const NEWLINE: &str = "||";

type Fields<'a> = BTreeMap<String, &'a str>;

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    let text = encoding::decode(bytes);
    read_text(&text, session)
}

pub(super) fn read_text(text: &str, session: &mut Session) -> Games {
    if !text.contains("[DhtmlXQ") {
        let moves = text.trim();
        if moves.is_empty() || !moves.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_whitespace()) {
            return Err(Broken::new("there is no [DhtmlXQ] record in it").into());
        }
        let moves = from_black_side(moves);
        return Ok(vec![read_game(&Fields::from([("movelist".to_string(), moves.as_str())]), session)?]);
    }
    let mut games = Vec::new();
    for part in text.split("[/DhtmlXQ]") {
        let fields = read_fields(part);
        if fields.contains_key("movelist")
            || fields.contains_key("binit")
            || fields.contains_key("move_0_1_0")
        {
            games.push(read_game(&fields, session)?);
        }
    }
    Ok(games)
}

/// A list of moves alone, as some sites give it, may count ranks from Red's side. Since Red moves first
/// in it, that shows in the first move.
fn from_black_side(moves: &str) -> String {
    let moves = digits(moves);
    if moves.as_bytes().get(1).is_some_and(|&rank| rank >= b'5') {
        return moves;
    }
    let flip = |(index, c): (usize, char)| match (index % 2, c.to_digit(10)) {
        (1, Some(rank)) => char::from_digit(9 - rank, 10).unwrap_or(c),
        _ => c,
    };
    moves.chars().enumerate().map(flip).collect()
}

fn read_fields(text: &str) -> Fields<'_> {
    let mut fields = Fields::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("[DhtmlXQ_") {
        rest = after;
        let Some((name, value)) = after.split_once(']') else { break };
        // Fields are not nested: what comes next of the kind ends this one, or this one has no end.
        let Some(next) = value.find("DhtmlXQ_") else { break };
        if let Some(text) = value[..next].strip_suffix("[/")
            && value[next..].starts_with(&format!("DhtmlXQ_{name}]"))
        {
            fields.entry(name.to_ascii_lowercase()).or_insert(text.trim());
            rest = &value[next..];
        }
    }
    fields
}

fn read_game(fields: &Fields, session: &mut Session) -> Result<GameRecord, Fault> {
    let field = |name: &str| fields.get(name).copied().unwrap_or("");
    let main = Some(field("movelist")).filter(|moves| !moves.is_empty()).unwrap_or(field("move_0_1_0"));
    let moves = digits(main);
    let mover = moves.get(..2).and_then(|text| square(text.as_bytes()));
    let mut builder = match (digits(field("binit")), field("fen")) {
        (binit, _) if !binit.is_empty() => session.begin_setup(read_setup(&binit)?, mover)?,
        (_, fen) if !fen.is_empty() => session.begin_fen(fen)?,
        _ => session.begin_fen(START_FEN)?,
    };
    for (name, tag) in TAGS {
        builder.record.tags.set_text(tag, &field(name).replace(NEWLINE, "\n"));
    }
    builder.record.result = field("result").parse().unwrap_or(Outcome::Unknown);
    play(&mut builder, fields, &moves)?;
    Ok(builder.finish())
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// File and rank from Black's left corner.
fn square(digits: &[u8]) -> Option<Square> {
    match digits {
        [file @ b'0'..=b'8', rank @ b'0'..=b'9'] => Some(Square::new(file - b'0', b'9' - rank)),
        _ => None,
    }
}

fn read_setup(binit: &str) -> Result<Setup, Broken> {
    let mut setup = Setup::empty();
    let pieces =
        [Color::Red, Color::Black].into_iter().flat_map(|color| PIECES.map(|kind| Piece::new(color, kind)));
    for (digits, piece) in binit.as_bytes().chunks(2).zip(pieces) {
        if let Some(square) = square(digits) {
            setup.put(square, Some(piece));
        } else if digits != b"99" {
            return Err(Broken::new(format!("binit: no square {}", String::from_utf8_lossy(digits))));
        }
    }
    Ok(setup)
}

fn play(builder: &mut Builder, fields: &Fields, main: &str) -> Result<(), Fault> {
    // Lines by the numbers of the file: where they depart (line, ply) and their digits.
    let mut named: BTreeMap<usize, (usize, usize, String)> = BTreeMap::new();
    let mut comments: BTreeMap<usize, BTreeMap<usize, String>> = BTreeMap::new();
    for (name, value) in fields {
        if let Some([parent, number, id]) = name.strip_prefix("move_").and_then(numbers) {
            if id != 0 && number > 0 {
                named.insert(id, (parent, number - 1, digits(value)));
            }
        } else if let Some(place) = name.strip_prefix("comment") {
            let place = place.parse().map(|ply| [0, ply]).ok().or_else(|| numbers(place));
            if let Some([line, ply]) = place {
                comments.entry(line).or_default().insert(ply, value.replace(NEWLINE, "\n"));
            }
        }
    }
    let index_of: BTreeMap<usize, usize> =
        std::iter::once(0).chain(named.keys().copied()).enumerate().map(|(index, id)| (id, index)).collect();
    let mut lines = vec![flat::Line {
        departs: None,
        moves: fours(main),
        comments: comments.remove(&0).unwrap_or_default(),
    }];
    for (id, (parent, ply, moves)) in &named {
        let parent = index_of
            .get(parent)
            .ok_or_else(|| Broken::new(format!("variation {id}: there is no line {parent}")))?;
        lines.push(flat::Line {
            departs: Some((*parent, *ply)),
            moves: fours(moves),
            comments: comments.remove(id).unwrap_or_default(),
        });
    }
    flat::play(builder, &lines, parse_move)
}

/// Numbers between underscores, exactly as many as asked for.
fn numbers<const N: usize>(text: &str) -> Option<[usize; N]> {
    let numbers: Vec<usize> = text.split('_').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

fn fours(digits: &str) -> Vec<&str> {
    // Digits are ASCII, so every offset is a character's; a rest of fewer than four stays as it is.
    (0..digits.len()).step_by(4).map(|at| &digits[at..digits.len().min(at + 4)]).collect()
}

fn parse_move(_: &Board, digits: &str) -> Result<Move, String> {
    let (from, to) = digits.as_bytes().split_at(digits.len().min(2));
    let (from, to) = square(from).zip(square(to)).ok_or("it names no two squares")?;
    move_between(from, to).ok_or_else(|| "it ends where it starts".to_string())
}

pub(super) fn write(games: &[GameRecord]) -> String {
    games.iter().map(write_game).collect::<Vec<_>>().join("\n")
}

fn write_game(game: &GameRecord) -> String {
    let mut out = String::from("[DhtmlXQ]\n");
    let mut field = |name: &str, value: &str| {
        out.push_str(&format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n"));
    };
    field("ver", "www_dpxq_com");
    field("init", "500,350");
    match write_setup(&game.start) {
        // Without a move, nothing else would show that it is Black's turn.
        Some(binit) if game.start.side_to_move() == Color::Red || !game.tree.is_empty() => {
            field("binit", &binit)
        }
        _ => field("fen", &game.start.fen()),
    }
    for (name, tag) in TAGS {
        if let Some(value) = game.tags.get(tag) {
            field(name, &escape(value));
        }
    }
    let result = match game.result {
        Outcome::Red => "红胜",
        Outcome::Black => "黑胜",
        Outcome::Draw => "和棋",
        Outcome::Unknown => "未知",
    };
    field("result", result);
    for (index, line) in flat::lines(&game.tree).iter().enumerate() {
        let moves: String =
            line.moves.iter().map(|&mv| write_square(mv.from()) + &write_square(mv.to())).collect();
        match line.departs {
            None => field("movelist", &moves),
            Some((parent, ply)) => field(&format!("move_{parent}_{}_{index}", ply + 1), &moves),
        }
        for (ply, comment) in &line.comments {
            let name = if index == 0 { format!("comment{ply}") } else { format!("comment{index}_{ply}") };
            field(&name, &escape(comment));
        }
    }
    out + "[/DhtmlXQ]\n"
}

/// Line ends as the format has them; what would end a field early gets a full-width dash.
fn escape(value: &str) -> String {
    value.replace('\n', NEWLINE).replace("DhtmlXQ_", "DhtmlXQ＿")
}

fn write_square(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

/// The places of the pieces; nothing if there are more of a kind than a set has.
fn write_setup(board: &Board) -> Option<String> {
    let mut out = String::new();
    for color in Color::ALL {
        let mut left: Vec<(PieceKind, Vec<Square>)> = PieceKind::ALL
            .map(|kind| {
                let mut squares: Vec<Square> = board.pieces(color, kind).into_iter().collect();
                squares.sort_by_key(|square| square.file());
                if color == Color::Black {
                    squares.reverse();
                }
                (kind, squares)
            })
            .into();
        for kind in PIECES {
            let squares = left.iter_mut().find(|(known, _)| *known == kind).map(|(_, squares)| squares)?;
            out.push_str(&squares.pop().map_or("99".to_string(), write_square));
        }
        if left.iter().any(|(_, squares)| !squares.is_empty()) {
            return None;
        }
    }
    Some(out)
}
