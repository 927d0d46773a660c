//! The vocabulary: colours, pieces, squares, sets of squares, moves.

mod bitboard;
mod color;
mod moves;
mod piece;
mod square;

pub use bitboard::Bitboard;
pub use color::Color;
pub use moves::{Move, MoveList, ParseMoveError};
pub use piece::{Piece, PieceKind};
pub use square::Square;
