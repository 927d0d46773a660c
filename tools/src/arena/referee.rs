//! What the rules say about a position: the call to the rule books' referee, and when it is worth making.

use chuhe_movegen::Game;
use chuhe_movegen::rules::{Outcome as Ruling, Reason, Referee, RuleSet};

use super::ending::{Class, Ending};

/// Judges games by one rule set.
#[derive(Debug, Clone)]
pub struct Arbiter {
    referee: Referee,
    rules: RuleSet,
    /// Plies without a capture that draw; `None`: never.
    natural_limit: Option<u16>,
}

impl Arbiter {
    /// `limit_rounds` replaces the rule set's natural limit; 0 switches it off.
    #[must_use]
    pub fn new(rules: RuleSet, limit_rounds: Option<u16>) -> Self {
        let rounds = limit_rounds.unwrap_or(rules.rules().natural.rounds);
        let natural_limit = (rounds > 0).then_some(rounds.saturating_mul(2));
        let referee = Referee::new(rules).with_natural_limit(natural_limit);
        Self { referee, rules, natural_limit }
    }

    /// The end of the game, if it is over with its last move.
    #[must_use]
    pub fn ruling(&self, game: &Game) -> Option<Ending> {
        if !self.may_be_over(game) {
            return None;
        }
        if self.referee.outcome(game).0 == Ruling::Ongoing {
            return None;
        }
        let verdict = self.referee.judge(game);
        // Ordered to vary (1999 rules, 24.3): the offender may still do so.
        if !verdict.is_final {
            return None;
        }
        let class = class(verdict.reason)?;
        let detail = match verdict.cycle {
            Some(cycle) => {
                format!("{}, cycle of {} plies played {} times", verdict.article, cycle.length, cycle.count)
            }
            None => String::new(),
        };
        match verdict.outcome {
            Ruling::Ongoing => None,
            Ruling::Draw => Some(Ending::draw(class, detail)),
            Ruling::Loses(side) => Some(Ending::loss(side, class, detail)),
        }
    }

    /// Whether the last move can have ended the game at all: it left no answer, changed the material, repeated a position
    /// or reached the natural limit. One set counts attacks whether or not anything repeats.
    fn may_be_over(&self, game: &Game) -> bool {
        let board = game.board();
        let last = game.plies().last();
        last.is_none_or(|ply| ply.captured().is_some())
            || self.rules == RuleSet::Sky
            || self.natural_limit.is_some_and(|limit| board.clock() >= limit)
            || game.occurrences_before() > 0
            || board.is_lost()
    }
}

/// The class of a ruling; `None` where nothing is ruled.
fn class(reason: Reason) -> Option<Class> {
    Some(match reason {
        Reason::Checkmate => Class::Checkmate,
        Reason::Stalemate => Class::Stalemate,
        Reason::PerpetualCheck => Class::PerpetualCheck,
        Reason::PerpetualKill => Class::PerpetualKill,
        Reason::PerpetualChase => Class::PerpetualChase,
        Reason::PerpetualAttack => Class::PerpetualAttack,
        Reason::MutualPerpetualCheck => Class::MutualPerpetualCheck,
        Reason::MutualPerpetualAttack => Class::MutualPerpetualAttack,
        Reason::Repetition => Class::Repetition,
        Reason::NaturalMoveLimit => Class::NaturalLimit,
        Reason::InsufficientMaterial => Class::InsufficientMaterial,
        Reason::IllegalMove => Class::IllegalMove,
        Reason::None => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::Outcome;

    /// Plays moves until the arbiter ends the game; at which ply, and how.
    fn judge(rules: RuleSet, limit: Option<u16>, fen: &str, moves: &str) -> Option<(usize, Outcome, Class)> {
        let arbiter = Arbiter::new(rules, limit);
        let mut game = Game::from_fen(fen).expect(fen);
        moves.split_whitespace().find_map(|mv| {
            game.play(mv.parse().expect(mv)).expect(mv);
            arbiter.ruling(&game).map(|ending| (game.len(), ending.outcome, ending.class))
        })
    }

    #[test]
    fn each_kind_of_end() {
        let rook = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1";
        let checks = "e1d1 d9e9 d1e1 e9d9 ".repeat(3);
        let perpetual = judge(RuleSet::Asian, None, rook, &checks);
        assert_eq!(perpetual, Some((8, Outcome::BlackWins, Class::PerpetualCheck)));
        let free = judge(RuleSet::None, None, rook, &checks);
        assert_eq!(free.map(|(_, o, c)| (o, c)), Some((Outcome::Draw, Class::Repetition)));
        let idle = "e1e2 d9d8 e2e1 d8d9 ".repeat(3);
        let repetition = judge(RuleSet::Asian, None, rook, &idle);
        assert_eq!(repetition, Some((8, Outcome::Draw, Class::Repetition)));
        let limit = judge(RuleSet::Asian, Some(2), rook, &idle);
        assert_eq!(limit, Some((4, Outcome::Draw, Class::NaturalLimit)));
        let bare = judge(RuleSet::Asian, None, "3k5/9/9/9/9/9/9/4n4/4K4/9 w - - 0 1", "e1e2");
        assert_eq!(bare, Some((1, Outcome::Draw, Class::InsufficientMaterial)));
        let mate = judge(RuleSet::Asian, None, "3k5/R8/9/9/9/9/9/9/4R4/5K3 w - - 0 1", "e1e9");
        assert_eq!(mate, None, "the king takes");
        let mate = judge(RuleSet::Asian, None, "3k5/4R4/R8/9/9/9/9/9/9/4K4 w - - 0 1", "a7a9");
        assert_eq!(mate, Some((1, Outcome::RedWins, Class::Checkmate)));
    }
}
