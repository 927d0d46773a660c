//! Matches and tournaments between engines.
//!
//! Start reading at [`runner`] (how the games of a tournament are handed to workers) and [`game`] (one game). The other
//! modules each know one thing: [`spec`] what `--engine` says, [`clock`] time controls, [`openings`] start positions,
//! [`referee`] and [`adjudicate`] how games end, [`schedule`] who plays whom, [`stats`] what results prove,
//! [`standings`] who is ahead, [`summary`] all that can be reported.
//!
//! Engines are processes and nothing else: this crate never calls the search.

pub mod adjudicate;
pub mod cli;
pub mod clock;
mod commands;
pub mod config;
pub mod ending;
pub mod game;
pub mod html;
pub mod live;
pub mod log;
mod millis;
pub mod mock;
pub mod openings;
pub mod pgn;
pub mod referee;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod standings;
pub mod stats;
pub mod summary;
pub mod text;

pub use commands::main;
