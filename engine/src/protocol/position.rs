//! `position`: where the start and the moves are in the line.

use super::{ProtocolError, split_word, words};

/// A start position and moves, still as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// Where the moves begin.
    pub start: Start,
    /// The moves, as written.
    pub moves: Vec<String>,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start position of the game.
    StartPos,
    /// A FEN.
    Fen(String),
}

impl PositionText {
    /// Reads what follows `position`: `startpos` or `fen FEN`, then perhaps `moves ...`.
    /// The word `fen` may be missing, and the list of moves may be empty.
    pub fn parse(text: &str) -> Result<Self, ProtocolError> {
        let (first, rest) = split_word(text);
        let (start, moves) = split_moves(if is_start_word(first) { rest } else { text });
        let start = if first.eq_ignore_ascii_case("startpos") {
            Start::StartPos
        } else if start.is_empty() {
            return Err(ProtocolError::NoPosition);
        } else {
            Start::Fen(start)
        };
        Ok(Self { start, moves })
    }
}

fn is_start_word(word: &str) -> bool {
    word.eq_ignore_ascii_case("startpos") || word.eq_ignore_ascii_case("fen")
}

/// Splits at the word `moves`: the words before it joined by single blanks, and the words behind it.
fn split_moves(text: &str) -> (String, Vec<String>) {
    let mut before = words(text);
    let cut = before.iter().position(|word| word.eq_ignore_ascii_case("moves"));
    let moves = cut.map_or_else(Vec::new, |at| before.split_off(at).split_off(1));
    (before.join(" "), moves)
}
