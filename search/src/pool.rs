//! The threads: parked between searches, all searching the same root over one table (lazy SMP).

use std::sync::Arc;
use std::thread::JoinHandle;

use chuhe_eval::nnue::Network;
use chuhe_movegen::{Game, Move};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use crate::request::{Outcome, Request, Sink};
use crate::score::{Bound, Score};
use crate::shared::Shared;
use crate::tt::{Kind, OutOfMemory, Table};
use crate::vote::{self, ThreadResult};
use crate::worker::Worker;

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The best move found.
    pub mv: Option<Move>,
    /// The score, and what it means; `None` where only a move is known.
    pub score: Option<(Score, Bound)>,
    /// Depth of the search behind it.
    pub depth: u8,
}

/// What a parked thread is told.
enum Job {
    /// Search; the main thread also reports, waits for the others and answers.
    Search(Arc<Shared>, Option<Lead>),
    SetNetwork(Option<Arc<Network>>),
    Clear,
}

/// What the main thread of a search is given.
struct Lead {
    sink: Box<dyn Sink>,
    results: Receiver<ThreadResult>,
    answer: Sender<Outcome>,
}

/// A parked thread.
struct Thread {
    jobs: Sender<Job>,
    handle: Option<JoinHandle<()>>,
}

/// Search threads, their table, and the search in progress.
///
/// Commands never wait for a search, except those that change what it uses ([`set_threads`](Pool::set_threads),
/// [`resize_hash`](Pool::resize_hash), [`clear`](Pool::clear)): they stop it first.
pub struct Pool {
    threads: Vec<Thread>,
    results: (Sender<ThreadResult>, Receiver<ThreadResult>),
    table: Arc<Table>,
    age: u8,
    network: Option<Arc<Network>>,
    current: Option<Search>,
}

/// A search in progress, or one whose answer was not fetched.
struct Search {
    shared: Arc<Shared>,
    answer: Receiver<Outcome>,
}

impl Pool {
    /// `threads` threads (at least one) with `hash_mib` MiB of table.
    pub fn new(threads: usize, hash_mib: usize) -> Pool {
        let mut pool = Pool {
            threads: Vec::new(),
            results: unbounded(),
            table: Arc::new(Table::new(hash_mib)),
            age: 0,
            network: None,
            current: None,
        };
        pool.set_threads(threads);
        pool
    }

    /// Starts a search and returns at once; one in progress is stopped first. `sink` is called from the main search
    /// thread, [`Sink::finished`] last.
    pub fn go(&mut self, request: Request, sink: Box<dyn Sink>) {
        self.finish();
        self.age = Table::next_age(self.age);
        let shared = Arc::new(Shared::new(request, self.table.clone(), self.age, self.threads.len()));
        let (answer, receiver) = bounded(1);
        let mut lead = Some(Lead { sink, results: self.results.1.clone(), answer });
        for thread in &self.threads {
            thread.send(Job::Search(shared.clone(), lead.take()));
        }
        self.current = Some(Search { shared, answer: receiver });
    }

    /// Ends the search in progress; its answer follows through the sink.
    pub fn stop(&self) {
        if let Some(search) = &self.current {
            search.shared.stop();
        }
    }

    /// The expected move was played: pondering becomes searching.
    pub fn ponder_hit(&self) {
        if let Some(search) = &self.current {
            search.shared.ponder_hit();
        }
    }

    /// Waits for the search in progress; `None` if there is none.
    pub fn wait(&mut self) -> Option<Outcome> {
        self.current.take()?.answer.recv().ok()
    }

    /// Whether a search is in progress: its answer has not been given.
    pub fn is_searching(&self) -> bool {
        self.current.as_ref().is_some_and(|search| search.answer.is_empty())
    }

    /// Changes the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.finish();
        let threads = threads.max(1);
        self.threads.truncate(threads);
        while self.threads.len() < threads {
            let id = self.threads.len();
            self.threads.push(Thread::spawn(id, self.network.clone(), self.results.0.clone()));
        }
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Replaces the table by an empty one of `mib` MiB.
    ///
    /// # Errors
    /// Where there is not enough memory; then the table is emptied and keeps its size.
    pub fn resize_hash(&mut self, mib: usize) -> Result<(), OutOfMemory> {
        self.finish();
        let old = self.table.mib();
        // The old table goes first, so that both need not fit at once.
        self.table = Arc::new(Table::new(1));
        let table = Table::try_new(mib);
        let result = table.as_ref().map(|_| ()).map_err(|&error| error);
        self.table = Arc::new(table.or_else(|_| Table::try_new(old)).unwrap_or_else(|_| Table::new(1)));
        result
    }

