//! Moves in the text of game files.

use chuhe_movegen::notation::{parse_any, san};
use chuhe_movegen::{Board, Move};

/// Reads a move in any notation that game files use.
pub(crate) fn parse(board: &Board, text: &str) -> Result<Move, String> {
    let parse = if has_origin_in_algebraic(text) { san::parse } else { parse_any };
    parse(board, text).map_err(|error| error.to_string())
}

/// Whether the text is of the kind `H8e7`: a piece, the rank it comes from, its destination.
/// Coordinates look the same but have both letters in the same case.
fn has_origin_in_algebraic(text: &str) -> bool {
    let mut bytes = text.bytes();
    let (first, rank, file) = (bytes.next(), bytes.next(), bytes.next());
    first.is_some_and(|b| b.is_ascii_uppercase())
        && rank.is_some_and(|b| b.is_ascii_digit())
        && file.is_some_and(|b| b.is_ascii_lowercase())
}
