//! Coordinates: `h2e2`, in game files `H2-E2`.

use super::NotationError;
use crate::{Board, Move};

/// `h2e2`.
pub fn format(_board: &Board, mv: Move) -> String {
    mv.to_string()
}

/// `H2-E2`, as game files write it.
pub fn format_long(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}

/// Reads a legal move, either case, with or without a dash.
pub fn parse(board: &Board, text: &str) -> Result<Move, NotationError> {
    let unreadable = || NotationError::Unreadable { text: text.to_owned(), notation: "iccs" };
    let mv: Move = text.trim().parse().map_err(|_| unreadable())?;
    super::select(board, text, |other| other.from() == mv.from(), |other| other == mv)
}

/// Whether the text can be coordinates, and then whether its letters are of one case: those of an algebraic move that
/// looks like coordinates, such as `C4b5`, are not.
pub(super) fn looks_like(text: &str) -> Option<bool> {
    text.parse::<Move>().ok()?;
    Some(text.to_ascii_lowercase() == text || text.to_ascii_uppercase() == text)
}
