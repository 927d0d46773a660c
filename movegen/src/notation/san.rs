//! The algebraic notation that WinBoard writes: `Che2`, `Nxc6`, `Rad0`; a pawn has no letter.
//!
//! Ranks count from 0. Read as well: H E G S P letters, `x`, `:` or `-` between, check and comment marks after.

use super::{NotationError, select};
use crate::{Board, Move, PieceKind, Square};

/// The move with as much of its first square as tells it from other moves of the kind.
pub fn format(board: &Board, mv: Move) -> String {
    let Some(piece) = board.piece_at(mv.from()) else { return mv.to_string() };
    let capture = if board.piece_at(mv.to()).is_some() { "x" } else { "" };
    let letter = match piece.kind() {
        PieceKind::Pawn => String::new(),
        kind => kind.letter().to_ascii_uppercase().to_string(),
    };
    format!("{letter}{}{capture}{}", origin(board, mv, piece.kind()), mv.to())
}

/// Nothing, the file, the rank, or both: the first that is enough.
fn origin(board: &Board, mv: Move, kind: PieceKind) -> String {
    let rivals: Vec<Square> = board
        .legal_moves()
        .into_iter()
        .filter(|other| other.to() == mv.to() && *other != mv)
        .map(Move::from)
        .filter(|&from| board.piece_at(from).is_some_and(|piece| piece.kind() == kind))
        .collect();
    let from = mv.from();
    let square = from.to_string();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        square[..1].to_owned()
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        square[1..].to_owned()
    } else {
        square
    }
}

/// Reads a legal move.
pub fn parse(board: &Board, text: &str) -> Result<Move, NotationError> {
    let unreadable = || NotationError::Unreadable { text: text.to_owned(), notation: "algebraic" };
    let (kind, file, rank, to) = read(text).ok_or_else(unreadable)?;
    let owns = |mv: Move| {
        board.piece_at(mv.from()).is_some_and(|piece| piece.kind() == kind)
            && file.is_none_or(|file| mv.from().file() == file)
            && rank.is_none_or(|rank| mv.from().rank() == rank)
    };
    select(board, text, owns, |mv| mv.to() == to)
}

/// Kind, file and rank left where given, square entered.
fn read(text: &str) -> Option<(PieceKind, Option<u8>, Option<u8>, Square)> {
    let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
    let signs: Vec<char> = text.chars().filter(|c| !matches!(c, 'x' | ':' | '-')).collect();
    let (kind, rest) = match signs.first() {
        Some(letter) if letter.is_ascii_uppercase() => (PieceKind::from_letter(*letter)?, &signs[1..]),
        _ => (PieceKind::Pawn, &signs[..]),
    };
    let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to: Square = to.iter().collect::<String>().parse().ok()?;
    let (mut file, mut rank) = (None, None);
    for &sign in origin {
        match sign {
            'a'..='i' if file.is_none() && rank.is_none() => file = Some(sign as u8 - b'a'),
            '0'..='9' if rank.is_none() => rank = Some(sign as u8 - b'0'),
            _ => return None,
        }
    }
    Some((kind, file, rank, to))
}
