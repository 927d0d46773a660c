//! The threads: parked between searches, all searching the same root over one table (lazy SMP).

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
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
    Search(Arc<Shared>, Role),
    SetNetwork(Option<Arc<Network>>),
    Clear,
}

/// A thread's part in a search.
enum Role {
    /// Reports, waits for the others and answers.
    Lead(Lead),
    /// Tells what it found. A thread that never runs drops the sender unused, and nobody waits for it.
    Helper(Sender<ThreadResult>),
}

/// What the main thread of a search is given.
struct Lead {
    sink: Box<dyn Sink>,
    results: Receiver<ThreadResult>,
    answer: Sender<Outcome>,
}

/// A parked thread; it lives until it is dropped.
struct Thread {
    jobs: Sender<Job>,
    handle: Option<JoinHandle<()>>,
}

/// Search threads, their table, and the search in progress.
///
/// Commands never wait for a search, except those that change what it uses ([`set_threads`](Pool::set_threads),
/// [`resize_hash`](Pool::resize_hash), [`clear`](Pool::clear)): they stop it first.
///
/// Every search is answered. A thread that panics costs what it was about to find, one that cannot be started is
/// tried again at the next search, and the sink is told of either ([`Sink::fault`]).
pub struct Pool {
    /// How many threads there should be.
    wanted: usize,
    threads: Vec<Thread>,
    /// Bytes of stack for each.
    stack: usize,
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
            wanted: 0,
            threads: Vec::new(),
            stack: STACK,
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
    pub fn go(&mut self, request: Request, mut sink: Box<dyn Sink>) {
        self.finish();
        if let Err(error) = self.start_missing() {
            sink.fault(&format!("{} of {} threads run: {error}", self.threads.len(), self.wanted));
        }
        self.age = Table::next_age(self.age);
        let shared = Arc::new(Shared::new(request, self.table.clone(), self.age, self.threads.len()));
        let (found, results) = unbounded();
        let (answer, receiver) = bounded(1);
        let lead = Lead { sink, results, answer };
        match self.threads.split_first() {
            Some((main, helpers)) => {
                main.send(Job::Search(shared.clone(), Role::Lead(lead)));
                helpers
                    .iter()
                    .for_each(|thread| thread.send(Job::Search(shared.clone(), Role::Helper(found.clone()))));
            }
            None => lead.answer(vote::any_move(&shared)),
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
        self.wanted = threads.max(1);
        self.threads.truncate(self.wanted);
        // Where this fails the next search tries again, and has somebody to tell.
        let _ = self.start_missing();
    }

    fn start_missing(&mut self) -> io::Result<()> {
        while self.threads.len() < self.wanted {
            let thread = Thread::spawn(self.threads.len(), self.network.clone(), self.stack)?;
            self.threads.push(thread);
        }
        Ok(())
    }

    /// Replaces the table by an empty one of `mib` MiB.
    ///
    /// # Errors
    /// Where there is not enough memory; then the table is emptied and keeps its size, if there is still memory for
    /// that ([`hash_mib`](Pool::hash_mib) tells).
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

    /// The size of the table in MiB.
    pub fn hash_mib(&self) -> usize {
        self.table.mib()
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
        self.table.clear(self.wanted);
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

/// Deep recursion with a picker and a few small arrays at each ply needs more than the default stack.
const STACK: usize = 16 << 20;

impl Thread {
    fn spawn(id: usize, network: Option<Arc<Network>>, stack: usize) -> io::Result<Thread> {
        let (jobs, inbox) = unbounded();
        let desk = Desk { id, network, worker: None };
        let builder = std::thread::Builder::new().name(format!("search-{id}")).stack_size(stack);
        let handle = builder.spawn(move || desk.serve(&inbox))?;
        Ok(Thread { jobs, handle: Some(handle) })
    }

    fn send(&self, job: Job) {
        // The thread listens for as long as `self` exists.
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

/// What a thread has with it.
struct Desk {
    id: usize,
    network: Option<Arc<Network>>,
    /// Made for the first search, and again after a panic.
    worker: Option<Box<Worker>>,
}

impl Desk {
    /// The loop of a thread: parked on its channel, working when a job arrives.
    fn serve(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Search(shared, Role::Lead(lead)) => self.lead(&shared, lead),
                Job::Search(shared, Role::Helper(results)) => {
                    let _ = results.send(self.search(&shared, None));
                }
                Job::SetNetwork(network) => {
                    self.network = network;
                    if let Some(worker) = &mut self.worker {
                        worker.set_network(self.network.clone());
                    }
                }
                Job::Clear => {
                    if let Some(worker) = &mut self.worker {
                        worker.clear();
                    }
                }
            }
        }
    }

    /// Searches until there is enough. A panic leaves what the last iteration found.
    fn search(&mut self, shared: &Arc<Shared>, sink: Option<&mut dyn Sink>) -> ThreadResult {
        let searched = catch_unwind(AssertUnwindSafe(|| {
            #[cfg(test)]
            assert!(!shared.request.panics.contains(&self.id), "asked for by a test");
            let worker = Worker::prepare(&mut self.worker, self.id, shared, &self.network);
            worker.iterate(sink);
            vote::result(worker)
        }));
        searched.unwrap_or_else(|panic| {
            // The next search gets a new worker: this one stopped in the middle of something.
            let begun = self.worker.take().filter(|worker| Arc::ptr_eq(&worker.shared, shared));
            let found = begun.map_or_else(ThreadResult::default, |worker| vote::result(&worker));
            ThreadResult { fault: Some(format!("thread {} failed: {}", self.id, message(&*panic))), ..found }
        })
    }

    /// Searches as the main thread: waits until the answer may be given, stops the others, lets all vote, answers.
    fn lead(&mut self, shared: &Arc<Shared>, mut lead: Lead) {
        let mut results = vec![self.search(shared, Some(&mut *lead.sink))];
        shared.wait_for_leave();
        shared.stop();
        // Until every helper has told what it found, or is gone.
        results.extend(&lead.results);
        let faults: Vec<String> = results.iter_mut().filter_map(|result| result.fault.take()).collect();
        faults.iter().for_each(|fault| lead.sink.fault(fault));
        results.retain(|result| !result.lines.is_empty());
        if let Some(depth) = shared.request.limits.depth {
            vote::keep_complete(&mut results, depth);
        }
        let single_best = shared.request.options.multipv <= 1 && shared.request.options.skill.is_none();
        let elected = if single_best { vote::elect(&results) } else { 0 };
        let outcome = match results.into_iter().nth(elected) {
            None if !faults.is_empty() => vote::any_move(shared),
            found => vote::outcome(shared, found.map_or_else(Vec::new, |result| result.lines)),
        };
        lead.answer(outcome);
    }
}

impl Lead {
    fn answer(mut self, outcome: Outcome) {
        self.sink.finished(&outcome);
        let _ = self.answer.send(outcome);
    }
}

/// What a panic says.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use chuhe_movegen::Board;
    use parking_lot::Mutex;

    /// Notes what went wrong, and fails itself at a depth.
    #[derive(Clone, Default)]
    struct Witness {
        faults: Arc<Mutex<Vec<String>>>,
        fails_at: Option<u8>,
    }

    impl Sink for Witness {
        fn info(&mut self, info: &crate::Info) {
            assert!(self.fails_at != Some(info.depth), "asked for at depth {}", info.depth);
        }

        fn fault(&mut self, fault: &str) {
            self.faults.lock().push(fault.to_owned());
        }
    }

    /// Searches the start position while these threads fail; the answer and the faults told.
    fn search_without(pool: &mut Pool, panics: &[usize], fails_at: Option<u8>) -> (Outcome, Vec<String>) {
        let mut request = Request::new(Game::new(Board::start()), Limits::depth(5));
        request.panics = panics.to_vec();
        let witness = Witness { fails_at, ..Witness::default() };
        pool.go(request, Box::new(witness.clone()));
        let outcome = pool.wait().expect("every search is answered");
        (outcome, std::mem::take(&mut witness.faults.lock()))
    }

    #[test]
    fn threads_that_panic_cost_no_answer() {
        let mut pool = Pool::new(3, 4);
        for (panics, depth) in [(&[1][..], 5), (&[0], 5), (&[0, 2], 5), (&[0, 1, 2], 0), (&[], 5)] {
            let (outcome, faults) = search_without(&mut pool, panics, None);
            assert!(outcome.best.is_some_and(|mv| Board::start().is_legal(mv)), "{panics:?}");
            assert!(outcome.lines[0].depth <= depth, "{panics:?}");
            let expected: Vec<String> =
                panics.iter().map(|id| format!("thread {id} failed: asked for by a test")).collect();
            assert_eq!(sorted(faults), expected);
        }
    }

    fn sorted(mut texts: Vec<String>) -> Vec<String> {
        texts.sort_unstable();
        texts
    }

    #[test]
    fn a_panic_leaves_the_last_iteration() {
        let mut pool = Pool::new(1, 4);
        let (outcome, faults) = search_without(&mut pool, &[], Some(4));
        assert_eq!(
            (outcome.lines[0].depth, &faults[..]),
            (4, &["thread 0 failed: asked for at depth 4".to_owned()][..])
        );
    }

    #[test]
    fn threads_that_cannot_be_started_are_tried_again() {
        let mut pool = Pool::new(1, 4);
        // More stack than there are addresses.
        pool.stack = 1 << 62;
        pool.set_threads(3);
        let (outcome, faults) = search_without(&mut pool, &[], None);
        assert!(outcome.best.is_some() && faults[0].starts_with("1 of 3 threads run: "), "{faults:?}");
        pool.threads.clear();
        let (outcome, faults) = search_without(&mut pool, &[], None);
        assert!(outcome.best.is_some() && faults[0].starts_with("0 of 3 threads run: "), "{faults:?}");
        pool.stack = STACK;
        let (outcome, faults) = search_without(&mut pool, &[], None);
        assert!(outcome.lines[0].depth == 5 && faults.is_empty() && pool.threads.len() == 3, "{faults:?}");
    }
}
