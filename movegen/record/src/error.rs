//! What can be wrong with a game file.

use std::fmt;

use chuhe_movegen::FenError;

use crate::format::Format;

/// A fault of the file itself, not of the game in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// A field or a length that points past the end.
    #[error("the file ends at byte {offset}, where {wanted} more are announced")]
    Truncated {
        /// Where the field starts.
        offset: usize,
        /// How many bytes it should have.
        wanted: usize,
    },
    /// Anything else, in words.
    #[error("{0}")]
    Malformed(String),
    /// More moves than [`crate::Tree::MAX_MOVES`].
    #[error("a game of more than {} moves", crate::Tree::MAX_MOVES)]
    TooManyMoves,
}

impl Broken {
    pub(crate) fn new(reason: impl Into<String>) -> Broken {
        Broken::Malformed(reason.into())
    }
}

/// A move that the rules forbid or that nobody can read, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMove {
    /// Which game of the file, from 1.
    pub game: usize,
    /// The index of the move in its line, from 0.
    pub ply: usize,
    /// Whether it stands in a variation.
    pub in_variation: bool,
    /// The move as the file gives it.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for BadMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.in_variation { " of a variation" } else { "" };
        write!(f, "game {}, ply {}{place}: {}: {}", self.game, self.ply, self.text, self.reason)
    }
}

/// Why a file could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The name has an ending that no format has, and the content tells nothing either.
    #[error("{0}: not a game file that Chuhe knows (known endings: {known})", known = Format::endings())]
    UnknownFormat(String),
    /// A format that is known but not read, or not written.
    #[error("{format}: {reason}")]
    Unsupported {
        /// The format.
        format: Format,
        /// Why not.
        reason: String,
    },
    /// The content is not what the format says.
    #[error("not a sound {format} file: {fault}")]
    Broken {
        /// The format it was read as.
        format: Format,
        /// What is wrong.
        fault: Broken,
    },
    /// A game from an impossible position.
    #[error("game {game}: {fault}")]
    Position {
        /// Which game of the file, from 1.
        game: usize,
        /// What is wrong with the position.
        fault: FenError,
    },
    /// An illegal move.
    #[error("{0}")]
    Move(BadMove),
    /// A game that the format cannot hold.
    #[error("game {game} cannot be written as {format}: {reason}")]
    Inexpressible {
        /// Which game, from 1.
        game: usize,
        /// The format.
        format: Format,
        /// Why not.
        reason: String,
    },
}
