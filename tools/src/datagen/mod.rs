//! Self-play games for training: each worker plays whole games with a searcher of its own.
//!
//! Game number n depends on the seed and n alone, and games are written in order: neither the number of
//! threads nor an interruption changes what a file holds.

mod adjudicate;
mod play;
mod run;
mod stats;

pub use adjudicate::{Adjudicator, rule_result};
pub use play::{Player, Settings};
pub use run::{Goal, generate};
pub use stats::{Stats, is_kept, show};
