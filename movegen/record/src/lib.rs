//! Game files of Xiangqi: readers and writers of the formats that people use.
//!
//! Start at [`read`] and [`write()`], which turn bytes into [`GameRecord`]s and back; [`Format`] says
//! which formats there are. Every record that a reader yields is sound: its start position is a
//! legal one and every move in it, variations included, obeys the rules.
//!
//! A file is never trusted: a length in it is checked against what is there before anything is
//! reserved, and no reader goes deeper in the call stack than a constant.
//!
//! Not here: what the moves are worth, and which repetitions are allowed.

mod builder;
mod bytes;
mod encoding;
mod error;
mod format;
mod formats;
mod notation;
mod record;
mod replay;
mod tree;

pub use error::{BadMove, Broken, RecordError};
pub use format::Format;
pub use record::{GameRecord, NotAResult, Outcome, Tags};
pub use tree::{NodeId, Step, Tree, Walk};

use builder::{Fault, Session};
use chuhe_movegen::notation::Notation;

/// Reads every game of a file. The first illegal move is an error.
pub fn read(bytes: &[u8], format: Format) -> Result<Vec<GameRecord>, RecordError> {
    formats::read(bytes, format, &mut Session::default())
}

/// Reads every game of a file and leaves out illegal moves and all that hangs on them; says which.
pub fn read_lenient(bytes: &[u8], format: Format) -> Result<(Vec<GameRecord>, Vec<BadMove>), RecordError> {
    let mut session = Session::lenient();
    let games = formats::read(bytes, format, &mut session)?;
    Ok((games, session.dropped))
}

/// Writes games with the moves in Chinese wherever the format leaves the choice.
pub fn write(games: &[GameRecord], format: Format) -> Result<Vec<u8>, RecordError> {
    write_with(games, format, Notation::Chinese)
}

/// Writes games. `notation` is that of the moves where the format leaves the choice (PGN).
pub fn write_with(games: &[GameRecord], format: Format, notation: Notation) -> Result<Vec<u8>, RecordError> {
    formats::write(games, format, notation)
}
