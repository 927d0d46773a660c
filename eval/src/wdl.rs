//! From a value to the chances of winning, drawing and losing.
//!
//! The chance to win at value `x` is `1 / (1 + exp((a - x) / b))`; the chance to lose is that of the
//! opponent, at `-x`. `a`, where a win becomes likelier than not, and `b`, how fast certainty grows,
//! vary linearly with the material left. `train wdl` fits the numbers below to self-play.

use chuhe_movegen::{Board, PieceKind};

/// One number of the model as a line over material: `full` with all pieces on the board, `bare` with none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Value with both sides' full material, internal units.
    pub full: f64,
    /// Value with bare kings, internal units.
    pub bare: f64,
}

impl Line {
    /// The value at `material`, a share of the full set (0..=1).
    pub const fn at(self, material: f64) -> f64 {
        self.bare + (self.full - self.bare) * material
    }
}

/// The parameters of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// Value at which a win has an even chance.
    pub even: Line,
    /// Spread of the logistic curve.
    pub spread: Line,
}

/// The model in use: `train wdl` on 1,290,000 quiet positions of 12,600 self-play games at 1200 to 1600 nodes with
/// the network of generation 3 (mean negative log likelihood 0.632).
pub const MODEL: Model =
    Model { even: Line { full: 58.8, bare: 169.5 }, spread: Line { full: 173.2, bare: 18.6 } };

/// Material at which a value is translated to centipawns: that of a middlegame.
const TYPICAL_MATERIAL: f64 = 2.0 / 3.0;

/// Value that is shown as 100 centipawns: with the typical material a win has an even chance there.
const HUNDRED_CP: i32 = MODEL.even.at(TYPICAL_MATERIAL) as i32;

/// Weight of each kind in [`material`], in [`PieceKind`] order: the usual rounded piece values.
const WEIGHTS: [usize; PieceKind::NUM] = [1, 1, 1, 4, 5, 9, 0];

/// Sum of [`WEIGHTS`] over the start position.
const FULL_MATERIAL: usize = 2 * (5 + 2 + 2 + 2 * 4 + 2 * 5 + 2 * 9);

/// The material of both sides as a share of the full set, 0..=1.
pub fn material(board: &Board) -> f64 {
    let sum: usize = PieceKind::ALL.iter().map(|&kind| board.kind(kind).len() * WEIGHTS[kind.index()]).sum();
    share(sum)
}

/// The same for a list of pieces.
pub fn material_of(pieces: impl Iterator<Item = PieceKind>) -> f64 {
    share(pieces.map(|kind| WEIGHTS[kind.index()]).sum())
}

fn share(sum: usize) -> f64 {
    (sum as f64 / FULL_MATERIAL as f64).min(1.0)
}

impl Model {
    /// Chance to win at `score` with `material` left, 0..=1.
    pub fn win(&self, score: f64, material: f64) -> f64 {
        1.0 / (1.0 + ((self.even.at(material) - score) / self.spread.at(material)).exp())
    }
}

/// Chances to win, draw and lose for the side whose view `score` is, in permille; they sum to 1000.
pub fn wdl(score: i32, board: &Board) -> [u16; 3] {
    let material = material(board);
    let permille = |x: i32| (1000.0 * MODEL.win(f64::from(x), material)).round() as u16;
    let (win, loss) = (permille(score), permille(-score));
    [win, 1000 - (win + loss).min(1000), loss]
}

/// Internal units to the centipawns that are shown to users.
pub fn to_cp(score: i32) -> i32 {
    score * 100 / HUNDRED_CP
}

/// Centipawns as users give them (a draw score, an adjudication bound) to internal units.
pub fn from_cp(cp: i32) -> i32 {
    cp * HUNDRED_CP / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_one_and_grow_with_the_score() {
        let board = Board::start();
        let mut last = 0;
        for score in (-3000..=3000).step_by(50) {
            let [win, draw, loss] = wdl(score, &board);
            assert_eq!(win + draw + loss, 1000, "at {score}");
            assert!(win >= last, "at {score}");
            let [their_win, _, their_loss] = wdl(-score, &board);
            assert_eq!((their_win, their_loss), (loss, win));
            last = win;
        }
        assert!(wdl(3000, &board)[0] > 990);
    }

    #[test]
    fn the_start_position_is_the_full_set() {
        assert_eq!(material(&Board::start()), 1.0);
    }
}
