//! Fits the win, draw and loss model of `chuhe_eval::wdl` to games.

use std::fmt;

use chuhe_eval::wdl::{Line, Model, material_of};

use super::packed::{Outcome, Packed};

/// Positions that a fit looks at; more would not change the third digit.
const SAMPLE: usize = 1 << 18;
/// Steps of the descent, and the share of a parameter by which it first tries to move.
const ROUNDS: usize = 60;
const FIRST_STEP: f64 = 0.25;

/// A fitted model and how well it predicts.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// The model.
    pub model: Model,
    /// Mean negative log likelihood of the results.
    pub loss: f64,
    /// The same for the model in use.
    pub loss_in_use: f64,
    /// Positions looked at.
    pub positions: usize,
}

/// The model under which the results of `positions` are likeliest, by coordinate descent.
pub fn fit(positions: &[Packed]) -> Fit {
    let stride = (positions.len() / SAMPLE).max(1);
    let points: Vec<(f64, f64, Outcome)> = positions
        .iter()
        .step_by(stride)
        .map(|position| {
            let mut kinds = Vec::new();
            position.for_each_piece(|piece, _| kinds.push(piece.kind()));
            (f64::from(position.score()), material_of(kinds.into_iter()), position.outcome())
        })
        .collect();
    let start = chuhe_eval::wdl::MODEL;
    let loss_in_use = loss(&start, &points);
    let mut numbers = [start.even.full, start.even.bare, start.spread.full, start.spread.bare];
    let mut best = loss_in_use;
    let mut step = FIRST_STEP;
    for _ in 0..ROUNDS {
        let mut improved = false;
        for index in 0..numbers.len() {
            for factor in [1.0 + step, 1.0 - step] {
                let mut tried = numbers;
                tried[index] *= factor;
                let found = loss(&model(tried), &points);
                if found < best {
                    (best, numbers, improved) = (found, tried, true);
                    break;
                }
            }
        }
        if !improved {
            step /= 2.0;
        }
    }
    Fit { model: model(numbers), loss: best, loss_in_use, positions: points.len() }
}

fn model([even_full, even_bare, spread_full, spread_bare]: [f64; 4]) -> Model {
    Model {
        even: Line { full: even_full, bare: even_bare },
        spread: Line { full: spread_full, bare: spread_bare },
    }
}

fn loss(model: &Model, points: &[(f64, f64, Outcome)]) -> f64 {
    /// Keeps the logarithm finite.
    const LEAST: f64 = 1e-6;
    let sum: f64 = points
        .iter()
        .map(|&(score, material, outcome)| {
            let (win, loss) = (model.win(score, material), model.win(-score, material));
            let chance = match outcome {
                Outcome::Win => win,
                Outcome::Loss => loss,
                Outcome::Draw => 1.0 - win - loss,
            };
            -chance.max(LEAST).ln()
        })
        .sum();
    sum / points.len().max(1) as f64
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Model { even, spread } = self.model;
        writeln!(f, "even   Line {{ full: {:.1}, bare: {:.1} }}", even.full, even.bare)?;
        writeln!(f, "spread Line {{ full: {:.1}, bare: {:.1} }}", spread.full, spread.bare)?;
        let Fit { positions, loss, loss_in_use, .. } = self;
        write!(f, "loss {loss:.5} over {positions} positions (model in use: {loss_in_use:.5})")
    }
}
