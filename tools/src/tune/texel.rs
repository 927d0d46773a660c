//! Texel's method: fit the bootstrap evaluation's numbers to the results and scores of self-play games.
//!
//! The error is the mean square difference between the winning chance that the static evaluation predicts and
//! the target, a blend of the game's result and the chance that the search's score stood for.
//! Each number in turn takes a step up or down and keeps it if the error falls.

use crate::datagen::is_kept;
use crate::gamedata::{GameDataError, GameReader};
use chuhe_eval::bootstrap::evaluate_with;
use chuhe_eval::bootstrap::params::Params;
use chuhe_movegen::{Board, Color};
use indicatif::ProgressBar;
use std::path::Path;

/// A position and the chance that its side to move should be given.
pub struct Sample {
    board: Board,
    target: f64,
}

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Centipawns per unit of the logistic curve.
    pub scale: f64,
    /// Weight of the game's result against the search's score, 0 to 1.
    pub lambda: f64,
    /// First step of every number; halved whenever a whole pass changes nothing, down to 1.
    pub step: i32,
    /// Passes over all numbers, at most.
    pub passes: usize,
    /// Worker threads.
    pub threads: usize,
}

fn chance(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// Reads the positions that the training filters keep, at most `limit`, every `stride`-th.
///
/// # Errors
/// Where the file is no file of games.
pub fn load(
    path: &Path,
    limit: usize,
    stride: usize,
    settings: &Settings,
) -> Result<Vec<Sample>, GameDataError> {
    let mut samples = Vec::new();
    let mut seen = 0;
    for game in GameReader::open(path)? {
        if samples.len() >= limit {
            break;
        }
        // 0, 1/2 or 1 for Red.
        let red_result = f64::from(game.result as u8) / 2.0;
        game.replay(|board, scored| {
            if !is_kept(scored) {
                return;
            }
            seen += 1;
            if seen % stride == 0 {
                let red = board.side_to_move() == Color::Red;
                let result = if red { red_result } else { 1.0 - red_result };
                let score = chance(f64::from(scored.score), settings.scale);
                let target = settings.lambda * result + (1.0 - settings.lambda) * score;
                samples.push(Sample { board: board.clone(), target });
            }
        });
    }
    Ok(samples)
}

/// The mean square error of the evaluation with these numbers.
pub fn error(params: &Params, samples: &[Sample], settings: &Settings) -> f64 {
    let chunk = samples.len().div_ceil(settings.threads.max(1)).max(1);
    let sum_of = |part: &[Sample]| -> f64 {
        part.iter()
            .map(|sample| {
                let value = evaluate_with(params, &sample.board);
                (chance(f64::from(value), settings.scale) - sample.target).powi(2)
            })
            .sum()
    };
    let total: f64 = std::thread::scope(|scope| {
        let workers: Vec<_> = samples.chunks(chunk).map(|part| scope.spawn(move || sum_of(part))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or(f64::NAN)).sum()
    });
    total / samples.len().max(1) as f64
}

/// Changes `params` for the better until a pass with step 1 changes nothing or the passes run out; returns the
/// error before and after.
pub fn fit(params: &mut Params, samples: &[Sample], settings: &Settings) -> (f64, f64) {
    let before = error(params, samples, settings);
    let mut best = before;
    let count = params.tunable().len();
    let mut step = settings.step.max(1);
    // Where a number last improved: tried first, since it likely goes on that way.
    let mut directions = vec![1; count];
    let bar = ProgressBar::new((settings.passes * count) as u64);
    for _ in 0..settings.passes {
        let at_start = best;
        for (index, direction) in directions.iter_mut().enumerate() {
            bar.inc(1);
            for change in [*direction * step, -*direction * step] {
                nudge(params, index, change);
                let now = error(params, samples, settings);
                if now < best {
                    best = now;
                    *direction = change.signum();
                    break;
                }
                nudge(params, index, -change);
            }
        }
        if best >= at_start {
            if step == 1 {
                break;
            }
            step = (step / 2).max(1);
        }
    }
    bar.finish_and_clear();
    (before, best)
}

fn nudge(params: &mut Params, index: usize, change: i32) {
    *params.tunable().swap_remove(index).1 += change;
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_eval::bootstrap::params::PARAMS;

    #[test]
    fn a_fit_finds_the_numbers_that_made_the_targets() {
        let settings = Settings { scale: 200.0, lambda: 0.0, step: 8, passes: 4, threads: 1 };
        let mut random = fastrand::Rng::with_seed(3);
        let samples: Vec<Sample> = (0..200)
            .map(|_| {
                let mut board = Board::start();
                for _ in 0..40 {
                    if let Some(mv) = random.choice(board.legal_moves().iter().copied()) {
                        board.make_move(mv);
                    }
                }
                let value = f64::from(evaluate_with(&PARAMS, &board));
                Sample { target: chance(value, settings.scale), board }
            })
            .collect();
        let mut params = PARAMS.clone();
        params.tempo += 16;
        params.material[0].mg -= 8;
        let (before, after) = fit(&mut params, &samples, &settings);
        assert!(before > 1e-5 && after < before / 20.0, "{before} {after}");
    }
}
