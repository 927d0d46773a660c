//! Ends games early by what the engines themselves say, and by length.

use chuhe_movegen::Color;
use serde::{Deserialize, Serialize};

use super::ending::{Class, Ending};
use crate::client::Score;

/// When a game counts as lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// So many moves in a row of the losing side ...
    pub moves: u32,
    /// ... with a score at or below minus this, in centipawns.
    pub score: i32,
    /// Whether the winning side must agree on each of its moves meanwhile.
    pub two_sided: bool,
}

/// When a game counts as drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Not before this move of the game.
    pub after: u32,
    /// So many moves of each side in a row ...
    pub moves: u32,
    /// ... with a score no further from 0 than this, in centipawns.
    pub score: i32,
}

/// All early ends of a match; none by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// Lost games.
    #[serde(default)]
    pub resign: Option<ResignRule>,
    /// Drawn games.
    #[serde(default)]
    pub draw: Option<DrawRule>,
    /// Games are drawn after so many moves of each side.
    #[serde(default)]
    pub max_moves: Option<u32>,
}

/// Follows one game.
#[derive(Debug, Clone)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Moves in a row at which the side called itself lost.
    lost: [u32; 2],
    /// Moves in a row at which the side called itself won.
    won: [u32; 2],
    /// Moves in a row, of both sides, with a score near 0.
    level: u32,
    plies: u32,
}

impl Adjudicator {
    /// At the start of a game.
    #[must_use]
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, lost: [0; 2], won: [0; 2], level: 0, plies: 0 }
    }

    /// Takes in a move of `side` and its score; a move without a score breaks every row.
    pub fn update(&mut self, side: Color, score: Option<Score>) -> Option<Ending> {
        self.plies += 1;
        let cp = score.map(Score::as_cp);
        self.resigned(side, cp).or_else(|| self.drawn(cp)).or_else(|| self.too_long())
    }

    fn resigned(&mut self, side: Color, cp: Option<i32>) -> Option<Ending> {
        let rule = self.rules.resign?;
        let grow = |row: &mut u32, holds: bool| *row = if holds { *row + 1 } else { 0 };
        grow(&mut self.lost[side.index()], cp.is_some_and(|cp| cp <= -rule.score));
        grow(&mut self.won[side.index()], cp.is_some_and(|cp| cp >= rule.score));
        let loser = [side, !side].into_iter().find(|loser| {
            self.lost[loser.index()] >= rule.moves
                && (!rule.two_sided || self.won[(!*loser).index()] >= rule.moves)
        })?;
        Some(Ending::loss(loser, Class::ResignAdjudication, ""))
    }

    fn drawn(&mut self, cp: Option<i32>) -> Option<Ending> {
        let rule = self.rules.draw?;
        self.level = if cp.is_some_and(|cp| cp.abs() <= rule.score) { self.level + 1 } else { 0 };
        let late = self.plies >= 2 * rule.after;
        (late && self.level >= 2 * rule.moves).then(|| Ending::draw(Class::DrawAdjudication, ""))
    }

    fn too_long(&self) -> Option<Ending> {
        let cap = self.rules.max_moves?;
        (self.plies >= 2 * cap).then(|| Ending::draw(Class::LengthCap, format!("{cap} moves")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::Outcome;

    /// Plays scores, Red's first, and tells at which ply the game ended and how.
    fn end(rules: Adjudication, scores: &[i32]) -> Option<(usize, Ending)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, &cp)| {
            let side = if ply % 2 == 0 { Color::Red } else { Color::Black };
            adjudicator.update(side, Some(Score::Cp(cp))).map(|ending| (ply + 1, ending))
        })
    }

    #[test]
    fn resignation_needs_a_row() {
        let one = Adjudication {
            resign: Some(ResignRule { moves: 2, score: 500, two_sided: false }),
            ..Adjudication::default()
        };
        let (ply, ending) = end(one, &[-600, 0, -400, 0, -600, 0, -600, 0]).expect("an end");
        assert_eq!((ply, ending.outcome), (7, Outcome::BlackWins));
        let two = Adjudication {
            resign: Some(ResignRule { moves: 2, score: 500, two_sided: true }),
            ..Adjudication::default()
        };
        assert_eq!(end(two, &[-600, 0, -600, 0, -600, 0, -600, 0]), None);
        let (ply, ending) = end(two, &[700, -600, 700, -600]).expect("an end");
        assert_eq!((ply, ending.outcome), (4, Outcome::RedWins));
    }

    #[test]
    fn mates_count_as_scores() {
        let rules = Adjudication {
            resign: Some(ResignRule { moves: 1, score: 1000, two_sided: false }),
            ..Adjudication::default()
        };
        let mut adjudicator = Adjudicator::new(rules);
        assert!(adjudicator.update(Color::Red, Some(Score::Mate(3))).is_none());
        let ending = adjudicator.update(Color::Black, Some(Score::Mate(-2))).expect("lost");
        assert_eq!(ending.outcome, Outcome::RedWins);
    }

    #[test]
    fn draws_need_both_sides_and_time() {
        let rules = Adjudication {
            draw: Some(DrawRule { after: 3, moves: 2, score: 10 }),
            ..Adjudication::default()
        };
        assert_eq!(end(rules, &[0; 8]).map(|(ply, _)| ply), Some(6));
        assert_eq!(end(rules, &[0, 0, 0, 0, 50, 0, 0, 0, 0]).map(|(ply, _)| ply), Some(9));
        let mut adjudicator = Adjudicator::new(rules);
        for _ in 0..20 {
            assert!(adjudicator.update(Color::Red, None).is_none());
        }
    }

    #[test]
    fn length() {
        let rules = Adjudication { max_moves: Some(3), ..Adjudication::default() };
        assert_eq!(end(rules, &[999; 9]).map(|(ply, e)| (ply, e.class)), Some((6, Class::LengthCap)));
    }
}
