//! The positions that a run trains on, from files of self-play games.

use std::collections::HashSet;
use std::path::Path;

use chuhe_movegen::{Board, Color};

use crate::gamedata::{GameDataError, GameReader, GameResult, ScoredMove, SelfPlayGame};

use super::packed::{Outcome, Packed};

/// Which positions are left out. A network is for quiet positions: the search resolves the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Leave out scores (either sign) from here on: the game is decided, and mates are no evaluation.
    pub max_score: i16,
    /// Leave out positions with more plies since the last capture.
    pub max_clock: u16,
    /// Leave out positions with the side to move in check.
    pub in_check: bool,
    /// Leave out positions whose best move captures.
    pub capture: bool,
}

impl Filter {
    /// Whether a position is trained on.
    pub fn keeps(&self, board: &Board, scored: &ScoredMove) -> bool {
        let noisy = self.in_check && scored.in_check || self.capture && scored.capture;
        !noisy
            && scored.score.unsigned_abs() < self.max_score.unsigned_abs()
            && board.clock() <= self.max_clock
    }
}

/// Training and validation positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    /// To be trained on.
    pub train: Vec<Packed>,
    /// To be judged by: from other games, and none of them among `train`.
    pub validation: Vec<Packed>,
    /// What was read.
    pub counts: Counts,
}

/// What became of the games and positions read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games read.
    pub games: usize,
    /// Games kept for validation.
    pub validation_games: usize,
    /// Searched positions read.
    pub positions: usize,
    /// Positions that the filter left out.
    pub filtered: usize,
    /// Training positions dropped because validation holds them too.
    pub duplicates: usize,
}

impl Dataset {
    /// Reads game files; every `validation_every`-th game (0 for none) is kept for validation. `on_game` is
    /// called after each game with the positions kept so far.
    pub fn read(
        files: &[impl AsRef<Path>],
        filter: Filter,
        validation_every: usize,
        mut on_game: impl FnMut(usize),
    ) -> Result<Dataset, GameDataError> {
        let mut data = Dataset::default();
        for file in files {
            for game in GameReader::open(file.as_ref())? {
                data.add(&game, filter, validation_every);
                on_game(data.train.len() + data.validation.len());
            }
        }
        data.drop_duplicates();
        Ok(data)
    }

    fn add(&mut self, game: &SelfPlayGame, filter: Filter, validation_every: usize) {
        let validation = validation_every > 0 && self.counts.games % validation_every == validation_every - 1;
        self.counts.games += 1;
        self.counts.validation_games += usize::from(validation);
        let Dataset { train, validation: judges, counts } = self;
        let target = if validation { judges } else { train };
        game.replay(|board, scored| {
            counts.positions += 1;
            if filter.keeps(board, scored) {
                target.push(Packed::new(board, scored.score, outcome(game.result, board.side_to_move())));
            } else {
                counts.filtered += 1;
            }
        });
    }

    fn drop_duplicates(&mut self) {
        let judges: HashSet<u64> = self.validation.iter().map(Packed::key).collect();
        let before = self.train.len();
        self.train.retain(|position| !judges.contains(&position.key()));
        self.counts.duplicates = before - self.train.len();
    }

    /// Identifies the training positions and their order.
    pub fn hash(&self) -> u64 {
        self.train.iter().fold(0, |hash: u64, position| {
            let label = u64::from(position.score() as u16) << 2 | position.outcome() as u64;
            (hash.rotate_left(5) ^ position.key()).wrapping_add(label)
        })
    }

    /// The score scale (internal units in one logit) at which scores predict results best.
    pub fn fitted_scale(&self) -> u16 {
        /// More positions would not change the third digit.
        const SAMPLE: usize = 1 << 20;
        let stride = (self.train.len() / SAMPLE).max(1);
        let error = |log_scale: f64| -> f64 {
            let scale = log_scale.exp();
            let squared = self.train.iter().step_by(stride).map(|position| {
                let expected = 1.0 / (1.0 + (-f64::from(position.score()) / scale).exp());
                (expected - f64::from(position.outcome().points())).powi(2)
            });
            squared.sum()
        };
        minimum(error, 20f64.ln(), 2000f64.ln()).exp().round() as u16
    }
}

/// Where `f`, which falls and then rises between `low` and `high`, is least (golden-section search).
fn minimum(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    while high - low > 1e-3 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if f(a) < f(b) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

/// A game's result for `side`.
fn outcome(result: GameResult, side: Color) -> Outcome {
    let red = match result {
        GameResult::Black => Outcome::Loss,
        GameResult::Draw => Outcome::Draw,
        GameResult::Red => Outcome::Win,
    };
    if side == Color::Red { red } else { red.reversed() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_value_of_a_parabola_is_found() {
        assert!((minimum(|x| (x - 1.25).powi(2), 0.0, 9.0) - 1.25).abs() < 1e-3);
    }

    #[test]
    fn results_are_seen_from_the_side_to_move() {
        assert_eq!(outcome(GameResult::Red, Color::Red), Outcome::Win);
        assert_eq!(outcome(GameResult::Red, Color::Black), Outcome::Loss);
        assert_eq!(outcome(GameResult::Draw, Color::Black), Outcome::Draw);
    }
}
