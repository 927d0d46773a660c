//! What a finished node teaches: rewards and punishments for the history tables, errors for the correction history.

use chuhe_movegen::Move;

use crate::alphabeta::Window;
use crate::history::{PieceTo, QuietKey};
use crate::node::Node;
use crate::params;
use crate::score::{NONE, is_decisive};
use crate::tt::Kind;
use crate::worker::Worker;

/// Moves searched without success, to be punished when another cuts off.
pub(crate) struct Tried {
    moves: [Option<Move>; Tried::MOST],
    len: usize,
}

impl Tried {
    /// Later moves are not remembered.
    const MOST: usize = 32;

    pub(crate) const NONE: Tried = Tried { moves: [None; Tried::MOST], len: 0 };

    pub(crate) fn push(&mut self, mv: Move) {
        if self.len < Tried::MOST {
            self.moves[self.len] = Some(mv);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().flatten().copied()
    }
}

impl Worker {
    pub(crate) fn quiet_key<'a>(&self, node: &'a Node, mv: Move, piece_to: PieceTo) -> QuietKey<'a> {
        let board = self.game.board();
        QuietKey {
            color: board.side_to_move(),
            mv,
            piece_to,
            pawn_key: board.pawn_key(),
            before: &node.before,
        }
    }

    /// Rewards the best move and punishes those tried before it.
    pub(crate) fn update_histories(&mut self, node: &Node, best: Move, quiets: &Tried, captures: &Tried) {
        let (bonus, malus) = (history_bonus(node.depth), history_malus(node.depth));
        if self.game.board().piece_at(best.to()).is_none() {
            self.reward_quiet(node, best, bonus);
            for mv in quiets.iter().filter(|&mv| mv != best) {
                self.reward_quiet(node, mv, -malus);
            }
        } else {
            self.reward_capture(best, bonus);
        }
        for mv in captures.iter().filter(|&mv| mv != best) {
            self.reward_capture(mv, -malus);
        }
    }

    /// Rewards or punishes a quiet move of the node.
    pub(crate) fn reward_quiet(&mut self, node: &Node, mv: Move, bonus: i32) {
        let board = self.game.board();
        let Some(piece) = board.piece_at(mv.from()) else { return };
        let key = self.quiet_key(node, mv, PieceTo::new(piece, mv.to()));
        self.histories.update_quiet(&key, node.ply, bonus);
    }

    fn reward_capture(&mut self, mv: Move, bonus: i32) {
        let board = self.game.board();
        if let (Some(piece), Some(victim)) = (board.piece_at(mv.from()), board.piece_at(mv.to())) {
            self.histories.update_capture(PieceTo::new(piece, mv.to()), victim.kind(), bonus);
        }
    }

    /// Nothing the node tried helped: the quiet move that led to it was good.
    pub(crate) fn reward_refutation(&mut self, node: &Node) {
        if node.ply == 0 || node.excluded.is_some() {
            return;
        }
        let before = *self.stack.before(node.ply, 1);
        let Some(mv) = before.mv.filter(|_| !before.capture) else { return };
        let continuations = self.stack.continuations(node.ply - 1);
        let key = QuietKey {
            color: !self.game.board().side_to_move(),
            mv,
            piece_to: before.piece_to,
            pawn_key: self.game.board().pawn_key(),
            before: &continuations,
        };
        let bonus = history_bonus(node.depth) * params::refutation_share() / 100;
        self.histories.update_quiet(&key, node.ply - 1, bonus);
    }

    /// A quiet move after which the evaluation rose for the side that made it is a good move by the evaluation alone.
    pub(crate) fn reward_surprise(&mut self, node: &Node) {
        let before = *self.stack.before(node.ply, 1);
        let Some(mv) = before.mv.filter(|_| !before.capture) else { return };
        if node.in_check || node.excluded.is_some() || before.static_eval == NONE {
            return;
        }
        let gain = -(before.static_eval + node.static_eval);
        let most = params::surprise_max();
        let bonus = (gain * params::surprise_factor()).clamp(-most, most);
        self.histories.update_butterfly(!self.game.board().side_to_move(), mv, bonus);
    }

    /// Updates the correction history where the result says something about a quiet position.
    pub(crate) fn learn(&mut self, node: &Node, window: &Window, kind: Kind) {
        let noisy = window.best_move.is_some_and(|mv| self.game.board().piece_at(mv.to()).is_some());
        let error = window.best - node.static_eval;
        if node.in_check || noisy || is_decisive(window.best) || !kind.proves(error > 0) {
            return;
        }
        let last = self.last_moves(node.ply);
        self.corrections.update(self.game.board(), last, error, node.depth);
    }
}

/// Reward of a move that was best at this depth.
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (params::bonus_factor() * depth - params::bonus_offset()).min(params::bonus_max())
}

/// Punishment of a move that another refuted at this depth.
pub(crate) fn history_malus(depth: i32) -> i32 {
    (params::malus_factor() * depth - params::malus_offset()).min(params::malus_max())
}
