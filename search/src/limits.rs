//! When a search ends: limits that combine, whichever is reached first.

use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` = the rest of the game.
    pub moves_to_go: Option<u16>,
}

/// The limits of one search. All that are set hold together; with none set the search runs until stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Iterations (plies of nominal depth).
    pub depth: Option<u8>,
    /// Nodes, summed over all threads; exact with one thread.
    pub nodes: Option<u64>,
    /// Nodes that a search takes on average: no iteration starts that is expected to end beyond them.
    pub soft_nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Game clock, from which the search takes its own share.
    pub clock: Option<Clock>,
    /// Stop as soon as a mate in at most this many moves is found.
    pub mate: Option<u8>,
    /// Do not answer before `stop`, whatever the other limits say.
    pub infinite: bool,
    /// Searching in the opponent's time: no answer and no clock before `ponder_hit` or `stop`.
    pub ponder: bool,
}

impl Limits {
    /// A fixed depth.
    pub fn depth(depth: u8) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A fixed number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A fixed time.
    pub fn movetime(time: Duration) -> Limits {
        Limits { movetime: Some(time), ..Limits::default() }
    }

    /// Whether a search of so many nodes stops after a complete iteration, rather than go past the soft node limit.
    pub(crate) fn soft_nodes_spent(&self, nodes: u64) -> bool {
        /// An iteration multiplies the nodes of a search by this, in percent: the mean over 8000 self-play searches of
        /// a few thousand nodes was 158.
        const GROWTH: u64 = 160;
        self.soft_nodes.is_some_and(|most| nodes.saturating_mul(GROWTH) / 100 >= most)
    }

    /// Whether the answer must wait for a command, even when the search itself has ended.
    pub fn waits(&self) -> bool {
        self.infinite || self.ponder
    }
}
