//! The seam to the rules of the game: whether the path to a node has already decided it, by repetition, by the
//! natural limit or for lack of material.
//!
//! A repetition is final at its second recurrence. At its first recurrence, when all of it lies below the root, it is only a
//! proof that the side that broke the rule has gained nothing: it could have varied at the earlier
//! occurrence just as well as now. So a draw ends the node at once, but a victory only bounds the value by a draw,
//! and the search goes on. Victories by rule never reach the mate range (see [`score`](crate::score)) and
//! are never stored in the transposition table.

use chuhe_movegen::rules::RuleSet;
use chuhe_movegen::rules::material;
use chuhe_movegen::rules::quick::{self, Repetition};
use chuhe_movegen::{Color, Game};

use crate::request::Request;
use crate::score::{INFINITE, RULE_WIN, Value, mated_in};

/// What the path says of a node, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing.
    Open,
    /// The game is over, or as good as over.
    Final(Value),
    /// The opponent breaks a rule on every move of the path: worth at least this.
    AtLeast(Value),
    /// The side to move does: worth at most this.
    AtMost(Value),
}

impl Verdict {
    /// The bounds that the path puts on the node's value: final values leave no room between them.
    pub(crate) fn bounds(self) -> (Value, Value) {
        match self {
            Verdict::Open => (-INFINITE, INFINITE),
            Verdict::Final(value) => (value, value),
            Verdict::AtLeast(value) => (value, INFINITE),
            Verdict::AtMost(value) => (-INFINITE, value),
        }
    }
}

/// Judges paths of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathJudge {
    rules: RuleSet,
    natural_limit: Option<u16>,
    root_len: usize,
    root_side: Color,
    draw_score: Value,
}

impl PathJudge {
    pub(crate) fn new(request: &Request) -> PathJudge {
        let (root, options) = (&request.game, &request.options);
        PathJudge {
            rules: options.rules,
            natural_limit: options.natural_limit,
            root_len: root.len(),
            root_side: root.board().side_to_move(),
            // An analyst wants the truth, whoever is to move.
            draw_score: if options.analyse { 0 } else { options.draw_score },
        }
    }

    /// The verdict on the current position of `game`, `ply` plies below the root. `nodes` varies the draw value.
    pub(crate) fn judge(&self, game: &Game, ply: usize, nodes: u64) -> Verdict {
        let draw = self.draw_value(game.board().side_to_move(), nodes);
        match self.repetition(game, ply, draw) {
            Verdict::Open => {}
            verdict => return verdict,
        }
        if self.natural_limit.is_some_and(|limit| game.rule_clock() >= limit) {
            let lost = game.board().is_lost();
            return Verdict::Final(if lost { mated_in(ply) } else { draw });
        }
        if material::is_dead(game.board()) { Verdict::Final(draw) } else { Verdict::Open }
    }

    /// Plies left before the natural limit draws.
    pub(crate) fn room(&self, game: &Game) -> i32 {
        self.natural_limit.map_or(i32::MAX, |limit| i32::from(limit) - i32::from(game.rule_clock()))
    }

    /// What a draw is worth to `side`, varied by a unit so that the search does not take all draws for one.
    pub(crate) fn draw_value(&self, side: Color, nodes: u64) -> Value {
        let draw = if side == self.root_side { self.draw_score } else { -self.draw_score };
        draw + (nodes & 2) as Value - 1
    }

    fn repetition(&self, game: &Game, ply: usize, draw: Value) -> Verdict {
        // With no root to lie below, only a second recurrence counts, and the whole run since the first occurrence.
        const ANYWHERE: usize = usize::MAX;
        let recurred_twice = quick::repetition(game, self.rules, ANYWHERE);
        let repetition = recurred_twice.or_else(|| quick::repetition(game, self.rules, self.root_len));
        let Some(repetition) = repetition else { return Verdict::Open };
        match (repetition, recurred_twice.is_some()) {
            (Repetition::Draw, _) => Verdict::Final(draw),
            (Repetition::Win, true) => Verdict::Final(RULE_WIN - ply as Value),
            (Repetition::Loss, true) => Verdict::Final(ply as Value - RULE_WIN),
            (Repetition::Win, false) => Verdict::AtLeast(draw),
            (Repetition::Loss, false) => Verdict::AtMost(draw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn judged(fen: &str, moves: &str, root_len: usize) -> Verdict {
        let mut game = Game::from_fen(fen).expect("a legal position");
        let mut judge = None;
        for text in std::iter::once("").chain(moves.split_whitespace()) {
            if let Ok(mv) = text.parse() {
                game.play(mv).expect("a legal move");
            }
            if game.len() == root_len {
                judge = Some(PathJudge::new(&Request::new(game.clone(), Limits::default())));
            }
        }
        judge.expect("the root is on the path").judge(&game, game.len() - root_len, 2)
    }

    const CHECKS: &str = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1";
    const CYCLE: &str = "e1d1 d9e9 d1e1 e9d9";

    #[test]
    fn perpetual_check_loses_at_the_second_recurrence() {
        let twice = [CYCLE, CYCLE].join(" ");
        assert_eq!(judged(CHECKS, CYCLE, 0), Verdict::Open, "the root itself came back once");
        assert_eq!(judged(CHECKS, &twice, 0), Verdict::Final(8 - RULE_WIN));
        assert_eq!(judged(CHECKS, &format!("{twice} e1d1"), 8), Verdict::Final(RULE_WIN - 1));
    }

    #[test]
    fn the_first_recurrence_below_the_root_bounds_by_a_draw() {
        let path = format!("{CYCLE} e1d1");
        assert_eq!(judged(CHECKS, &path, 0), Verdict::AtLeast(1));
        assert_eq!(judged(CHECKS, &format!("{path} d9e9"), 0), Verdict::AtMost(1));
    }

    #[test]
    fn idle_repetition_draws() {
        let shuffle = "f0f1 d9d8 f1f0 d8d9";
        let twice = [shuffle, shuffle].join(" ");
        assert_eq!(judged("3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1", &twice, 0), Verdict::Final(1));
    }

    #[test]
    fn natural_limit_draws_but_not_over_a_mate() {
        assert_eq!(judged("3k5/9/9/9/9/9/9/9/9/R4K3 w - - 119 90", "a0a1", 0), Verdict::Final(1));
        assert_eq!(judged("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 119 90", "b0b9", 0), Verdict::Final(mated_in(1)));
    }
}
