//! The root: iterative deepening, aspiration windows, several lines, and when to stop.

use std::time::Duration;

use chuhe_movegen::Move;
use chuhe_movegen::rules::Referee;

use crate::alphabeta::{Candidate, Window};
use crate::learn::Tried;
use crate::node::Pv;
use crate::params;
use crate::request::{Info, Request, Sink};
use crate::score::{Bound, INFINITE, MATE, MAX_PLY, Score, Value, is_loss, is_mate, win_draw_loss};
use crate::skill::Skill;
use crate::time::Difficulty;
use crate::worker::Worker;

/// Time before which bounds and single moves are not worth showing.
const QUIET_TIME: Duration = Duration::from_secs(3);

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Value in the current iteration; `-INFINITE` when it did not beat the best.
    pub(crate) value: Value,
    /// Value in the last iteration.
    pub(crate) previous: Value,
    /// Running average of its values, the centre of the aspiration window.
    average: Option<Value>,
    pub(crate) bound: Bound,
    /// The iteration that gave it its value.
    depth: i32,
    /// Nodes searched below it in all iterations.
    effort: u64,
    pub(crate) seldepth: usize,
    /// The line it begins.
    pub(crate) pv: Vec<Move>,
}

impl RootMove {
    fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            value: -INFINITE,
            previous: -INFINITE,
            average: None,
            bound: Bound::Exact,
            depth: 0,
            effort: 0,
            seldepth: 0,
            pv: vec![mv],
        }
    }
}

/// The moves of the root, best first, and the line being searched.
#[derive(Clone, Debug, Default)]
pub(crate) struct RootMoves {
    pub(crate) moves: Vec<RootMove>,
    /// The line under search: moves before it are taken by better lines.
    line: usize,
    depth: i32,
    /// The last iteration that was finished.
    pub(crate) finished: i32,
}

impl RootMoves {
    /// The moves that a request allows. Those that the referee would lose the game for are left out where
    /// another remains: the tree knows only the part of the rules that is quick to judge.
    pub(crate) fn new(request: &Request) -> RootMoves {
        let options = &request.options;
        let allowed = request.allowed_moves();
        let losing =
            Referee::new(options.rules).with_natural_limit(options.natural_limit).losing_moves(&request.game);
        let all_lose = allowed.iter().all(|mv| losing.contains(mv));
        let kept = allowed.into_iter().filter(|mv| all_lose || !losing.contains(mv));
        RootMoves { moves: kept.map(RootMove::new).collect(), line: 0, depth: 0, finished: 0 }
    }

    /// Whether the best line is under search, rather than an alternative.
    pub(crate) fn first_line(&self) -> bool {
        self.line == 0
    }

    /// The iteration.
    pub(crate) fn depth(&self) -> usize {
        self.depth as usize
    }

    fn sort_from(&mut self, line: usize) {
        self.moves[line..]
            .sort_by_key(|root| (std::cmp::Reverse(root.value), std::cmp::Reverse(root.previous)));
    }
}

/// What iterations tell about the next.
#[derive(Default)]
struct Progress {
    best: Option<Move>,
    stability: u32,
    /// Values of the last iterations.
    values: Vec<Value>,
}

impl Progress {
    fn note(&mut self, best: &RootMove) {
        self.stability = if self.best == Some(best.mv) { self.stability + 1 } else { 0 };
        self.best = Some(best.mv);
        self.values.push(best.value);
    }

    /// By how much the value lies below that of a few iterations ago.
    fn falling(&self) -> Value {
        /// Iterations compared.
        const BACK: usize = 3;
        match (self.values.last(), self.values.iter().rev().nth(BACK)) {
            (Some(&now), Some(&before)) => before - now,
            _ => 0,
        }
    }
}

impl Worker {
    /// Searches deeper and deeper until a limit is reached. Only the main thread has a sink and looks at limits.
    pub(crate) fn iterate(&mut self, mut sink: Option<&mut dyn Sink>) {
        let limits = self.shared.request.limits;
        let options = &self.shared.request.options;
        let skill = options.skill;
        let lines =
            options.multipv.max(if skill.is_some() { Skill::LINES } else { 1 }).min(self.root.moves.len());
        let deepest =
            limits.depth.unwrap_or(u8::MAX).min(skill.map_or(u8::MAX, Skill::depth_limit)).min(MAX_PLY as u8);
        let mut progress = Progress::default();
        for depth in 1..=i32::from(deepest) {
            if self.root.moves.is_empty() || (depth > 1 && self.shared.halted()) {
                break;
            }
            // The last iteration is the one that was asked for.
            if depth < i32::from(deepest) && skips(self.id, depth) {
                continue;
            }
            let completed = self.root.moves[0].clone();
            self.begin_iteration(depth);
            for line in 0..lines {
                self.root.line = line;
                self.aspirate(depth, &mut sink);
                if self.stopped {
                    break;
                }
            }
            self.root.line = 0;
            if self.stopped {
                self.restore(completed);
                break;
            }
            self.root.finished = depth;
            progress.note(&self.root.moves[0]);
            if self.id == 0 {
                self.shared.publish(0, self.nodes);
                self.report(lines, &mut sink);
                if self.is_enough(depth, &progress) {
                    break;
                }
            }
            if depth == i32::from(deepest) {
                self.shared.halt();
            }
        }
        self.root.line = 0;
        self.shared.publish(self.id, self.nodes);
    }

