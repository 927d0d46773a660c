//! The players' notation: 炮二平五, 马8进7, 前炮退二, 二兵平四; traditional 砲二平五; and the short record
//! of the 1999 rules (article 7.5): 炮25, 马87-.
//!
//! Reading is liberal: simplified or traditional, either side's names for either side, Chinese or Arabic digits of any
//! width for either side, the place before or after the piece, and for a pawn its file in place of its name (前六平五).
//! In the short record nothing stands for 平; a stroke after the number (on paper above it) is 进, an underscore (on
//! paper a stroke below) is 退.

use super::NotationError;
use super::narrow;
use super::relative::{Heading, Place, Relative, Who};
use crate::{Board, Color, Move, PieceKind};

/// The characters a move is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Script {
    /// 炮二平五 马8进7
    #[default]
    Simplified,
    /// 炮二平五 馬8進7
    Traditional,
    /// 炮25 马87-
    Short,
}

const RED_NAMES: [&str; 2] = ["兵仕相马炮车帅", "兵仕相馬炮車帥"];
const BLACK_NAMES: [&str; 2] = ["卒士象马炮车将", "卒士象馬砲車將"];
const NUMERALS: [char; 10] = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/// The name of a piece in one character.
pub fn piece_name(piece: crate::Piece, script: Script) -> char {
    let column = usize::from(script == Script::Traditional);
    let names = match piece.color() {
        Color::Red => RED_NAMES[column],
        Color::Black => BLACK_NAMES[column],
    };
    // Seven names for seven kinds: the index is always there.
    names.chars().nth(piece.kind().index()).unwrap_or('?')
}

/// The move in simplified characters, Red's numbers Chinese and Black's Arabic; coordinates where no piece
/// stands on its first square.
pub fn format(board: &Board, mv: Move) -> String {
    format_in(board, mv, Script::Simplified)
}

/// The move in the given script.
pub fn format_in(board: &Board, mv: Move, script: Script) -> String {
    let (Some(relative), Some(piece)) = (Relative::describe(board, mv), board.piece_at(mv.from())) else {
        return mv.to_string();
    };
    let name = piece_name(piece, script);
    let number = |n: u8| match (piece.color(), script) {
        (Color::Red, Script::Simplified | Script::Traditional) => NUMERALS[n as usize - 1],
        _ => (b'0' + n) as char,
    };
    let who = match relative.who {
        Who::File(file) | Who::AtOnFile(_, file) | Who::NthOnFile(_, file) => {
            format!("{name}{}", number(file))
        }
        Who::At(place) => format!("{}{name}", place_name(place, script)),
        Who::Nth(n) => format!("{}{name}", ordinal(n)),
    };
    let target = number(relative.number);
    match script {
        Script::Short => format!("{who}{target}{}", short_mark(relative.heading)),
        _ => format!("{who}{}{target}", heading_name(relative.heading, script)),
    }
}

fn place_name(place: Place, script: Script) -> char {
    match place {
        Place::Front => '前',
        Place::Middle => '中',
        Place::Rear if script == Script::Traditional => '後',
        Place::Rear => '后',
    }
}

fn heading_name(heading: Heading, script: Script) -> char {
    match heading {
        Heading::Advance if script == Script::Traditional => '進',
        Heading::Advance => '进',
        Heading::Retreat => '退',
        Heading::Traverse => '平',
    }
}

fn short_mark(heading: Heading) -> &'static str {
    match heading {
        Heading::Advance => "-",
        Heading::Retreat => "_",
        Heading::Traverse => "",
    }
}

/// 一 to 十六: a side has at most sixteen pieces.
fn ordinal(n: u8) -> String {
    match n {
        1..=10 => NUMERALS[n as usize - 1].to_string(),
        _ => format!("十{}", NUMERALS[(n as usize - 11) % NUMERALS.len()]),
    }
}

