//! Start positions: books of FEN or EPD lines and of games, in order or shuffled.

use std::path::{Path, PathBuf};

use chuhe_movegen::{Board, FenError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The order in which openings are used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As in the file.
    Sequential,
    /// Shuffled by the seed.
    #[default]
    Random,
}

/// Where openings come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The book; the usual start position if absent.
    pub file: Option<PathBuf>,
    /// Order.
    pub order: Order,
    /// Seed of a random order.
    pub seed: u64,
    /// Openings of the book to skip, in the order chosen.
    pub skip: usize,
    /// Plies taken from each game of a PGN file; all if absent.
    pub plies: Option<usize>,
}

/// A book that cannot be used.
#[derive(Debug, Error)]
pub enum BadBook {
    /// The file cannot be read.
    #[error("{}", .path.display())]
    Read {
        /// The book.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line is no position.
    #[error("{}, line {line}", .path.display())]
    Line {
        /// The book.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// Why.
        source: FenError,
    },
    /// Nothing in it.
    #[error("{}: no openings", .0.display())]
    Empty(PathBuf),
}

impl Source {
    /// Loads the start positions, in order of use.
    ///
    /// # Errors
    /// [`BadBook`], naming file and line.
    pub fn load(&self) -> Result<Vec<Board>, BadBook> {
        let Some(path) = &self.file else {
            return Ok(vec![Board::start()]);
        };
        let mut openings = read(path)?;
        if openings.is_empty() {
            return Err(BadBook::Empty(path.clone()));
        }
        if self.order == Order::Random {
            fastrand::Rng::with_seed(self.seed).shuffle(&mut openings);
        }
        let skipped = self.skip % openings.len();
        openings.rotate_left(skipped);
        Ok(openings)
    }
}

fn read(path: &Path) -> Result<Vec<Board>, BadBook> {
    let text =
        std::fs::read_to_string(path).map_err(|source| BadBook::Read { path: path.to_owned(), source })?;
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        // EPD operations follow a semicolon or come with one; the position is what stands before.
        let position = line.split(';').next().unwrap_or_default().trim();
        if position.is_empty() || position.starts_with('#') {
            continue;
        }
        let board = Board::from_fen(position).map_err(|source| BadBook::Line {
            path: path.to_owned(),
            line: index + 1,
            source,
        })?;
        openings.push(board);
    }
    Ok(openings)
}
