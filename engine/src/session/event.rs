//! What happens while the session listens: search results and finished console jobs.

use chuhe_movegen::Move;
use chuhe_search::{Info, Outcome, Sink};
use crossbeam_channel::Sender;

/// Something that reaches the session from another thread.
pub enum Event {
    /// A line of analysis.
    Info(Info),
    /// The search looks at this root move.
    CurrentMove {
        /// Iteration.
        depth: u8,
        /// The move.
        mv: Move,
        /// Its number, from 1.
        number: usize,
    },
    /// Something in the search failed; it goes on.
    Fault(String),
    /// The search has ended.
    Finished(Outcome),
    /// A console job has something to print.
    Job(Vec<String>),
}

/// Passes what a search finds on to the session.
pub struct Reporter(pub Sender<Event>);

impl Reporter {
    /// The session outlives every search, unless the process is ending.
    fn send(&self, event: Event) {
        let _ = self.0.send(event);
    }
}

impl Sink for Reporter {
    fn info(&mut self, info: &Info) {
        self.send(Event::Info(info.clone()));
    }

    fn current_move(&mut self, depth: u8, mv: Move, number: usize) {
        self.send(Event::CurrentMove { depth, mv, number });
    }

    fn fault(&mut self, fault: &str) {
        self.send(Event::Fault(fault.to_owned()));
    }

    fn finished(&mut self, outcome: &Outcome) {
        self.send(Event::Finished(outcome.clone()));
    }
}
