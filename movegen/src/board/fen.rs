//! Positions as text.

use super::Board;
use crate::{Color, Piece, PieceKind, Square};
use std::fmt;
use std::str::FromStr;

/// The text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad FEN: {0}")]
pub struct FenError(pub String);

impl FromStr for Board {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Board, FenError> {
        let fail = |reason: &str| FenError(reason.to_owned());
        let mut fields = text.split_whitespace();
        let placement = fields.next().ok_or_else(|| fail("empty"))?;
        let side = match fields.next() {
            None | Some("w" | "r") => Color::Red,
            Some("b") => Color::Black,
            Some(_) => return Err(fail("no such side")),
        };
        let mut board = Board::empty(side);
        let ranks: Vec<&str> = placement.split('/').collect();
        if ranks.len() != 10 {
            return Err(fail("not ten ranks"));
        }
        for (row, rank) in ranks.iter().enumerate() {
            let mut file = 0;
            for letter in rank.chars() {
                if let Some(gap) = letter.to_digit(10) {
                    file += gap as i8;
                    continue;
                }
                let piece = Piece::from_letter(letter).ok_or_else(|| fail("unknown letter"))?;
                let square =
                    Square::try_new(file, 9 - row as i8).ok_or_else(|| fail("more than nine files"))?;
                board.put(square, piece);
                file += 1;
            }
            if file != 9 {
                return Err(fail("not nine files"));
            }
        }
        if Color::ALL.iter().any(|&c| board.pieces(c, PieceKind::King).len() != 1) {
            return Err(fail("one king a side"));
        }
        let mut counters = fields.filter(|f| *f != "-").filter_map(|f| f.parse().ok());
        board.clock = counters.next().unwrap_or(0);
        board.fullmove = counters.next().unwrap_or(1).max(1);
        if board.king_attacked(!side) {
            return Err(fail("side not to move is in check"));
        }
        Ok(board)
    }
}

impl Board {
    /// Reads a position.
    ///
    /// # Errors
    /// Where the text is no legal position.
    pub fn from_fen(text: &str) -> Result<Board, FenError> {
        text.parse()
    }

    /// Writes the position with all six fields.
    pub fn fen(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            let mut gap = 0;
            for file in 0..Square::FILES {
                match self.piece_at(Square::new(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        if gap > 0 {
                            write!(f, "{gap}")?;
                            gap = 0;
                        }
                        write!(f, "{}", piece.letter())?;
                    }
                }
            }
            if gap > 0 {
                write!(f, "{gap}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        write!(f, " {} - - {} {}", self.side.letter(), self.clock, self.fullmove)
    }
}
