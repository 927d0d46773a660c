//! The search of the Chuhe Xiangqi engine: from a game to the move to play.
//!
//! Start reading at [`Searcher`] (one thread, called like a function) or [`Pool`] (threads, commands, a clock), then
//! `root` (iterations), `alphabeta` (one node, step by step) and `prune`, `extend` and `reduce` (the steps).
//! [`score`] explains the scale of values, [`params`] holds every tunable number, `draw` is the seam to the rules of
//! repetition.
//!
//! What is deliberately not here: text protocols, option names, printing, opening books. Results leave as values
//! through a [`Sink`].
//!
//! Invariants: with one thread and a limit on depth or nodes the result depends on the request and the state of the
//! tables alone; a mate score is never the result of a repetition; nothing is shared between searches but the
//! transposition table.

mod alphabeta;
pub mod bench;
mod correction;
mod draw;
mod extend;
mod history;
mod learn;
mod limits;
mod movepick;
mod node;
pub mod params;
mod pool;
mod prune;
mod qsearch;
mod reduce;
mod request;
mod root;
pub mod score;
mod searcher;
mod shared;
mod skill;
mod stack;
#[cfg(test)]
mod tests;
mod time;
mod tt;
mod vote;
mod worker;

pub use limits::{Clock, Limits};
pub use pool::{Known, Pool};
pub use request::{Info, NATURAL_LIMIT, Options, Outcome, Request, Sink};
pub use score::{Bound, Score, Value};
pub use searcher::Searcher;
pub use skill::Skill;
pub use tt::OutOfMemory;
