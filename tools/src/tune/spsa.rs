//! SPSA: tunes the numbers of the search by games of the engine against itself.
//!
//! Simultaneous perturbation stochastic approximation (J. C. Spall, "Implementation of the simultaneous perturbation
//! algorithm for stochastic optimization", IEEE Transactions on Aerospace and Electronic Systems 34, 1998): every pair
//! of games moves all numbers at once, each up or down by the toss of a coin, in one engine this way and in the other
//! the opposite way; all of them then go a little towards the winner. One pair says next to nothing, thousands agree.
//!
//! Start reading at [`optimizer`] (the mathematics, no engine in sight) and [`run`] (the games). [`select`] decides
//! what is tuned, [`state`] keeps a run on disk, [`table`] shows it, [`live`] reports as it goes, [`cli`] reads the
//! command line. Games are played by [`crate::arena`].

pub mod cli;
pub mod live;
pub mod optimizer;
pub mod run;
pub mod select;
pub mod state;
pub mod table;

use std::path::PathBuf;

use thiserror::Error;

use crate::arena::openings::BadBook;
use crate::client::ClientError;

/// Why a run cannot begin or go on.
#[derive(Debug, Error)]
pub enum SpsaError {
    /// The engine does not start.
    #[error("engine {command}")]
    Engine {
        /// As given.
        command: String,
        /// Why.
        source: ClientError,
    },
    /// The engine failed in too many pairs of games in a row.
    #[error("the engine failed in {0} pairs in a row, lastly: {1}")]
    Faults(u32, String),
    /// The engine has nothing to tune.
    #[error("{0} offers no number of the search as an option: it must be built with `--features tune`")]
    NotTunable(String),
    /// The engine lacks an option that was given.
    #[error("{0}")]
    NoOption(String),
    /// A pattern that selects nothing.
    #[error("--params {pattern}: {reason}")]
    Params {
        /// As given.
        pattern: String,
        /// Why.
        reason: &'static str,
    },
    /// The openings cannot be used.
    #[error(transparent)]
    Book(#[from] BadBook),
    /// The state belongs to another run.
    #[error("{}: `{key}` was {stored} when this run began and is {given} now", .path.display())]
    OtherRun {
        /// The state.
        path: PathBuf,
        /// What differs.
        key: String,
        /// Its value in the file.
        stored: String,
        /// Its value now.
        given: String,
    },
    /// A file cannot be read or written.
    #[error("{}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file is no state of a run.
    #[error("{}: no state of `tune spsa`", .path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
}
