//! What the threads of one search share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use crate::request::Request;
use crate::time::TimeManager;
use crate::tt::Table;

/// A node counter on a cache line of its own, so that threads do not slow each other.
#[repr(align(64))]
#[derive(Default)]
struct Counter(AtomicU64);

/// What is known of the expected move.
struct Ponder {
    /// When the opponent played it; `None` while pondering.
    hit: Option<Instant>,
    /// The last iteration was deep enough to answer with, had it not been for pondering.
    enough: bool,
}

/// One search: the request, the table, and how to end it.
pub(crate) struct Shared {
    pub(crate) request: Request,
    pub(crate) table: Arc<Table>,
    /// Age of this search's table entries.
    pub(crate) age: u8,
    pub(crate) time: TimeManager,
    /// The threads leave their trees.
    halted: AtomicBool,
    /// The answer may be given.
    stop: AtomicBool,
    counters: Box<[Counter]>,
    ponder: Mutex<Ponder>,
    pondering: AtomicBool,
    changed: Condvar,
}

impl Shared {
    pub(crate) fn new(request: Request, table: Arc<Table>, age: u8, threads: usize) -> Shared {
        let pondering = request.limits.ponder;
        Shared {
            time: TimeManager::new(&request),
            halted: AtomicBool::new(false),
            stop: AtomicBool::new(false),
            counters: (0..threads).map(|_| Counter::default()).collect(),
            ponder: Mutex::new(Ponder { hit: (!pondering).then_some(request.started), enough: false }),
            pondering: AtomicBool::new(pondering),
            changed: Condvar::new(),
            request,
            table,
            age,
        }
    }

    pub(crate) fn threads(&self) -> usize {
        self.counters.len()
    }

    /// Ends the search.
    pub(crate) fn stop(&self) {
        self.release(&self.ponder.lock());
    }

    /// Ends the search; the lock keeps a thread that is about to wait from missing it.
    fn release(&self, _: &Ponder) {
        self.halt();
        self.stop.store(true, Relaxed);
        self.changed.notify_all();
    }

    /// Ends the threads' work, not the wait for a command: one of them has searched as deep as was asked for.
    pub(crate) fn halt(&self) {
        self.halted.store(true, Relaxed);
    }

    #[inline]
    pub(crate) fn halted(&self) -> bool {
        self.halted.load(Relaxed)
    }

    /// The expected move was played: from now on the clock is ours. If the time is over already, so is the search.
    pub(crate) fn ponder_hit(&self) {
        let mut ponder = self.ponder.lock();
        ponder.hit.get_or_insert_with(Instant::now);
        self.pondering.store(false, Relaxed);
        if ponder.enough {
            self.release(&ponder);
        }
        self.changed.notify_all();
    }

    /// Whether an iteration that was `enough` for an answer ends the search; while pondering it only notes that.
    pub(crate) fn settle(&self, enough: bool) -> bool {
        let mut ponder = self.ponder.lock();
        ponder.enough = enough;
        enough && ponder.hit.is_some()
    }

    pub(crate) fn pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Waits while the answer must not be given yet: until `stop`, or while pondering until the move is played.
    pub(crate) fn wait_for_leave(&self) {
        let mut ponder = self.ponder.lock();
        while !self.stop.load(Relaxed) && (self.request.limits.infinite || ponder.hit.is_none()) {
            self.changed.wait(&mut ponder);
        }
    }

    /// Publishes a thread's node count.
    pub(crate) fn publish(&self, thread: usize, nodes: u64) {
        self.counters[thread].0.store(nodes, Relaxed);
    }

    /// Nodes of all threads, as last published.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }

    /// Time since the request began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.request.started.elapsed()
    }

    /// Time on our own clock, or its equivalent in nodes.
    pub(crate) fn own_time(&self) -> Duration {
        match self.request.options.nodestime {
            0 => self.ponder.lock().hit.map_or(Duration::ZERO, |hit| hit.elapsed()),
            rate => Duration::from_millis(self.nodes() / rate),
        }
    }

    /// Time spent thinking, pondering included, or its equivalent in nodes.
    pub(crate) fn thinking_time(&self) -> Duration {
        match self.request.options.nodestime {
            0 => self.elapsed(),
            rate => Duration::from_millis(self.nodes() / rate),
        }
    }

    /// Whether a hard limit has been reached. Called by the main thread every few hundred nodes.
    pub(crate) fn limit_reached(&self) -> bool {
        if self.pondering() {
            return false;
        }
        let limits = &self.request.limits;
        limits.nodes.is_some_and(|most| self.nodes() >= most)
            || self.time.hard.is_some_and(|hard| self.own_time() >= hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use chuhe_movegen::{Board, Game};

    #[test]
    fn a_ponder_hit_ends_a_search_that_has_enough() {
        for (verdicts, over) in [(&[][..], false), (&[true], true), (&[true, false], false)] {
            let limits = Limits { ponder: true, ..Limits::default() };
            let request = Request::new(Game::new(Board::start()), limits);
            let shared = Shared::new(request, Arc::new(Table::new(1)), 1, 1);
            assert!(verdicts.iter().all(|&enough| !shared.settle(enough)), "pondering goes on");
            shared.ponder_hit();
            assert_eq!(shared.halted(), over, "{verdicts:?}");
            assert!(shared.settle(true) && !shared.settle(false));
        }
    }
}
