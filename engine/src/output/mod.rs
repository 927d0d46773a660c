//! What the engine says, as lines of either protocol.

use chuhe_movegen::Move;
use chuhe_search::Info;

use crate::coords::Ranks;
use crate::protocol::Protocol;

mod sink;
mod ucci;
mod uci;

pub use sink::LineWriter;

/// How lines are printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// The protocol last asked for.
    pub protocol: Protocol,
    /// How ranks are numbered.
    pub ranks: Ranks,
    /// Whether to print win, draw and loss.
    pub show_wdl: bool,
}

/// The answer to `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The move; None where there is none.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// UCCI: what is said about the game besides.
    pub verdict: Option<GameOffer>,
}

/// What an engine may say with its move in UCCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOffer {
    /// Offers a draw, or accepts one.
    Draw,
    /// Gives the game up.
    Resign,
}

/// What the hash knows of a position, for UCCI's `probe`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HashReport {
    /// The best move found.
    pub best: Option<Move>,
    /// A bound from below: score and depth.
    pub lower: Option<(i32, u8)>,
    /// A bound from above: score and depth.
    pub upper: Option<(i32, u8)>,
}

impl Style {
    /// The answer to `uci` or `ucci`: who this is and what can be set.
    pub fn handshake(&self) -> Vec<String> {
        match self.protocol {
            Protocol::Uci => uci::handshake(),
            Protocol::Ucci => ucci::handshake(),
        }
    }

    /// A line of analysis.
    pub fn info(&self, info: &Info) -> String {
        match self.protocol {
            Protocol::Uci => uci::info(info, self),
            Protocol::Ucci => ucci::info(info),
        }
    }

    /// The move being looked at.
    pub fn current_move(&self, depth: u8, mv: Move, number: usize) -> String {
        match self.protocol {
            Protocol::Uci => uci::current_move(depth, mv, number, self.ranks),
            Protocol::Ucci => format!("info currmove {mv}"),
        }
    }

    /// A message for the user, on one line.
    pub fn message(&self, text: &str) -> String {
        let text = text.replace(['\r', '\n'], " ");
        match self.protocol {
            Protocol::Uci => uci::message(text),
            Protocol::Ucci => format!("info message {text}"),
        }
    }

    /// The answer to `isready`.
    pub fn ready(&self) -> String {
        match self.protocol {
            Protocol::Uci => uci::ready(),
            Protocol::Ucci => "readyok".to_owned(),
        }
    }

    /// The answer to `go`.
    pub fn best_move(&self, answer: &Answer) -> String {
        match self.protocol {
            Protocol::Uci => uci::best_move(answer, self.ranks),
            Protocol::Ucci => ucci::best_move(answer),
        }
    }

    /// The answer to `probe`, which only UCCI has.
    pub fn hash_report(&self, report: &HashReport) -> String {
        ucci::hash_report(report)
    }
}

/// Milliseconds for printing: never 0, since some readers divide by it.
fn milliseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}

/// What `id name` says.
pub const ENGINE_NAME: &str = concat!("Chuhe ", env!("CARGO_PKG_VERSION"));
/// What `id author` says.
pub const AUTHOR: &str = "the Chuhe authors";

#[cfg(test)]
mod tests;
