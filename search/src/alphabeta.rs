//! The search of one node: principal variation search, step by step from top to bottom. The steps
//! are named functions: before the moves in `prune`, at each move in `prune`, `extend` and `reduce`.

use chuhe_movegen::{Move, PieceKind};

use crate::correction::corrected;
use crate::extend::Extension;
use crate::history::PieceTo;
use crate::learn::{Tried, history_bonus};
use crate::movepick::{MovePicker, Wanted};
use crate::node::{Node, NodeKind, NonPv, Pv};
use crate::params;
use crate::prune::Verdict as Pruned;
use crate::reduce;
use crate::score::{INFINITE, MAX_PLY, NONE, Value, is_decisive, is_loss, is_win, mate_in, mated_in};
use crate::tt::{self, Kind};
use crate::worker::Worker;

/// A move of a node, with what pruning and reductions ask of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    /// Its number among the node's moves, from 1.
    pub(crate) number: usize,
    /// What it captures.
    pub(crate) victim: Option<PieceKind>,
    pub(crate) gives_check: bool,
    /// Capture history, or the sum of the quiet histories.
    pub(crate) history: i32,
}

impl Worker {
    /// The value of the node at `ply`, from the view of its side to move: exact inside the window, a bound outside.
    pub(crate) fn search<K: NodeKind>(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        if K::PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        let (least, most) = self.judge.judge(&self.game, ply, self.nodes).bounds();
        // Mate distance: nothing here can be better than mating next, or worse than being mated now.
        let alpha = alpha.max(least).max(mated_in(ply));
        let beta = beta.min(most).min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha.clamp(least, most);
        }
        let value = if depth <= 0 {
            self.quiesce::<K>(alpha, beta, ply)
        } else {
            self.search_node::<K>(alpha, beta, depth, ply, cut_node)
        };
        value.clamp(least, most)
    }

    /// The same for a node whose path decides nothing, step by step.
    fn search_node<K: NodeKind>(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        if self.count_node() {
            return 0;
        }
        if ply >= MAX_PLY {
            return if self.in_check() { 0 } else { self.quiet_eval(ply) };
        }
        let mut node = self.look_up::<K>(alpha, beta, depth, ply, cut_node);
        if let Some(value) = self.table_cutoff::<K>(&node) {
            return value;
        }
        self.evaluate_node(&mut node);
        self.reward_surprise(&node);
        self.hindsight(&mut node);
        if let Pruned::Value(value) = self.prune_node::<K>(&mut node) {
            return value;
        }
        self.search_moves::<K>(&mut node)
    }

    /// What the table and the stack know of the node.
    pub(crate) fn look_up<K: NodeKind>(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Node {
        let excluded = self.stack[ply].excluded;
        let key = self.table_key();
        let entry =
            self.shared.table.probe(key, ply, self.judge.room(&self.game)).filter(|_| excluded.is_none());
        let board = self.game.board();
        let table_move = match entry {
            Some(entry) => entry.mv.filter(|&mv| board.is_legal(mv)),
            None => None,
        };
        let table_capture = table_move.is_some_and(|mv| board.piece_at(mv.to()).is_some());
        let tt_pv = match excluded {
            Some(_) => self.stack[ply].tt_pv,
            None => K::PV || entry.is_some_and(|entry| entry.pv),
        };
        self.stack[ply].tt_pv = tt_pv;
        self.stack[ply + 1].excluded = None;
        self.stack[ply + 2].cutoffs = 0;
        let doubles = if ply == 0 { 0 } else { self.stack[ply - 1].double_extensions };
        self.stack[ply].double_extensions = doubles;
        Node {
            ply,
            depth,
            alpha,
            beta,
            cut_node,
            in_check: self.in_check(),
            key,
            entry,
            table_move,
            table_capture,
            tt_pv,
            raw_eval: NONE,
            static_eval: NONE,
            eval: NONE,
            correction: 0,
            improving: false,
            excluded,
            before: self.stack.continuations(ply),
        }
    }

    /// The table's value, where it is deep and sharp enough to end a node off the principal variation.
    fn table_cutoff<K: NodeKind>(&mut self, node: &Node) -> Option<Value> {
        let entry = node.entry.filter(|_| !K::PV)?;
        let fails_high = entry.value >= node.beta;
        let deep = entry.depth > node.depth - i32::from(!fails_high);
        if entry.value == NONE || !deep || !entry.kind.proves(fails_high) {
            return None;
        }
        if let Some(mv) = node.table_move
            && fails_high
            && !node.table_capture
        {
            let bonus = history_bonus(node.depth) / 2;
            self.reward_quiet(node, mv, bonus);
        }
        Some(entry.value)
    }

    /// Evaluates the node, with the table's help.
    pub(crate) fn evaluate_node(&mut self, node: &mut Node) {
        if node.in_check {
            self.stack[node.ply].static_eval = NONE;
            return;
        }
        if node.excluded.is_some() {
            node.static_eval = self.stack[node.ply].static_eval;
            node.eval = node.static_eval;
            node.correction = self.correction(node.ply);
            node.improving = self.improving(node.ply, node.static_eval);
            return;
        }
        node.raw_eval = match node.entry {
            Some(entry) if entry.eval != NONE => entry.eval,
            _ => self.raw_eval(),
        };
        node.correction = self.correction(node.ply);
        node.static_eval = corrected(node.raw_eval, node.correction);
        node.eval = node.static_eval;
        match node.entry {
            Some(entry)
                if entry.value != NONE
                    && !is_decisive(entry.value)
                    && entry.kind.proves(entry.value > node.eval) =>
            {
                node.eval = entry.value
            }
            Some(_) => {}
            None => {
                let entry = tt::Entry {
                    mv: None,
                    value: NONE,
                    eval: node.raw_eval,
                    depth: 0,
                    kind: Kind::None,
                    pv: node.tt_pv,
                };
                self.shared.table.store(node.key, node.ply, self.shared.age, entry);
            }
        }
        self.stack[node.ply].static_eval = node.static_eval;
        node.improving = self.improving(node.ply, node.static_eval);
    }

    /// Now that the node's own evaluation is known: a move that was reduced but does not make things worse for the
    /// opponent deserved more depth, one after which both sides think well of themselves less.
    fn hindsight(&self, node: &mut Node) {
        let parent = self.stack.before(node.ply, 1);
        if node.in_check || node.excluded.is_some() || parent.static_eval == NONE {
            return;
        }
        let sum = node.static_eval + parent.static_eval;
        if parent.reduction >= params::hindsight_reduction() && sum <= 0 {
            node.depth += 1;
        } else if parent.reduction > 1 && node.depth > 1 && sum > params::hindsight_margin() {
            node.depth -= 1;
        }
    }

    /// Tries the moves.
    fn search_moves<K: NodeKind>(&mut self, node: &mut Node) -> Value {
        let wanted = if node.in_check { Wanted::Evasions } else { Wanted::All };
        let mut picker = MovePicker::new(&self.arena, node.table_move, wanted);
        let mut window = Window { alpha: node.alpha, best: -INFINITE, best_move: None };
        let (mut quiets, mut captures) = (Tried::NONE, Tried::NONE);
        let mut number = 0;
        while let Some(mv) = self.pick(&mut picker, node.ply) {
            if Some(mv) == node.excluded {
                continue;
            }
            number += 1;
            let candidate = self.candidate(node, mv, number);
            if !is_loss(window.best) && self.prune_move::<K>(node, &candidate, window.alpha, &mut picker) {
                continue;
            }
            let extension = match self.extension::<K>(node, mv) {
                Extension::Plies(plies) => plies,
                Extension::Cut(value) => {
                    picker.finish(&mut self.arena);
                    return value;
                }
            };
            let value = self.search_move::<K>(node, &candidate, window.alpha, extension);
            if self.stopped {
                picker.finish(&mut self.arena);
                return 0;
            }
            if window.takes::<K>(self, node, mv, value) && value >= node.beta {
                self.stack[node.ply].cutoffs += 1 + i32::from(node.table_move.is_none());
                break;
            }
            let tried = if candidate.victim.is_some() { &mut captures } else { &mut quiets };
            tried.push(mv);
        }
        picker.finish(&mut self.arena);
        if number == 0 {
            // No legal move loses, in check or not.
            return if node.excluded.is_some() { node.alpha } else { mated_in(node.ply) };
        }
        if let Some(mv) = window.best_move {
            self.update_histories(node, mv, &quiets, &captures);
        } else {
            self.reward_refutation(node);
        }
        self.conclude::<K>(node, &window)
    }

    /// Gathers what is known of a move.
    pub(crate) fn candidate(&self, node: &Node, mv: Move, number: usize) -> Candidate {
        let board = self.game.board();
        let piece_to = board.piece_at(mv.from()).map_or(PieceTo::NONE, |piece| PieceTo::new(piece, mv.to()));
        let victim = board.piece_at(mv.to()).map(|piece| piece.kind());
        let history = match victim {
            Some(victim) => self.histories.capture(piece_to, victim),
            None => self.histories.quiet(&self.quiet_key(node, mv, piece_to)),
        };
        Candidate { mv, number, victim, gives_check: board.gives_check(mv), history }
    }

    /// Makes a move, searches what follows, takes it back.
    pub(crate) fn search_move<K: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        alpha: Value,
        extension: i32,
    ) -> Value {
        if extension >= 2 {
            self.stack[node.ply].double_extensions += 1;
        }
        let reduction = self.reduction::<K>(node, candidate);
        self.make(candidate.mv, candidate.gives_check, node.ply);
        let value = self.search_child::<K>(node, candidate, alpha, node.depth - 1 + extension, reduction);
        self.unmake();
        if extension >= 2 {
            self.stack[node.ply].double_extensions -= 1;
        }
        value
    }

    /// Searches the position after a move: late moves reduced and with a null window, then as far and as wide as
    /// the result asks for.
    fn search_child<K: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        alpha: Value,
        mut depth: i32,
        reduction: i32,
    ) -> Value {
        let (ply, child) = (node.ply, node.ply + 1);
        let mut value = -INFINITE;
        let mut needs_null_window = !K::PV || candidate.number > 1;
        if reduce::applies(node, candidate) {
            let reduced = (depth - reduction).clamp(1.min(depth), depth + 1);
            self.stack[ply].reduction = depth - reduced;
            value = -self.search::<NonPv>(-alpha - 1, -alpha, reduced, child, true);
            self.stack[ply].reduction = 0;
            needs_null_window = value > alpha && reduced < depth;
            if needs_null_window {
                depth += self.research_adjustment(node, value, alpha);
                needs_null_window = reduced < depth;
            }
        }
        if needs_null_window && !self.stopped {
            value = -self.search::<NonPv>(-alpha - 1, -alpha, depth, child, !node.cut_node);
        }
        if K::PV && (candidate.number == 1 || value > alpha) && !self.stopped {
            value = -self.search::<Pv>(-node.beta, -alpha, depth, child, false);
        }
        value
    }

    /// Stores what was found, and lets the evaluation learn from it.
    pub(crate) fn conclude<K: NodeKind>(&mut self, node: &Node, window: &Window) -> Value {
        if node.excluded.is_some() {
            return window.best;
        }
        let kind = match window.best {
            best if best >= node.beta => Kind::Lower,
            _ if K::PV && window.best_move.is_some() => Kind::Exact,
            _ => Kind::Upper,
        };
        if node.ply > 0 || self.root.first_line() {
            let entry = tt::Entry {
                mv: window.best_move,
                value: window.best,
                eval: node.raw_eval,
                depth: node.depth,
                kind,
                pv: node.tt_pv,
            };
            self.shared.table.store(node.key, node.ply, self.shared.age, entry);
        }
        self.learn(node, window, kind);
        window.best
    }
}

/// The window as it narrows while moves are tried.
pub(crate) struct Window {
    pub(crate) alpha: Value,
    pub(crate) best: Value,
    pub(crate) best_move: Option<Move>,
}

impl Window {
    /// Takes a move's value into account; whether it raised alpha.
    pub(crate) fn takes<K: NodeKind>(
        &mut self,
        worker: &mut Worker,
        node: &Node,
        mv: Move,
        value: Value,
    ) -> bool {
        self.best = self.best.max(value);
        if value <= self.alpha {
            return false;
        }
        self.best_move = Some(mv);
        if K::PV {
            worker.pv.extend(node.ply, mv);
        }
        self.alpha = value;
        true
    }
}

/// Whether a value ends all doubt for pruning: a victory of either side.
pub(crate) fn settled(value: Value) -> bool {
    is_win(value) || is_loss(value)
}
