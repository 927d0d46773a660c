//! From a line of text to a [`Command`], in UCI, UCCI and the dialects that GUIs speak.
//!
//! The first word decides who reads the line. Both protocols' words are understood at any time, since GUIs mix them;
//! the [`Dialect`] only settles what is ambiguous. Nothing here knows the rules of the game:
//! moves and positions stay text until the session has a board for them.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use thiserror::Error;

mod go;
mod position;
mod ucci;
mod uci;

pub use go::{Go, SideClock};
pub use position::{PositionText, Start};

/// The protocol that decides how lines are printed, and what ambiguous words mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// Universal Chess Interface, with the usages of Xiangqi.
    #[default]
    Uci,
    /// Universal Chinese Chess Protocol, version 3.0.
    Ucci,
}

/// What the reading of a line depends on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dialect {
    /// The protocol last asked for.
    pub protocol: Protocol,
    /// Whether UCCI times are in milliseconds (`usemillisec`); else in seconds.
    pub milliseconds: bool,
}

/// What a line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `uci` or `ucci`.
    Handshake(Protocol),
    /// `isready`.
    IsReady,
    /// `ucinewgame` (UCCI has the option `newgame`).
    NewGame,
    /// `debug on|off`.
    Debug(bool),
    /// `setoption`, in either grammar.
    SetOption {
        /// As the GUI wrote it.
        name: String,
        /// None for a button, or where the value is missing.
        value: Option<String>,
    },
    /// `position`.
    Position(PositionText),
    /// The bare `fen` and `startpos` of UCI-Cyclone, which counts ranks from 0 whatever was said before.
    CyclonePosition(PositionText),
    /// `banmoves`: root moves not to be played in the current position.
    BanMoves(Vec<String>),
    /// `go`.
    Go(Box<Go>),
    /// `stop`.
    Stop,
    /// `ponderhit [draw]`.
    PonderHit {
        /// The opponent offered a draw with the move.
        draw: bool,
    },
    /// `probe`: what the hash knows of a position.
    Probe(PositionText),
    /// `quit`.
    Quit,
    /// A command for a person at the keyboard.
    Console(Console),
}

/// Commands of the debug console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Console {
    /// `d`: shows the position.
    Display,
    /// `eval`: shows the evaluation, term by term.
    Eval,
    /// `flip`: swaps the colours.
    Flip,
    /// `bench [depth]`.
    Bench(Option<u8>),
    /// `perft N`, or `go perft N`.
    Perft(u8),
    /// `help`.
    Help,
}

/// Why a line could not be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ProtocolError {
    /// The first word belongs to no protocol.
    #[error("unknown command '{0}'")]
    Unknown(String),
    /// The first word is known, what follows is not.
    #[error("cannot read '{0}'")]
    Malformed(String),
    /// `setoption` without a name.
    #[error("setoption without a name")]
    NoOptionName,
    /// `position` with neither `startpos` nor a FEN.
    #[error("position without startpos or fen")]
    NoPosition,
    /// A number is missing or unreadable.
    #[error("'{word}' needs a number, not '{found}'")]
    NeedsNumber {
        /// The word before it.
        word: &'static str,
        /// What stands there.
        found: String,
    },
}

/// Longest piece of an input line that a message repeats, in characters.
const EXCERPT: usize = 80;

/// The beginning of `text`, for messages.
pub fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Reads a line; `None` if it is blank.
pub fn parse(line: &str, dialect: Dialect) -> Option<Result<Command, ProtocolError>> {
    let line = line.trim();
    let (first, rest) = split_word(line);
    if first.is_empty() {
        return None;
    }
    Some(match first.to_ascii_lowercase().as_str() {
        "uci" | "isready" | "ucinewgame" | "stop" | "quit" => uci::parse_bare(first),
        "debug" => uci::parse_whole(line),
        "setoption" if uci::is_named_option(rest) => uci::parse_option(line),
        "setoption" => ucci::parse_option(rest),
        "ucci" => Ok(Command::Handshake(Protocol::Ucci)),
        "ucicyclone" => Ok(Command::Handshake(Protocol::Uci)),
        "uccinewgame" => Ok(Command::NewGame),
        "ponderhit" => Ok(ucci::parse_ponder_hit(rest)),
        "banmoves" => Ok(Command::BanMoves(words(rest))),
        "probe" => PositionText::parse(rest).map(Command::Probe),
        "position" => PositionText::parse(rest).map(Command::Position),
        "fen" | "startpos" => PositionText::parse(line).map(Command::CyclonePosition),
        "go" => Ok(go::parse(rest, dialect)),
        _ => parse_console(first, rest),
    })
}

fn parse_console(first: &str, rest: &str) -> Result<Command, ProtocolError> {
    let console = match first.to_ascii_lowercase().as_str() {
        "d" => Console::Display,
        "eval" => Console::Eval,
        "flip" => Console::Flip,
        "bench" => Console::Bench(split_word(rest).0.parse().ok()),
        "perft" => Console::Perft(number("perft", rest)?),
        "help" => Console::Help,
        _ => return Err(ProtocolError::Unknown(excerpt(first))),
    };
    Ok(Command::Console(console))
}

fn number(word: &'static str, rest: &str) -> Result<u8, ProtocolError> {
    let found = split_word(rest).0;
    found.parse().map_err(|_| ProtocolError::NeedsNumber { word, found: excerpt(found) })
}

/// The first word and what follows it, both trimmed.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
mod tests;
