//! The network: (692 inputs a perspective -> hidden) x 2 -> 1, with output weights by piece count.
//!
//! Each side sees the board from its own end, mirrored when its king stands on the f file; the two
//! views go through the same first layer. Its output, the accumulator, follows the search move by
//! move ([`accumulator`]); the rest is one dot product ([`simd`]). [`arch`] and [`features`] are
//! shared with the trainer, so that the two cannot drift apart.
//!
//! Quantisation: first layer in units of `1/qa` (i16), activations clamped to `0..=qa` and squared,
//! output weights in units of `1/qb` (i16), output bias in units of `1/(qa*qb)` (i32). The result,
//! an expected score in logits, times the header's `score` is the value in internal units.

pub mod accumulator;
pub mod arch;
pub mod features;
mod format;
pub mod network;
pub mod simd;
#[cfg(test)]
mod tests;

pub use accumulator::Accumulators;
pub use arch::{Arch, KingBuckets};
pub use format::NetError;
pub use network::{Network, Scales, Weights};
