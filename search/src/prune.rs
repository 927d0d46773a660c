//! Giving up nodes and moves that will not matter. Each step is a function; each rests on a bet that its doc names.

use chuhe_movegen::see::VALUE;
use chuhe_movegen::{Board, PieceKind};

use crate::alphabeta::{Candidate, settled};
use crate::movepick::{MovePicker, Wanted};
use crate::node::{Node, NodeKind, NonPv};
use crate::params;
use crate::score::{Value, is_decisive, is_loss, is_win};
use crate::tt::{self, Kind};
use crate::worker::Worker;

/// What pruning says of a node.
pub(crate) enum Verdict {
    /// Search it.
    Search,
    /// Its value, as good as can be told cheaply.
    Value(Value),
}

impl Worker {
    /// The steps before the moves, in order of cost.
    pub(crate) fn prune_node<K: NodeKind>(&mut self, node: &mut Node) -> Verdict {
        let quiet_node = !K::PV && !node.in_check && node.excluded.is_none();
        if quiet_node {
            let steps = [Worker::razor, Worker::reverse_futility, Worker::null_move];
            for step in steps {
                if let Some(value) = step(self, node) {
                    return Verdict::Value(value);
                }
                if self.stopped {
                    return Verdict::Value(0);
                }
            }
        }
        reduce_unknown::<K>(node);
        if !K::PV && node.excluded.is_none() {
            for step in [Worker::probcut, Worker::probcut_by_table] {
                if let Some(value) = step(self, node) {
                    return Verdict::Value(value);
                }
                if self.stopped {
                    return Verdict::Value(0);
                }
            }
        }
        Verdict::Search
    }

    /// Razoring: so far below alpha that only captures could help, if anything.
    fn razor(&mut self, node: &Node) -> Option<Value> {
        let margin = params::razor_base() + params::razor_factor() * node.depth * node.depth;
        if node.eval + margin >= node.alpha || is_win(node.alpha) {
            return None;
        }
        let value = self.quiesce::<NonPv>(node.alpha, node.alpha + 1, node.ply);
        (value <= node.alpha && !is_decisive(value)).then_some(value)
    }

    /// Reverse futility: so far above beta that the opponent will not catch up in the depth left.
    fn reverse_futility(&mut self, node: &Node) -> Option<Value> {
        let margin = params::rfp_margin() * node.depth - params::rfp_improving() * i32::from(node.improving)
            + node.correction.abs() / 2;
        let holds = !node.tt_pv
            && node.depth <= params::rfp_depth()
            && node.eval - margin.max(0) >= node.beta
            && (node.table_move.is_none() || node.table_capture)
            && !is_loss(node.beta)
            && !is_win(node.eval);
        holds.then(|| node.beta + (node.eval - node.beta) * params::rfp_blend() / 100)
    }

    /// Null move: if passing still fails high, a real move will. Not without a rook, cannon or knight, where having to move may be what loses;
    /// deep cut-offs are verified without null moves.
    fn null_move(&mut self, node: &Node) -> Option<Value> {
        let slack = params::nmp_slack() - params::nmp_slack_depth() * node.depth;
        let after_null = self.stack.before(node.ply, 1).mv.is_none() && node.ply > 0;
        let holds = node.cut_node
            && !after_null
            && node.eval >= node.beta
            && node.static_eval + slack.max(-node.depth * params::nmp_slack_depth()) >= node.beta
            && node.ply >= self.null_allowed_from
            && !is_loss(node.beta)
            && has_attackers(self.game.board());
        if !holds {
            return None;
        }
        let eager = ((node.eval - node.beta) / params::nmp_eval_divisor()).min(3);
        let depth = node.depth - params::nmp_base() - node.depth / params::nmp_divisor() - eager;
        self.make_null(node.ply);
        let value = -self.search::<NonPv>(-node.beta, -node.beta + 1, depth, node.ply + 1, false);
        self.unmake_null();
        if self.stopped || value < node.beta {
            return None;
        }
        let value = if is_win(value) { node.beta } else { value };
        if self.null_allowed_from > 0 || node.depth < params::nmp_verify_depth() {
            return Some(value);
        }
        self.null_allowed_from = node.ply + (3 * depth.max(1) / 4) as usize;
        let verified = self.search::<NonPv>(node.beta - 1, node.beta, depth, node.ply, false);
        self.null_allowed_from = 0;
        (!self.stopped && verified >= node.beta).then_some(value)
    }

