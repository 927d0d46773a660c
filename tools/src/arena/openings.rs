//! Start positions: books of FEN or EPD lines, or of games in any format that we read; in order or shuffled.

use std::path::{Path, PathBuf};

use chuhe_movegen::{Board, FenError};
use chuhe_record::{Format, GameRecord, RecordError};
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
    /// A game file cannot be read.
    #[error("{}", .path.display())]
    Games {
        /// The book.
        path: PathBuf,
        /// Why.
        source: RecordError,
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
        let mut openings = match Format::from_path(path) {
            None | Some(Format::Fen | Format::Text) => positions(path)?,
            Some(format) => games(path, format, self.plies)?,
        };
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

/// The positions of a file that has one a line.
fn positions(path: &Path) -> Result<Vec<Board>, BadBook> {
    let text =
        std::fs::read_to_string(path).map_err(|source| BadBook::Read { path: path.to_owned(), source })?;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, position(line)));
    lines
        .filter(|(_, position)| !position.is_empty() && !position.starts_with('#'))
        .map(|(line, position)| {
            let fault = |source| BadBook::Line { path: path.to_owned(), line, source };
            Board::from_fen(&position).map_err(fault)
        })
        .collect()
}

/// The FEN at the start of a line: four fields and, unless the operations of an EPD line follow, the two counters.
fn position(line: &str) -> String {
    let line = line.split(';').next().unwrap_or_default();
    let words = line.split_whitespace().enumerate();
    let fen = words.take_while(|&(index, word)| index < 4 || index < 6 && word.parse::<u32>().is_ok());
    fen.map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

/// The positions after the first `plies` plies of each game of a file.
fn games(path: &Path, format: Format, plies: Option<usize>) -> Result<Vec<Board>, BadBook> {
    let bytes = std::fs::read(path).map_err(|source| BadBook::Read { path: path.to_owned(), source })?;
    let games = chuhe_record::read(&bytes, format)
        .map_err(|source| BadBook::Games { path: path.to_owned(), source })?;
    let opening = |game: &GameRecord| {
        let mut board = game.start.clone();
        for mv in game.tree.main_line().take(plies.unwrap_or(usize::MAX)) {
            board.make_move(mv);
        }
        board
    };
    // A game that ends within so many plies is no opening.
    Ok(games.iter().map(opening).filter(|board| !board.is_lost()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(name: &str, text: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("chuhe-arena-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("a temporary file");
        path
    }

    fn source(file: PathBuf, order: Order, seed: u64) -> Source {
        Source { file: Some(file), order, seed, skip: 0, plies: None }
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

    #[test]
    fn lines_of_fen_and_epd() {
        let text =
            format!("# comment\n\n{START} w - - 0 1\n{START} b - - bm h9g7; id \"x\";\n{START} w ; line a\n");
        let path = book("lines.epd", &text);
        let boards = source(path, Order::Sequential, 0).load().expect("a book");
        assert_eq!(boards.len(), 3);
        assert_eq!(boards[1].side_to_move(), chuhe_movegen::Color::Black);
        let bad = book("bad.fen", &format!("{START} w - - 0 1\nnonsense\n"));
        let error = source(bad, Order::Random, 0).load().expect_err("a bad line");
        assert!(error.to_string().contains("line 2"), "{error}");
        assert!(matches!(source(book("empty.fen", "# \n"), Order::Random, 0).load(), Err(BadBook::Empty(_))));
    }

    #[test]
    fn games_give_the_position_after_some_plies() {
        let path =
            book("games.pgn", "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 2. H0-G2 *\n");
        let two = Source { plies: Some(2), ..source(path.clone(), Order::Sequential, 0) };
        assert_eq!(two.load().expect("a book")[0].fullmove(), 2);
        let all = source(path, Order::Sequential, 0).load().expect("a book");
        assert_eq!(all[0].side_to_move(), chuhe_movegen::Color::Black);
    }

    #[test]
    fn the_seed_decides_the_order() {
        let mut text = String::new();
        for clock in 0..40 {
            text += &format!("{START} w - - {clock} 1\n");
        }
        let path = book("seeds.fen", &text);
        let order = |order, seed, skip| -> Vec<u16> {
            let source = Source { skip, ..source(path.clone(), order, seed) };
            source.load().expect("a book").iter().map(Board::clock).collect()
        };
        assert_eq!(order(Order::Sequential, 0, 0), (0..40).collect::<Vec<_>>());
        assert_eq!(order(Order::Sequential, 0, 42)[0], 2);
        assert_eq!(order(Order::Random, 5, 0), order(Order::Random, 5, 0));
        assert_ne!(order(Order::Random, 5, 0), order(Order::Random, 6, 0));
        assert_eq!(order(Order::Random, 5, 1)[0], order(Order::Random, 5, 0)[1]);
    }
}
