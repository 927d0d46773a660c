//! The notation of the World Xiangqi Federation: `C2=5`, `H8+7`, `R+.5`.
//!
//! Letters K A E H R C P; then the file, or for pieces that share one `+` (front) or `-` (rear); then the way: `+` forward, `-` back,
//! `=` sideways (`.` after a sign). Of three pawns or more that share files each is named by its place on its file and the
//! file, without a letter: `27=6` is the second pawn of file 7. Other pieces come to that only in positions no game
//! leads to: `.` is the middle one, and a letter from `a` numbers all that share files.
//! Read as well: N B G S for H E K P, lower case, full-width characters, the sign before the letter (`+R=5`).

use super::NotationError;
use super::narrow;
use super::relative::{Heading, Place, Relative, Who};
use crate::{Bitboard, Board, Move, PieceKind};

/// The move in WXF notation; coordinates where no piece stands on its first square.
pub fn format(board: &Board, mv: Move) -> String {
    let Some(Relative { kind, who, heading, number }) = Relative::describe(board, mv) else {
        return mv.to_string();
    };
    let letter = letter(kind);
    let (who, sideways) = match name(board, mv, kind, who) {
        Who::File(file) | Who::AtOnFile(_, file) => (format!("{letter}{file}"), '='),
        Who::NthOnFile(n, file) => (format!("{n}{file}"), '='),
        Who::At(Place::Front) => (format!("{letter}+"), '.'),
        Who::At(Place::Middle) => (format!("{letter}."), '.'),
        Who::At(Place::Rear) => (format!("{letter}-"), '.'),
        Who::Nth(n) => (format!("{letter}{}", (b'a' + n - 1) as char), '='),
    };
    let heading = match heading {
        Heading::Advance => '+',
        Heading::Retreat => '-',
        Heading::Traverse => sideways,
    };
    format!("{who}{heading}{number}")
}

/// The piece as the WXF names it: front and rear among pawns are for two alone.
fn name(board: &Board, mv: Move, kind: PieceKind, who: Who) -> Who {
    let color = board.piece_at(mv.from()).map_or(board.side_to_move(), |piece| piece.color());
    let on_file = board.pieces(color, kind) & Bitboard::file(mv.from().file());
    match who {
        Who::Nth(_) if kind == PieceKind::Pawn => Who::on_file(board, color, kind, mv.from()),
        Who::At(_) if kind == PieceKind::Pawn && on_file.len() > 2 => {
            Who::on_file(board, color, kind, mv.from())
        }
        _ => who,
    }
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
        (None, None) => (PieceKind::Pawn, Who::NthOnFile(digit(first)?, digit(second)?)),
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
