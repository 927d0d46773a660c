//! What a caller asks of the search, and what comes back, all as values: the search prints nothing.

use std::time::{Duration, Instant};

use chuhe_movegen::rules::RuleSet;
use chuhe_movegen::{Game, Move};

use crate::limits::Limits;
use crate::score::{Bound, Score, Value};
use crate::skill::Skill;

/// Settings that last from search to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many of the best moves get a line of their own.
    pub multipv: usize,
    /// Time lost between the engine and the clock, kept back from every move.
    pub move_overhead: Duration,
    /// The rule set that judges repetitions.
    pub rules: RuleSet,
    /// Plies without a capture after which the game is drawn; `None` = never.
    pub natural_limit: Option<u16>,
    /// What a draw is worth to the side to move at the root, in internal units.
    pub draw_score: Value,
    /// Nodes that count as a millisecond; 0 = real time.
    pub nodestime: u64,
    /// Analysis: think on even when there is only one move, and treat both sides alike.
    pub analyse: bool,
    /// Handicap; `None` = full strength.
    pub skill: Option<Skill>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            multipv: 1,
            move_overhead: Duration::from_millis(10),
            rules: RuleSet::default(),
            natural_limit: Some(NATURAL_LIMIT),
            draw_score: 0,
            nodestime: 0,
            analyse: false,
            skill: None,
        }
    }
}

/// Sixty rounds without a capture draw (rule 23 of the national rules, and what engines and sites use).
pub const NATURAL_LIMIT: u16 = 120;

/// One search to be done.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game so far; its last position is searched.
    pub game: Game,
    /// When to stop.
    pub limits: Limits,
    /// If not empty, only these moves are considered at the root.
    pub search_moves: Vec<Move>,
    /// Moves not considered at the root.
    pub ban_moves: Vec<Move>,
    /// Settings.
    pub options: Options,
    /// When the clock began to run: time spent before the search starts counts.
    pub started: Instant,
    /// Threads that are to fail.
    #[cfg(test)]
    pub(crate) panics: Vec<usize>,
}

impl Request {
    /// A request with default options whose clock starts now.
    pub fn new(game: Game, limits: Limits) -> Request {
        Request {
            game,
            limits,
            search_moves: Vec::new(),
            ban_moves: Vec::new(),
            options: Options::default(),
            started: Instant::now(),
            #[cfg(test)]
            panics: Vec::new(),
        }
    }

    /// The legal moves that may be considered at the root.
    pub(crate) fn allowed_moves(&self) -> Vec<Move> {
        let allowed = |mv: &Move| {
            let wanted = self.search_moves.is_empty() || self.search_moves.contains(mv);
            wanted && !self.ban_moves.contains(mv)
        };
        self.game.board().legal_moves().iter().copied().filter(allowed).collect()
    }
}

/// One line of analysis.
#[derive(Clone, Debug)]
pub struct Info {
    /// Iteration.
    pub depth: u8,
    /// The deepest ply that was reached.
    pub seldepth: u8,
    /// Rank of this line, from 1.
    pub multipv: usize,
    /// Score from the view of the side to move.
    pub score: Score,
    /// The same in internal units.
    pub value: Value,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Win, draw and loss in permille.
    pub wdl: [u16; 3],
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Permille of the transposition table filled by this search.
    pub hashfull: u16,
    /// Time since the request started.
    pub time: Duration,
    /// The moves expected; never empty unless the root has no legal move.
    pub pv: Vec<Move>,
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The move to play; `None` when there is no legal move (or all are banned).
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// The last line for each rank, best first. A root without legal moves has one line, of depth 0 and mate 0.
    pub lines: Vec<Info>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the request started.
    pub time: Duration,
}

/// Receives what a search finds, while it searches, on the thread that searches.
pub trait Sink: Send {
    /// A line of analysis.
    fn info(&mut self, info: &Info);

    /// The search turns to root move `number` (from 1). Called only in long searches.
    fn current_move(&mut self, depth: u8, mv: Move, number: usize) {
        let _ = (depth, mv, number);
    }

    /// Something in the engine failed; there will be an answer nevertheless.
    fn fault(&mut self, fault: &str) {
        let _ = fault;
    }

    /// The answer, once. Its lines are not always the last that were shown: a search cut short counts more nodes, and
    /// another thread may know better.
    fn finished(&mut self, outcome: &Outcome) {
        let _ = outcome;
    }
}

/// Ignores everything.
impl Sink for () {
    fn info(&mut self, _: &Info) {}
}
