//! When a self-play game ends, and how.

use crate::gamedata::GameResult;
use chuhe_movegen::rules::RuleSet;
use chuhe_movegen::rules::quick::{Repetition, repetition};
use chuhe_movegen::{Color, Game};
use chuhe_search::NATURAL_LIMIT;

/// A side this far ahead (centipawns) ...
const WIN_SCORE: i32 = 1200;
/// ... for this many plies in a row has won.
const WIN_PLIES: u32 = 6;
/// Both sides this close to equal ...
const DRAW_SCORE: i32 = 8;
/// ... for this many plies in a row ...
const DRAW_PLIES: u32 = 16;
/// ... and not before this ply: drawn.
const DRAW_FROM_PLY: usize = 80;
/// A game this long is drawn.
const MAX_PLIES: usize = 300;

/// The result for `winner`.
fn won_by(winner: Color) -> GameResult {
    match winner {
        Color::Red => GameResult::Red,
        Color::Black => GameResult::Black,
    }
}

/// The result that the rules give the position reached, if the game is over: no legal move, a third
/// occurrence judged by the Asian rules, the natural limit, the longest game allowed.
pub fn rule_result(game: &Game) -> Option<GameResult> {
    let mover = game.board().side_to_move();
    if !game.board().has_legal_move() {
        return Some(won_by(!mover));
    }
    if let Some(repetition) = repetition(game, RuleSet::Asian, game.len()) {
        return Some(match repetition {
            Repetition::Draw => GameResult::Draw,
            Repetition::Loss => won_by(!mover),
            Repetition::Win => won_by(mover),
        });
    }
    (game.rule_clock() >= NATURAL_LIMIT || game.len() >= MAX_PLIES).then_some(GameResult::Draw)
}

/// Ends games whose result the scores leave no doubt about.
#[derive(Default)]
pub struct Adjudicator {
    leader: Option<Color>,
    winning_plies: u32,
    level_plies: u32,
}

impl Adjudicator {
    /// Takes note of the score (side to move's view) of the move about to be played at ply `ply`.
    pub fn observe(&mut self, mover: Color, score: i32, ply: usize) -> Option<GameResult> {
        let leader = (score.abs() >= WIN_SCORE).then_some(if score > 0 { mover } else { !mover });
        self.winning_plies = match leader {
            Some(_) if leader == self.leader => self.winning_plies + 1,
            Some(_) => 1,
            None => 0,
        };
        self.leader = leader;
        self.level_plies = if score.abs() <= DRAW_SCORE { self.level_plies + 1 } else { 0 };
        if self.winning_plies >= WIN_PLIES {
            return leader.map(won_by);
        }
        (self.level_plies >= DRAW_PLIES && ply >= DRAW_FROM_PLY).then_some(GameResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_that_lasts_wins() {
        let mut adjudicator = Adjudicator::default();
        let scores = [1300, -1300, 1300, -1300, 1300, -1300];
        let results = scores
            .iter()
            .enumerate()
            .map(|(ply, &score)| adjudicator.observe(Color::ALL[ply % 2], score, ply));
        assert_eq!(results.collect::<Vec<_>>(), [None, None, None, None, None, Some(GameResult::Red)]);
        assert_eq!(adjudicator.observe(Color::Red, -1300, 6), None, "the lead changed sides");
    }

    #[test]
    fn level_games_are_drawn_late() {
        let mut adjudicator = Adjudicator::default();
        let results: Vec<_> = (0..90).map(|ply| adjudicator.observe(Color::ALL[ply % 2], 3, ply)).collect();
        assert_eq!(results.iter().position(Option::is_some), Some(DRAW_FROM_PLY));
    }

    #[test]
    fn rules_end_games() {
        let mut game = Game::from_fen("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1").unwrap();
        for _ in 0..2 {
            assert_eq!(rule_result(&game), None);
            for mv in ["e1d1", "d9e9", "d1e1", "e9d9"] {
                game.play(mv.parse().unwrap()).unwrap();
            }
        }
        assert_eq!(rule_result(&game), Some(GameResult::Black), "perpetual check loses");
    }
}