/// Reads a legal move.
pub fn parse(board: &Board, text: &str) -> Result<Move, NotationError> {
    let unreadable = || NotationError::Unreadable { text: text.to_owned(), notation: "chinese" };
    let signs = read_signs(text).ok_or_else(unreadable)?;
    read(&signs).ok_or_else(unreadable)?.resolve(board, text)
}

/// Whether the text has a character that only this notation uses.
pub(super) fn looks_like(text: &str) -> bool {
    text.chars()
        .any(|c| !narrow(c).is_ascii() && Sign::of(c).is_some_and(|sign| !matches!(sign, Sign::Stroke(_))))
}

/// One character of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Piece(PieceKind),
    /// A digit, or an ordinal up to sixteen.
    Number(u8),
    Place(Place),
    Heading(Heading),
    /// The strokes of the short record.
    Stroke(Heading),
}

impl Sign {
    fn of(c: char) -> Option<Sign> {
        Some(match narrow(c) {
            '帅' | '帥' | '将' | '將' => Sign::Piece(PieceKind::King),
            '仕' | '士' => Sign::Piece(PieceKind::Advisor),
            '相' | '象' => Sign::Piece(PieceKind::Bishop),
            '马' | '馬' | '傌' => Sign::Piece(PieceKind::Knight),
            '车' | '車' | '俥' | '\u{f902}' => Sign::Piece(PieceKind::Rook),
            '炮' | '砲' | '包' => Sign::Piece(PieceKind::Cannon),
            '兵' | '卒' => Sign::Piece(PieceKind::Pawn),
            '前' => Sign::Place(Place::Front),
            '中' => Sign::Place(Place::Middle),
            '后' | '後' => Sign::Place(Place::Rear),
            '进' | '進' => Sign::Heading(Heading::Advance),
            '退' => Sign::Heading(Heading::Retreat),
            '平' => Sign::Heading(Heading::Traverse),
            // A dash, an overline or a macron, on its own or combining with the number before it.
            '-' | '\u{2013}' | '\u{2014}' | '\u{203e}' | '\u{af}' | '\u{2c9}' | '\u{ffe3}' | '\u{304}'
            | '\u{305}' => Sign::Stroke(Heading::Advance),
            '_' | '\u{2017}' | '\u{331}' | '\u{332}' => Sign::Stroke(Heading::Retreat),
            digit @ '1'..='9' => Sign::Number(digit as u8 - b'0'),
            other => Sign::Number(NUMERALS.iter().position(|&numeral| numeral == other)? as u8 + 1),
        })
    }
}

/// The characters without blanks, 十三 joined to one number.
fn read_signs(text: &str) -> Option<Vec<Sign>> {
    let mut signs: Vec<Sign> = Vec::with_capacity(5);
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        let sign = Sign::of(c)?;
        match (signs.last_mut(), sign) {
            (Some(Sign::Number(ten @ 10)), Sign::Number(unit @ 1..=6)) => *ten += unit,
            _ => signs.push(sign),
        }
    }
    Some(signs)
}

fn read(signs: &[Sign]) -> Option<Relative> {
    let &[first, second, ref course @ ..] = signs else { return None };
    let (kind, who) = match (first, second) {
        (Sign::Piece(kind), Sign::Number(file @ 1..=9)) => (kind, Who::File(file)),
        (Sign::Place(place), Sign::Piece(kind)) | (Sign::Piece(kind), Sign::Place(place)) => {
            (kind, Who::At(place))
        }
        (Sign::Number(n), Sign::Piece(kind)) => (kind, Who::Nth(n)),
        (Sign::Place(place), Sign::Number(file @ 1..=9)) => (PieceKind::Pawn, Who::AtOnFile(place, file)),
        _ => return None,
    };
    let (heading, number) = match *course {
        [Sign::Heading(heading), Sign::Number(number @ 1..=9)] => (heading, number),
        [Sign::Number(number @ 1..=9), Sign::Stroke(heading)] => (heading, number),
        [Sign::Number(number @ 1..=9)] => (Heading::Traverse, number),
        _ => return None,
    };
    Some(Relative { kind, who, heading, number })
}
