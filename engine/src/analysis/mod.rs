//! Analysing positions without a protocol: what `chuhe analyze` and `chuhe review` share.
//!
//! [`input`] turns lines into positions, [`batch`] works through them on several threads and yields
//! the results in order, [`report`] prints them, [`resume`] takes up an interrupted output.

pub mod analyst;
pub mod batch;
pub mod input;
pub mod live;
pub mod report;
pub mod resume;

pub use analyst::{Analyst, Plan};
pub use input::{Item, Position};
