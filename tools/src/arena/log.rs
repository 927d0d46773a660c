//! The log of a match: one JSON object a line, written as things happen. It holds the whole configuration and every
//! finished game with all its moves, so everything else (PGN, reports) can be made from it, and an interrupted match can
//! go on from it.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::config::Config;
use super::ending::GameRecord;

/// A line of the log.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// The match begins; first line of every log.
    Start {
        /// Version of the arena.
        version: String,
        /// The match.
        config: Box<Config>,
    },
    /// The match goes on after an interruption.
    Resume {
        /// Games already played.
        games: usize,
    },
    /// A game has ended.
    Game(Box<GameRecord>),
    /// The match has ended.
    End {
        /// Why: all games played, a decision, or an interruption.
        reason: String,
    },
}

/// A log that cannot be used.
#[derive(Debug, Error)]
pub enum LogError {
    /// The file cannot be read or written.
    #[error("{}", .path.display())]
    File {
        /// The log.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line in the middle is damaged.
    #[error("{}, line {line}", .path.display())]
    Line {
        /// The log.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// Why.
        source: serde_json::Error,
    },
    /// It does not begin with a `start` line.
    #[error("{}: not a log of a match", .0.display())]
    Foreign(PathBuf),
}

/// An open log.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
}

/// What a log tells.
#[derive(Debug)]
pub struct History {
    /// The match.
    pub config: Config,
    /// Games finished, in order of their ends.
    pub games: Vec<GameRecord>,
}

impl Log {
    /// Begins a log; an existing file is not touched.
    ///
    /// # Errors
    /// [`LogError::File`].
    pub fn create(path: &Path, config: &Config) -> Result<Self, LogError> {
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(|source| LogError::File { path: path.to_owned(), source })?;
        let mut log = Self { path: path.to_owned(), file };
        let version = env!("CARGO_PKG_VERSION").to_owned();
        log.write(&Event::Start { version, config: Box::new(config.clone()) })?;
        Ok(log)
    }

    /// Goes on with a log. A last line that was cut off in the middle of writing is removed.
    ///
    /// # Errors
    /// Any [`LogError`].
    pub fn resume(path: &Path) -> Result<(Self, History), LogError> {
        let (history, sound) = load(path)?;
        let fault = |source| LogError::File { path: path.to_owned(), source };
        let mut file = OpenOptions::new().write(true).open(path).map_err(fault)?;
        file.set_len(sound).and_then(|()| file.seek(SeekFrom::End(0))).map_err(fault)?;
        let mut log = Self { path: path.to_owned(), file };
        log.write(&Event::Resume { games: history.games.len() })?;
        Ok((log, history))
    }

    /// Adds a line, at once and in one piece.
    ///
    /// # Errors
    /// [`LogError::File`].
    pub fn write(&mut self, event: &Event) -> Result<(), LogError> {
        let fault = |source| LogError::File { path: self.path.clone(), source };
        let mut line = serde_json::to_vec(event).map_err(|error| fault(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(fault)
    }
}

/// Reads a log.
///
/// # Errors
/// Any [`LogError`].
pub fn read(path: &Path) -> Result<History, LogError> {
    load(path).map(|(history, _)| history)
}

/// The history and the length of the file without a torn last line.
fn load(path: &Path) -> Result<(History, u64), LogError> {
    let fault = |source| LogError::File { path: path.to_owned(), source };
    let mut reader = BufReader::new(File::open(path).map_err(fault)?);
    let (mut config, mut games) = (None, Vec::new());
    let mut sound = 0;
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let length = reader.read_until(b'\n', &mut text).map_err(fault)?;
        if !text.ends_with(b"\n") {
            break;
        }
        match serde_json::from_slice(&text) {
            Ok(Event::Start { config: read, .. }) => config = Some(*read),
            Ok(Event::Game(game)) => games.push(*game),
            Ok(_) => {}
            Err(_) if line == 1 => return Err(LogError::Foreign(path.to_owned())),
            Err(source) => return Err(LogError::Line { path: path.to_owned(), line, source }),
        }
        sound += length as u64;
    }
    let config = config.ok_or_else(|| LogError::Foreign(path.to_owned()))?;
    Ok((History { config, games }, sound))
}
