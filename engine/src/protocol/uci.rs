//! The parts of UCI that Xiangqi shares with chess, read by `vampirc-uci`.
//!
//! Its grammar knows an eight by eight board, so it never sees a position, a move or a list of moves
//! (see [`super::go`] for what it reads of `go`), and only `parse_strict` is used: the lenient entry points
//! drop what they do not understand without a word.

use vampirc_uci::{UciMessage, UciSearchControl, UciTimeControl, parse_strict};

use super::{Command, Protocol, ProtocolError, excerpt, split_word};

/// Reads a command that stands alone; what a GUI adds behind it must not keep `stop` from stopping.
pub fn parse_bare(word: &str) -> Result<Command, ProtocolError> {
    parse_whole(word)
}

/// Reads a whole line.
pub fn parse_whole(line: &str) -> Result<Command, ProtocolError> {
    let command = match message(line)? {
        UciMessage::Uci => Command::Handshake(Protocol::Uci),
        UciMessage::IsReady => Command::IsReady,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Debug(on) => Command::Debug(on),
        UciMessage::Stop => Command::Stop,
        UciMessage::Quit => Command::Quit,
        UciMessage::SetOption { name, value } => Command::SetOption {
            name: name.trim().to_owned(),
            value: value.map(|value| value.trim().to_owned()),
        },
        _ => return Err(malformed(line)),
    };
    Ok(command)
}

/// Whether what follows `setoption` has UCI's form `name X value Y`.
pub fn is_named_option(rest: &str) -> bool {
    split_word(rest).0.eq_ignore_ascii_case("name")
}

/// Reads `setoption name X [value Y]`. An empty value is written out first, since the grammar wants one.
pub fn parse_option(line: &str) -> Result<Command, ProtocolError> {
    let last = line.split_whitespace().next_back().unwrap_or_default();
    let count = line.split_whitespace().count();
    if count == 2 {
        return Err(ProtocolError::NoOptionName);
    }
    if last.eq_ignore_ascii_case("value") && count > 3 {
        return parse_whole(&format!("{line} {EMPTY}"));
    }
    parse_whole(line)
}

/// How UCI writes an empty string.
pub const EMPTY: &str = "<empty>";

/// Reads the part of `go` that UCI and the grammar share: depth, nodes, mate and clocks, all of them numbers within its ranges.
pub fn parse_go(line: &str) -> Result<(Option<UciTimeControl>, Option<UciSearchControl>), ProtocolError> {
    match message(line)? {
        UciMessage::Go { time_control, search_control } => Ok((time_control, search_control)),
        _ => Err(malformed(line)),
    }
}

fn message(line: &str) -> Result<UciMessage, ProtocolError> {
    let mut messages = parse_strict(line.trim()).map_err(|_| malformed(line))?;
    messages.pop().filter(|_| messages.is_empty()).ok_or_else(|| malformed(line))
}

fn malformed(line: &str) -> ProtocolError {
    ProtocolError::Malformed(excerpt(line))
}
