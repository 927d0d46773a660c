//! From `go` to `bestmove`.

use std::time::{Duration, Instant};

use chuhe_movegen::Move;
use chuhe_search::score::win_draw_loss;
use chuhe_search::{Bound, Info, Known, Limits, Outcome, Request, Score};

use super::Session;
use super::event::Reporter;
use crate::output::{Answer, HashReport};
use crate::protocol::{Go, PositionText, Protocol};

/// A search under way, or an answer held back.
pub struct Running {
    /// No answer yet, whatever the search says: it is infinite, or ponders.
    waits: WaitsFor,
    /// The answer, if it came while it had to wait.
    held: Option<Outcome>,
    /// Some limit ends the search.
    bounded: bool,
    /// The lines of analysis printed last, best first.
    shown: Vec<Info>,
    /// A game is being played by UCCI's clock, so draw and resignation are in place.
    played_by_clock: bool,
    /// The opponent offers a draw.
    draw_offered: bool,
}

/// What an answer waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WaitsFor {
    Nothing,
    PonderHit { then_stop: bool },
    Stop,
}

impl Running {
    fn new(go: &Go) -> Self {
        let waits = match (go.ponder, go.infinite) {
            (true, infinite) => WaitsFor::PonderHit { then_stop: infinite },
            (false, true) => WaitsFor::Stop,
            (false, false) => WaitsFor::Nothing,
        };
        Self {
            waits,
            held: None,
            bounded: go.is_bounded(),
            shown: Vec::new(),
            played_by_clock: go.own.time.is_some(),
            draw_offered: go.draw,
        }
    }

    /// Whether the answer will come without a further command.
    pub fn ends_by_itself(&self) -> bool {
        self.waits == WaitsFor::Nothing && self.bounded
    }

    /// Whether the clock of a game runs, in which a draw may be agreed or the game given up.
    pub fn is_game(&self) -> bool {
        self.played_by_clock
    }

    /// Whether the opponent offers a draw.
    pub fn draw_offered(&self) -> bool {
        self.draw_offered
    }
}

/// How long the end of a stopped search is waited for; it takes milliseconds.
const STOP_PATIENCE: Duration = Duration::from_secs(10);

impl Session {
    /// A search still running is ended and answered first: every `go` gets its answer.
    pub(super) fn go(&mut self, go: &Go) {
        let started = Instant::now();
        self.end_search();
        for fault in &go.faults {
            self.say(&fault.to_string());
        }
        let search_moves = self.read_root_moves(&go.search_moves);
        self.search = Some(Running::new(go));
        if let Some(outcome) = self.instant_answer(go, &search_moves) {
            self.search_finished(outcome);
            return;
        }
        let request = Request {
            game: self.game.clone(),
            limits: self.limits(go),
            search_moves,
            ban_moves: self.banned.clone(),
            options: self.settings.search_options(),
            started,
        };
        let reporter = Box::new(Reporter(self.reports.clone()));
        self.prepare();
        let (pool, _) = self.engine.prepare(&mut self.settings);
        pool.go(request, reporter);
    }

    fn limits(&self, go: &Go) -> Limits {
        // A depth or a node of 0 would leave nothing to answer with.
        Limits {
            depth: go.depth.map(|depth| depth.max(1)),
            nodes: go.nodes.map(|nodes| nodes.max(1)),
            soft_nodes: None,
            movetime: go.movetime,
            clock: go.clock(self.game.board().side_to_move()),
            mate: go.mate.map(|mate| mate.max(1)),
            infinite: go.infinite,
            ponder: go.ponder,
        }
    }

    /// The answer where there is nothing to search.
    fn instant_answer(&mut self, go: &Go, search_moves: &[Move]) -> Option<Outcome> {
        let legal = self.game.board().legal_moves();
        let allowed =
            |mv: &Move| !self.banned.contains(mv) && (search_moves.is_empty() || search_moves.contains(mv));
        if !legal.is_empty() && !legal.iter().any(allowed) {
            self.say("no move is left to choose from");
            return Some(no_move(Vec::new()));
        }
        if legal.is_empty() {
            return Some(no_move(vec![self.line(0, Score::Mate(0), Vec::new())]));
        }
        if self.protocol == Protocol::Ucci && go.depth == Some(0) {
            let value = self.static_value();
            return Some(no_move(vec![self.line(0, Score::from_value(value), Vec::new())]));
        }
        let banned = self.banned.clone();
        self.book_answer(go, |mv| {
            !banned.contains(&mv) && (search_moves.is_empty() || search_moves.contains(&mv))
        })
    }

    /// A line of analysis that took no search.
    pub(super) fn line(&self, depth: u8, score: Score, pv: Vec<Move>) -> Info {
        Info {
            depth,
            seldepth: depth,
            multipv: 1,
            score,
            value: 0,
            bound: Bound::Exact,
            wdl: win_draw_loss(0, self.game.board()),
            nodes: 0,
            nps: 0,
            hashfull: 0,
            time: Duration::ZERO,
            pv,
        }
    }

