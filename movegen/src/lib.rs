//! The rules of Xiangqi as a library: board, moves, notation, game history and
//! (in [`rules`]) the repetition rules.
//!
//! Start reading at [`Board`] (one position) and [`Game`] (a position with its history).
//! What is deliberately not here: scores, threads, text protocols, input and output.
//!
//! Invariants the other packages rely on:
//! - every [`Board`] has one king a side, inside its palace;
//! - moves that [`Board::generate`] yields are legal: nothing needs filtering;
//! - no mutable globals: every table is computed by `const fn` at compile time.

pub mod attacks;
pub mod board;
pub mod game;
pub mod mate;
pub mod notation;
pub mod perft;
pub mod rules;
pub mod see;
mod types;

pub use board::{
    Board, FenError, FenFault, GenKind, IllegalMove, Legality, START_FEN, Setup, SetupFault, SetupWarning,
    Undo,
};
pub use game::{Game, Ply};
pub use notation::{Notation, NotationError};
pub use types::{Bitboard, Color, Move, MoveList, ParseMoveError, Piece, PieceKind, Square};
