//! The notation of the World Xiangqi Federation: `C2=5`, `H8+7`, `R+.5`.
//!
//! Letters K A E H R C P; then the file, or for pieces that share one `+` (front), `.` (middle), `-` (rear) or
//! a letter from `a` for numbered ones; then the way: `+` forward, `-` back, `=` or `.` sideways.
//! Read as well: N B G S for H E K P, lower case, full-width characters, and the sign before the letter (`+R=5`).

use super::NotationError;
use super::narrow;
use super::relative::{Heading, Place, Relative, Who};
use crate::{Board, Move, PieceKind};

/// The move in WXF notation; coordinates where no piece stands on its first square.
pub fn format(board: &Board, mv: Move) -> String {
    let Some(Relative { kind, who, heading, number }) = Relative::describe(board, mv) else {
        return mv.to_string();
    };
    let (who, sideways) = match who {
        Who::File(file) | Who::AtOnFile(_, file) => ((b'0' + file) as char, '='),
        Who::At(Place::Front) => ('+', '.'),
        Who::At(Place::Middle) => ('.', '.'),
        Who::At(Place::Rear) => ('-', '.'),
        Who::Nth(n) => ((b'a' + n - 1) as char, '='),
    };
    let heading = match heading {
        Heading::Advance => '+',
        Heading::Retreat => '-',
        Heading::Traverse => sideways,
    };
    format!("{}{who}{heading}{number}", letter(kind))
}

/// Reads a legal move.
pub fn parse(board: &Board, text: &str) -> Result<Move, NotationError> {
    let unreadable = || NotationError::Unreadable { text: text.to_owned(), notation: "wxf" };
    read(text).ok_or_else(unreadable)?.resolve(board, text)
}

/// Whether the text is written in this notation, whatever the position.
pub(super) fn looks_like(text: &str) -> bool {
    read(text).is_some()
}

fn read(text: &str) -> Option<Relative> {
    let signs: Vec<char> = text.trim().chars().map(narrow).collect();
    let &[first, second, heading, number] = &signs[..] else { return None };
    let (kind, who) = match (PieceKind::from_letter(first), place(first)) {
        (Some(kind), _) => (kind, who(second)?),
        (None, Some(place)) => (PieceKind::from_letter(second)?, Who::At(place)),
        (None, None) => return None,
    };
    let heading = match heading {
        '+' => Heading::Advance,
        '-' | '\u{2013}' | '\u{2212}' => Heading::Retreat,
        '=' | '.' => Heading::Traverse,
        _ => return None,
    };
    Some(Relative { kind, who, heading, number: digit(number)? })
}

fn who(sign: char) -> Option<Who> {
    let numbered = |c: char| Who::Nth(c as u8 - b'a' + 1);
    match sign {
        'a'..='p' => Some(numbered(sign)),
        _ => digit(sign).map(Who::File).or_else(|| place(sign).map(Who::At)),
    }
}

fn place(sign: char) -> Option<Place> {
    match sign {
        '+' => Some(Place::Front),
        '.' => Some(Place::Middle),
        '-' => Some(Place::Rear),
        _ => None,
    }
}

fn digit(sign: char) -> Option<u8> {
    sign.to_digit(10).filter(|&n| n > 0).map(|n| n as u8)
}

fn letter(kind: PieceKind) -> char {
    match kind {
        PieceKind::Pawn => 'P',
        PieceKind::Advisor => 'A',
        PieceKind::Bishop => 'E',
        PieceKind::Knight => 'H',
        PieceKind::Cannon => 'C',
        PieceKind::Rook => 'R',
        PieceKind::King => 'K',
    }
}