    /// Creates what a search needs, and says so where something is amiss.
    pub(super) fn prepare(&mut self) {
        let (_, faults) = self.engine.prepare(&mut self.settings);
        for fault in faults {
            self.say(&fault);
        }
    }

    pub(super) fn show_info(&mut self, info: &Info) {
        if let Some(search) = &mut self.search {
            search.shown.truncate(info.multipv - 1);
            search.shown.push(info.clone());
        }
        let line = self.style().info(info);
        self.out.line(&line);
    }

    /// Prints the answer, or keeps it until the GUI may hear it.
    pub(super) fn search_finished(&mut self, outcome: Outcome) {
        let Some(search) = &mut self.search else {
            return;
        };
        if search.waits != WaitsFor::Nothing {
            search.held = Some(outcome);
            return;
        }
        if let Some(search) = self.search.take() {
            self.print_answer(&search, &outcome);
        }
    }

    fn print_answer(&mut self, search: &Running, outcome: &Outcome) {
        // The last lines a GUI sees must be those the answer follows from.
        if !outcome.lines.iter().map(news).eq(search.shown.iter().map(news)) {
            outcome.lines.iter().for_each(|info| self.show_final(info));
        }
        let verdict = self.offer(search, outcome);
        let answer = Answer { best: outcome.best, ponder: outcome.ponder, verdict };
        let line = self.style().best_move(&answer);
        self.out.line(&line);
    }

    /// A root without moves has little to say; all other lines are complete.
    fn show_final(&mut self, info: &Info) {
        if !info.pv.is_empty() {
            self.show_info(info);
            return;
        }
        let score = match (info.score, self.protocol) {
            (Score::Mate(moves), _) => format!("mate {moves}"),
            (Score::Cp(cp), Protocol::Uci) => format!("cp {cp}"),
            (Score::Cp(cp), Protocol::Ucci) => cp.to_string(),
        };
        self.out.line(&format!("info depth {} score {score}", info.depth));
    }

    pub(super) fn stop(&mut self) {
        self.jobs.stop();
        if self.search.is_some() {
            self.release(WaitsFor::Nothing);
            self.stop_pool();
        } else if self.protocol == Protocol::Ucci {
            self.out.line("nobestmove");
        }
    }

    pub(super) fn ponder_hit(&mut self, draw: bool) {
        let Some(search) = &mut self.search else {
            return;
        };
        search.draw_offered |= draw;
        if let WaitsFor::PonderHit { then_stop } = search.waits {
            if search.held.is_none()
                && let Some(pool) = self.engine.pool()
            {
                pool.ponder_hit();
            }
            self.release(if then_stop { WaitsFor::Stop } else { WaitsFor::Nothing });
        }
    }

    /// Lowers what the answer waits for, and prints it if it is there.
    fn release(&mut self, waits: WaitsFor) {
        let Some(search) = &mut self.search else {
            return;
        };
        search.waits = waits;
        if let Some(outcome) = search.held.take() {
            self.search_finished(outcome);
        }
    }

    fn stop_pool(&mut self) {
        if let Some(pool) = self.engine.pool() {
            pool.stop();
        }
    }

    /// Ends the search, if there is one, and prints its answer.
    pub(super) fn end_search(&mut self) {
        if self.search.is_none() {
            return;
        }
        self.release(WaitsFor::Nothing);
        self.stop_pool();
        let patience = Instant::now() + STOP_PATIENCE;
        while self.search.is_some() {
            match self.events.recv_deadline(patience) {
                Ok(event) => self.take_event(event),
                Err(_) => break,
            }
        }
    }

    /// UCCI's look into the hash.
    pub(super) fn probe(&mut self, text: &PositionText) {
        let game = self.read_position(text);
        let known = game.and_then(|game| self.engine.pool()?.probe(&game));
        let report = known.map_or_else(HashReport::default, |known| hash_report(&known));
        let line = self.style().hash_report(&report);
        self.out.line(&line);
    }
}

/// What tells one line of analysis from another; the clock runs on even when there is nothing new.
fn news(info: &Info) -> (u8, Score, Bound, u64, &[Move]) {
    (info.depth, info.score, info.bound, info.nodes, &info.pv)
}

/// An exact score bounds from both sides. UCCI has no mates here, so they are left out.
fn hash_report(known: &Known) -> HashReport {
    let mut report = HashReport { best: known.mv, ..HashReport::default() };
    if let Some((Score::Cp(cp), bound)) = known.score {
        let value = Some((cp, known.depth));
        report.lower = value.filter(|_| bound != Bound::Upper);
        report.upper = value.filter(|_| bound != Bound::Lower);
    }
    report
}

/// The answer "no move", with what there is to say about it.
fn no_move(lines: Vec<Info>) -> Outcome {
    Outcome { best: None, ponder: None, lines, nodes: 0, time: Duration::ZERO }
}