    /// What the table knows of the last position of `game`.
    pub fn probe(&self, game: &Game) -> Option<Known> {
        // From the root, and as if the natural limit were far away.
        let entry = self.table.probe(game.board().key(), 0, i32::MAX)?;
        let bound = match entry.kind {
            Kind::None => None,
            Kind::Upper => Some(Bound::Upper),
            Kind::Lower => Some(Bound::Lower),
            Kind::Exact => Some(Bound::Exact),
        };
        Some(Known {
            mv: entry.mv.filter(|&mv| game.board().is_legal(mv)),
            score: bound.map(|bound| (Score::from_value(entry.value), bound)),
            depth: entry.depth.clamp(0, i32::from(u8::MAX)) as u8,
        })
    }

    /// Forgets everything learned from earlier searches.
    pub fn clear(&mut self) {
        self.finish();
        self.table.clear(self.threads.len());
        self.threads.iter().for_each(|thread| thread.send(Job::Clear));
    }

    /// Evaluates by another network from the next search on; `None` = the bootstrap evaluation.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.finish();
        self.network = network;
        for thread in &self.threads {
            thread.send(Job::SetNetwork(self.network.clone()));
        }
    }

    /// Stops the search in progress and drops its answer (the sink still gets it).
    fn finish(&mut self) {
        self.stop();
        self.wait();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Thread {
    fn spawn(id: usize, network: Option<Arc<Network>>, results: Sender<ThreadResult>) -> Thread {
        let (jobs, inbox) = unbounded();
        // Deep recursion with a picker and a few small arrays at each ply needs more than the default stack.
        const STACK: usize = 16 << 20;
        let run = move || serve(id, network, &inbox, &results);
        let handle =
            std::thread::Builder::new().name(format!("search-{id}")).stack_size(STACK).spawn(run).ok();
        Thread { jobs, handle }
    }

    fn send(&self, job: Job) {
        // A thread that could not be started, or died, takes no jobs; the main thread's absence shows as a missing answer.
        let _ = self.jobs.send(job);
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        // Closing the channel ends the thread's loop.
        self.jobs = unbounded().0;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

/// The loop of a thread: parked on its channel, working when a job arrives.
fn serve(id: usize, mut network: Option<Arc<Network>>, jobs: &Receiver<Job>, results: &Sender<ThreadResult>) {
    let mut worker: Option<Box<Worker>> = None;
    for job in jobs {
        match job {
            Job::Search(shared, lead) => {
                let worker = match &mut worker {
                    Some(worker) => {
                        worker.begin(shared);
                        worker
                    }
                    none => none.insert(Box::new(Worker::new(id, shared, network.clone()))),
                };
                match lead {
                    Some(lead) => run_lead(worker, lead),
                    None => {
                        worker.iterate(None);
                        let _ = results.send(vote::result(worker));
                    }
                }
            }
            Job::SetNetwork(new) => {
                network = new;
                if let Some(worker) = &mut worker {
                    worker.set_network(network.clone());
                }
            }
            Job::Clear => {
                if let Some(worker) = &mut worker {
                    worker.clear();
                }
            }
        }
    }
}

/// Searches as the main thread: waits until the answer may be given, stops the others, lets all vote, answers.
fn run_lead(worker: &mut Worker, mut lead: Lead) {
    worker.iterate(Some(&mut *lead.sink));
    let shared = worker.shared.clone();
    shared.wait_for_leave();
    shared.stop();
    let mut results = vec![vote::result(worker)];
    results.extend(lead.results.iter().take(shared.threads() - 1));
    let single_best = shared.request.options.multipv <= 1 && shared.request.options.skill.is_none();
    let elected = if single_best { vote::elect(&results) } else { 0 };
    let outcome = vote::outcome(&shared, results.swap_remove(elected));
    // The last line a GUI sees must be the one that is played.
    outcome.lines.iter().for_each(|line| lead.sink.info(line));
    lead.sink.finished(&outcome);
    let _ = lead.answer.send(outcome);
}
