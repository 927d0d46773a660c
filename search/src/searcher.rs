//! A search as a function call, on the caller's thread: data generation, tests, analysis jobs.

use std::sync::Arc;

use chuhe_eval::nnue::Network;

use crate::request::{Outcome, Request, Sink};
use crate::shared::Shared;
use crate::tt::Table;
use crate::vote;
use crate::worker::Worker;

/// A single-threaded search with a table of its own. What it learns carries over from one [`run`](Searcher::run)
/// to the next until [`clear`](Searcher::clear).
pub struct Searcher {
    table: Arc<Table>,
    age: u8,
    worker: Option<Box<Worker>>,
    network: Option<Arc<Network>>,
}

impl Searcher {
    /// A searcher with `hash_mib` MiB of table, and a network or the bootstrap evaluation.
    pub fn new(hash_mib: usize, network: Option<Arc<Network>>) -> Searcher {
        Searcher { table: Arc::new(Table::new(hash_mib)), age: 0, worker: None, network }
    }

    /// Searches until a limit is reached; a request that waits for a command (`infinite`, `ponder`) would never end, so
    /// those two are ignored.
    pub fn run(&mut self, request: &Request) -> Outcome {
        self.search(request, None)
    }

    /// As [`run`](Searcher::run), with every finished line handed to `sink`.
    pub fn run_with(&mut self, request: &Request, sink: &mut dyn Sink) -> Outcome {
        let outcome = self.search(request, Some(&mut *sink));
        sink.finished(&outcome);
        outcome
    }

    fn search(&mut self, request: &Request, sink: Option<&mut dyn Sink>) -> Outcome {
        let mut request = request.clone();
        (request.limits.infinite, request.limits.ponder) = (false, false);
        self.age = Table::next_age(self.age);
        let shared = Arc::new(Shared::new(request, self.table.clone(), self.age, 1));
        let worker = Worker::prepare(&mut self.worker, 0, &shared, &self.network);
        worker.iterate(sink);
        vote::outcome(&shared, vote::result(worker).lines)
    }

    /// Forgets everything earlier searches left.
    pub fn clear(&mut self) {
        self.table.clear(1);
        if let Some(worker) = &mut self.worker {
            worker.clear();
        }
    }
}
