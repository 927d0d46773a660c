//! Static evaluation for the Chuhe Xiangqi engine.
//!
//! Two evaluations share one face, [`Evaluator`]: a small hand-written one ([`bootstrap`]), from
//! whose self-play the first network was trained, and the network itself ([`nnue`]). [`wdl`] turns
//! their values into chances of winning, drawing and losing.
//!
//! Values are in internal units (roughly centipawns: a rook is worth about 400) and from the view
//! of the side to move, unless a function says otherwise. This crate never searches.

pub mod bootstrap;
mod evaluator;
pub mod nnue;
pub mod wdl;

pub use evaluator::{EVAL_MAX, Evaluator};