    /// ProbCut: a good capture that beats a raised beta at reduced depth beats beta at full depth.
    fn probcut(&mut self, node: &Node) -> Option<Value> {
        let target =
            node.beta + params::probcut_margin() - params::probcut_improving() * i32::from(node.improving);
        let depth = node.depth - params::probcut_reduction();
        let denied = node
            .entry
            .is_some_and(|entry| entry.kind != Kind::None && entry.depth >= depth && entry.value < target);
        if node.in_check || node.depth < params::probcut_depth() || is_decisive(node.beta) || denied {
            return None;
        }
        let threshold = target - node.static_eval;
        let table_move =
            node.table_move.filter(|&mv| node.table_capture && self.game.board().see_ge(mv, threshold));
        let mut picker = MovePicker::new(&self.arena, table_move, Wanted::Captures { threshold });
        let mut found = None;
        while let Some(mv) = self.pick(&mut picker, node.ply) {
            self.make(mv, self.game.board().gives_check(mv), node.ply);
            let mut value = -self.search::<NonPv>(-target, -target + 1, 0, node.ply + 1, false);
            if value >= target && depth > 0 && !self.stopped {
                value = -self.search::<NonPv>(-target, -target + 1, depth, node.ply + 1, !node.cut_node);
            }
            self.unmake();
            if self.stopped {
                break;
            }
            if value >= target {
                let entry = tt::Entry {
                    mv: Some(mv),
                    value,
                    eval: node.raw_eval,
                    depth: depth + 1,
                    kind: Kind::Lower,
                    pv: node.tt_pv,
                };
                self.shared.table.store(node.key, node.ply, self.shared.age, entry);
                found = Some(if is_decisive(value) { value } else { value - (target - node.beta) });
                break;
            }
        }
        picker.finish(&mut self.arena);
        found
    }

    /// ProbCut from the table: a lower bound far above beta that is nearly deep enough.
    fn probcut_by_table(&mut self, node: &Node) -> Option<Value> {
        /// How much shallower the entry may be.
        const SLACK: i32 = 4;
        let target = node.beta + params::probcut_tt_margin();
        let entry = node.entry?;
        let holds = entry.kind.is_lower()
            && entry.depth >= node.depth - SLACK
            && entry.value >= target
            && !settled(entry.value)
            && !settled(node.beta);
        holds.then_some(target)
    }

    /// Whether a move is not worth searching. `alpha` is the best value so far.
    pub(crate) fn prune_move<K: NodeKind>(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: Value,
        picker: &mut MovePicker,
    ) -> bool {
        let depth = (node.depth - self.reduction::<K>(node, candidate)).max(0);
        if candidate.victim.is_some() || candidate.gives_check {
            return self.prune_capture(node, candidate, depth, alpha);
        }
        if candidate.number > late_moves(node) {
            picker.skip_quiets();
            return true;
        }
        self.prune_quiet(node, candidate, depth, alpha)
    }

    /// Captures and checks: futility, then exchange.
    fn prune_capture(&self, node: &Node, candidate: &Candidate, depth: i32, alpha: Value) -> bool {
        if let Some(victim) = candidate.victim
            && !candidate.gives_check
            && !node.in_check
            && depth <= params::capture_futility_depth()
        {
            let reach = node.static_eval
                + params::capture_futility_base()
                + params::capture_futility_factor() * depth
                + VALUE[victim.index()];
            if reach <= alpha {
                return true;
            }
        }
        let history = candidate.victim.map_or(0, |_| candidate.history / params::see_capture_history());
        let allowed = (params::see_capture_margin() * node.depth - history).min(0);
        !self.game.board().see_ge(candidate.mv, allowed)
    }

    /// Quiet moves: history, futility, exchange. `depth` is the depth after reduction.
    fn prune_quiet(&self, node: &Node, candidate: &Candidate, depth: i32, alpha: Value) -> bool {
        if depth <= params::history_prune_depth()
            && candidate.history < params::history_prune_margin() * node.depth
        {
            return true;
        }
        let reach = params::futility_base() + params::futility_factor() * depth + candidate.history / 256;
        if !node.in_check && depth <= params::futility_depth() && node.static_eval + reach <= alpha {
            return true;
        }
        !self.game.board().see_ge(candidate.mv, params::see_quiet_margin() * depth * depth)
    }
}

/// Internal iterative reduction: without a table move the ordering is poor, and a shallower search will supply one.
fn reduce_unknown<K: NodeKind>(node: &mut Node) {
    if (K::PV || node.cut_node)
        && node.depth >= params::iir_depth()
        && node.table_move.is_none()
        && node.excluded.is_none()
    {
        node.depth -= 1;
    }
}

/// Late move pruning: the number of moves after which quiet ones are dropped.
fn late_moves(node: &Node) -> usize {
    let moves = params::lmp_base() + params::lmp_factor() * node.depth * node.depth / 100;
    (moves / (2 - i32::from(node.improving))) as usize
}

/// Whether the side to move has a rook, cannon or knight.
fn has_attackers(board: &Board) -> bool {
    let attackers =
        board.kind(PieceKind::Rook) | board.kind(PieceKind::Cannon) | board.kind(PieceKind::Knight);
    (attackers & board.color(board.side_to_move())).any()
}