    fn begin_iteration(&mut self, depth: i32) {
        self.root.depth = depth;
        for root in &mut self.root.moves {
            root.previous = root.value;
        }
    }

    /// Searches the current line with a window around its expected value, wider after each failure.
    fn aspirate(&mut self, depth: i32, sink: &mut Option<&mut dyn Sink>) {
        let line = self.root.line;
        self.seldepth = 0;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut delta = params::aspiration_window();
        /// The first iteration with a window.
        const FROM: i32 = 4;
        if let Some(average) = self.root.moves[line].average
            && depth >= FROM
            && !is_mate(average)
        {
            delta += average * average / params::aspiration_square();
            (alpha, beta) = (average - delta, average + delta);
        }
        let mut failed_high = 0;
        loop {
            let value = self.search_root(
                alpha.max(-INFINITE),
                beta.min(INFINITE),
                (depth - failed_high).max(1),
                sink,
            );
            self.root.sort_from(line);
            if self.stopped {
                return;
            }
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = value - delta;
                failed_high = 0;
            } else if value >= beta {
                beta = value + delta;
                failed_high += 1;
            } else {
                break;
            }
            self.report_failure(sink);
            delta += delta * params::aspiration_growth() / 100;
            /// A window this wide is given up.
            const WIDEST: Value = 1500;
            if delta > WIDEST {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
        self.root.moves[..=line].sort_by_key(|root| std::cmp::Reverse(root.value));
    }

    /// Searches the moves of the current line and those after it, in their order, which is that of the last iteration.
    fn search_root(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        sink: &mut Option<&mut dyn Sink>,
    ) -> Value {
        self.pv.clear(0);
        self.count_node();
        let mut node = self.look_up::<Pv>(alpha, beta, depth, 0, false);
        self.evaluate_node(&mut node);
        let mut window = Window { alpha, best: -INFINITE, best_move: None };
        let (mut quiets, mut captures) = (Tried::NONE, Tried::NONE);
        for index in self.root.line..self.root.moves.len() {
            let mv = self.root.moves[index].mv;
            let candidate = self.candidate(&node, mv, index - self.root.line + 1);
            self.announce(&candidate, sink);
            let nodes_before = self.nodes;
            let value = self.search_move::<Pv>(&node, &candidate, window.alpha, 0);
            if self.stopped {
                return 0;
            }
            self.root.moves[index].effort += self.nodes - nodes_before;
            self.update_root(index, value, window.alpha, beta);
            if window.takes::<Pv>(self, &node, mv, value) && value >= beta {
                break;
            }
            let tried = if candidate.victim.is_some() { &mut captures } else { &mut quiets };
            tried.push(mv);
        }
        if let Some(mv) = window.best_move {
            self.update_histories(&node, mv, &quiets, &captures);
        }
        self.conclude::<Pv>(&node, &window)
    }

    /// Tells which move is being searched, in long searches.
    fn announce(&self, candidate: &Candidate, sink: &mut Option<&mut dyn Sink>) {
        if let Some(sink) = sink
            && self.shared.elapsed() > QUIET_TIME
        {
            sink.current_move(self.root.depth as u8, candidate.mv, self.root.line + candidate.number);
        }
    }

    /// Notes the result of a root move.
    fn update_root(&mut self, index: usize, value: Value, alpha: Value, beta: Value) {
        let (depth, seldepth) = (self.root.depth, self.seldepth);
        let line = self.pv.line(1);
        let is_first = index == self.root.line;
        let root = &mut self.root.moves[index];
        if !is_first && value <= alpha {
            root.value = -INFINITE;
            return;
        }
        (root.value, root.depth) = (value, depth);
        root.average = Some(root.average.map_or(value, |average| (average + value) / 2));
        root.seldepth = seldepth;
        root.bound = match value {
            v if v <= alpha => Bound::Upper,
            v if v >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        if value > alpha || root.pv.is_empty() {
            root.pv.clear();
            root.pv.push(root.mv);
            root.pv.extend_from_slice(line);
        }
    }

    /// After an iteration was cut short: what it found stands if it improved on the last one; otherwise
    /// the last complete result does.
    fn restore(&mut self, completed: RootMove) {
        if completed.value == -INFINITE {
            return;
        }
        let moves = &mut self.root.moves;
        let best = &moves[0];
        let trusted = best.value != -INFINITE
            && best.bound != Bound::Upper
            && (best.mv == completed.mv || !is_loss(best.value));
        let forgotten = is_mate(completed.value) && completed.value.abs() > best.value.abs();
        if trusted && !forgotten {
            return;
        }
        if let Some(at) = moves.iter().position(|root| root.mv == completed.mv) {
            moves[..=at].rotate_right(1);
            moves[0] = completed;
        }
    }

    /// Whether the main thread has searched enough after a complete iteration.
    fn is_enough(&self, depth: i32, progress: &Progress) -> bool {
        let request = &self.shared.request;
        let (limits, best) = (&request.limits, &self.root.moves[0]);
        if limits.mate.is_some_and(|moves| best.value >= MATE - 2 * Value::from(moves)) {
            return true;
        }
        if limits.soft_nodes_spent(self.shared.nodes()) {
            return true;
        }
        if limits.infinite || limits.clock.is_none() {
            return false;
        }
        /// With one legal move a glance is enough.
        const GLANCE: i32 = 6;
        let forced = self.root.moves.len() == 1 && depth >= GLANCE && !request.options.analyse;
        // A mate seen well beyond its own length will not get shorter.
        let mated = is_mate(best.value) && depth > 2 * (MATE - best.value.abs());
        let difficulty = Difficulty {
            stability: progress.stability,
            best_share: best.effort as f64 / self.nodes.max(1) as f64,
            falling: progress.falling(),
        };
        let over =
            || self.shared.time.scaled(difficulty).is_some_and(|soft| self.shared.thinking_time() >= soft);
        self.shared.settle(forced || mated || over())
    }

    /// Hands out the lines of a finished iteration.
    fn report(&self, lines: usize, sink: &mut Option<&mut dyn Sink>) {
        if let Some(sink) = sink {
            let shown = lines.min(self.shared.request.options.multipv.max(1));
            (0..shown).for_each(|rank| sink.info(&self.line(rank)));
        }
    }

    /// Hands out a bound, in long searches.
    fn report_failure(&self, sink: &mut Option<&mut dyn Sink>) {
        if let Some(sink) = sink
            && self.shared.request.options.multipv <= 1
            && self.shared.elapsed() > QUIET_TIME
        {
            sink.info(&self.line(0));
        }
    }

    /// The line of a rank (from 0) as it stands.
    pub(crate) fn line(&self, rank: usize) -> Info {
        let root = &self.root.moves[rank];
        let searched = root.value != -INFINITE;
        let value = if searched { root.value } else { root.previous };
        let value = if value == -INFINITE { 0 } else { value };
        let time = self.shared.elapsed();
        let nodes = self.shared.nodes().max(self.nodes);
        Info {
            depth: root.depth.max(1) as u8,
            seldepth: root.seldepth as u8,
            multipv: rank + 1,
            score: Score::from_value(value),
            value,
            bound: if searched { root.bound } else { Bound::Exact },
            wdl: win_draw_loss(value, self.shared.request.game.board()),
            nodes,
            nps: (nodes as f64 / time.as_secs_f64().max(1e-3)) as u64,
            hashfull: self.shared.table.hashfull(self.shared.age),
            time,
            pv: root.pv.clone(),
        }
    }
}

/// Whether a helper leaves an iteration out: it is then ahead of the main thread, and what it stores helps more than if it
/// searched the same tree at the same time (lazy SMP as Stockfish 7 to 10 had it). The first two helpers leave out
/// every other iteration, the next four two of every four, the next six three of every six, and so on, each shifted by one.
fn skips(thread: usize, depth: i32) -> bool {
    /// Shallow iterations take no time.
    const FROM: i32 = 4;
    let Some(helper) = thread.checked_sub(1).filter(|_| depth >= FROM) else { return false };
    let (mut phase, mut size) = (helper as i32, 1);
    while phase >= 2 * size {
        phase -= 2 * size;
        size += 1;
    }
    (depth + phase) / size % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::skips;

    #[test]
    fn helpers_leave_out_half_of_the_iterations() {
        let searched = |thread| (4..16).filter(|&depth| !skips(thread, depth)).collect::<Vec<_>>();
        assert_eq!(searched(0), (4..16).collect::<Vec<_>>(), "the main thread searches all");
        assert_eq!(searched(1), [4, 6, 8, 10, 12, 14]);
        assert_eq!(searched(2), [5, 7, 9, 11, 13, 15]);
        assert_eq!(searched(3), [4, 5, 8, 9, 12, 13]);
        assert_eq!(searched(4), [4, 7, 8, 11, 12, 15]);
        assert_eq!(searched(7), [6, 7, 8, 12, 13, 14]);
    }
}
