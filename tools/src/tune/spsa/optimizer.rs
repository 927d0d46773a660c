//! The mathematics: gain sequences, perturbations, updates.
//!
//! Lengths are in steps of each number, so that one pair of sequences serves all. With `N` pairs planned, pair `k`
//! moves a number by `c_k = (N / k)^0.101` steps either way: wider than a step at first, one step at the end. If the
//! pair ends with a score of `y` (wins less losses of the engine moved up, -2 to 2), the number goes `a_k / c_k * y`
//! steps in its direction, where `a_k = R * ((A + N) / (A + k))^0.602`, `A = N / 10` and `R` is the rate: the last
//! pairs move it `R` steps per game won. This is the form that the testing frameworks of engines use; the factor 1/2
//! of Spall's gradient is part of `R`.

use serde::{Deserialize, Serialize};

/// Decay of the update, from Spall.
const ALPHA: f64 = 0.602;
/// Decay of the perturbation, from Spall.
const GAMMA: f64 = 0.101;
/// The stability constant `A` as a share of all pairs, from Spall.
const STABILITY: f64 = 0.1;

/// A number that is tuned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The engine's name for it.
    pub name: String,
    /// The engine's own value.
    pub default: i32,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// By how much the last pairs move it.
    pub step: i32,
    /// The value found so far.
    pub value: f64,
}

impl Parameter {
    /// Way from the default to the value, in steps.
    #[must_use]
    pub fn drift(&self) -> f64 {
        (self.value - f64::from(self.default)) / f64::from(self.step)
    }

    /// The value as the engine takes it.
    #[must_use]
    pub fn rounded(&self) -> i32 {
        self.whole(self.value.round())
    }

    /// The value `shift` steps away as the engine takes it, rounded up or down so that the mean is right:
    /// `chance`, from 0 to 1 without 1, decides.
    fn shifted(&self, shift: f64, chance: f64) -> i32 {
        self.whole((self.value + shift * f64::from(self.step) + chance).floor())
    }

    fn whole(&self, value: f64) -> i32 {
        value.clamp(f64::from(self.min), f64::from(self.max)) as i32
    }

    fn add(&mut self, steps: f64) {
        let value = self.value + steps * f64::from(self.step);
        self.value = value.clamp(f64::from(self.min), f64::from(self.max));
    }
}

/// The gain sequences of a run.
#[derive(Debug, Clone, Copy)]
pub struct Gains {
    pairs: f64,
    rate: f64,
}

impl Gains {
    /// For so many pairs of games, with the rate at the end.
    #[must_use]
    pub fn new(pairs: u64, rate: f64) -> Self {
        Self { pairs: pairs as f64, rate }
    }

    /// `c_k`: how far pair `k`, from 1, moves a number either way, in steps.
    #[must_use]
    pub fn spread(&self, k: u64) -> f64 {
        (self.pairs / k as f64).powf(GAMMA)
    }

    /// `a_k`.
    #[must_use]
    pub fn update(&self, k: u64) -> f64 {
        let stability = STABILITY * self.pairs;
        self.rate * ((stability + self.pairs) / (stability + k as f64)).powf(ALPHA)
    }
}

/// What a pair of games tries.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// Number of the pair, from 1.
    pub pair: u64,
    /// Direction of each number: 1 or -1.
    signs: Vec<f64>,
    /// Values of the engine that goes in these directions.
    pub plus: Vec<i32>,
    /// Values of the engine that goes the opposite way.
    pub minus: Vec<i32>,
}

/// Draws pair `k`'s trial. The same seed, pair and values give the same trial, whatever came before.
#[must_use]
pub fn perturb(parameters: &[Parameter], gains: &Gains, seed: u64, k: u64) -> Trial {
    // Seeded twice over: neighbouring pairs must have nothing in common.
    let mixed = fastrand::Rng::with_seed(seed).u64(..) ^ fastrand::Rng::with_seed(k).u64(..);
    let mut random = fastrand::Rng::with_seed(mixed);
    let spread = gains.spread(k);
    let mut trial = Trial { pair: k, signs: Vec::new(), plus: Vec::new(), minus: Vec::new() };
    for parameter in parameters {
        let sign = if random.bool() { 1.0 } else { -1.0 };
        // One chance for both: rounding must not bring them closer together or further apart by two.
        let chance = random.f64();
        trial.signs.push(sign);
        trial.plus.push(parameter.shifted(sign * spread, chance));
        trial.minus.push(parameter.shifted(-sign * spread, chance));
    }
    trial
}

/// Moves the numbers by what a trial has shown; `score` is wins less losses of its plus side.
pub fn learn(parameters: &mut [Parameter], gains: &Gains, trial: &Trial, score: i32) {
    let steps = gains.update(trial.pair) / gains.spread(trial.pair) * f64::from(score);
    for (parameter, sign) in parameters.iter_mut().zip(&trial.signs) {
        parameter.add(sign * steps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(value: f64, [min, max]: [i32; 2], step: i32) -> Parameter {
        Parameter { name: "x".to_owned(), default: value as i32, min, max, step, value }
    }

    /// Figures reckoned apart from this code, in another language.
    #[test]
    fn gains_follow_their_formulas() {
        let gains = Gains::new(1000, 0.002);
        let near = |value: f64, expected: f64| (value / expected - 1.0).abs() < 1e-6;
        assert!(near(gains.spread(1), 2.009_092_812));
        assert!(near(gains.spread(500), 1.072_516_536));
        assert!(near(gains.spread(1000), 1.0));
        assert!(near(gains.update(1), 0.008_420_675_4));
        assert!(near(gains.update(500), 0.002_880_721_9));
        assert!(near(gains.update(1000), 0.002));
    }

    #[test]
    fn trials_are_opposite_and_reproducible() {
        let parameters: Vec<_> = (0..200).map(|i| parameter(f64::from(i), [-500, 500], 10)).collect();
        let gains = Gains::new(100, 0.01);
        let trial = perturb(&parameters, &gains, 7, 100);
        assert_eq!(trial, perturb(&parameters, &gains, 7, 100));
        assert_ne!(trial.signs, perturb(&parameters, &gains, 7, 99).signs);
        assert_ne!(trial.signs, perturb(&parameters, &gains, 8, 100).signs);
        // The last pair moves whole values by exactly a step.
        for (index, parameter) in parameters.iter().enumerate() {
            let sign = trial.signs[index] as i32;
            assert_eq!(trial.plus[index], parameter.value as i32 + 10 * sign);
            assert_eq!(trial.minus[index], parameter.value as i32 - 10 * sign);
        }
        let up = trial.signs.iter().filter(|&&sign| sign > 0.0).count();
        assert!((70..=130).contains(&up), "{up} of 200 up: 30 are over four standard deviations");
    }

    #[test]
    fn rounding_is_right_on_average() {
        let gains = Gains::new(1, 0.01);
        let parameters = [parameter(10.3, [0, 100], 2)];
        let trials = (0..4000).map(|seed| perturb(&parameters, &gains, seed, 1));
        let upper: Vec<i32> =
            trials.map(|trial| if trial.signs[0] > 0.0 { trial.plus[0] } else { trial.minus[0] }).collect();
        assert!(upper.iter().all(|value| [12, 13].contains(value)));
        let mean = upper.iter().sum::<i32>() as f64 / upper.len() as f64;
        assert!((mean - 12.3).abs() < 0.04, "{mean}: 0.04 is over five standard errors");
    }

    #[test]
    fn values_stay_in_range() {
        let gains = Gains::new(10, 50.0);
        let mut parameters = [parameter(-99.5, [-100, 20], 8), parameter(19.0, [-100, 20], 8)];
        let mut ends = std::collections::HashSet::new();
        for k in 1..=10 {
            let trial = perturb(&parameters, &gains, 1, k);
            let values = trial.plus.iter().chain(&trial.minus);
            assert!(values.clone().all(|value| (-100..=20).contains(value)));
            assert!(values.clone().any(|value| [-100, 20].contains(value)));
            learn(&mut parameters, &gains, &trial, 2);
            for parameter in &parameters {
                assert!((-100.0..=20.0).contains(&parameter.value));
                ends.insert(parameter.rounded());
            }
        }
        assert_eq!(ends, [-100, 20].into(), "so large a rate throws them from end to end");
    }

    #[test]
    fn a_win_pulls_towards_the_winner_and_a_loss_away() {
        let gains = Gains::new(4, 0.5);
        let mut parameters = [parameter(50.0, [0, 100], 10)];
        let trial = perturb(&parameters, &gains, 3, 4);
        let sign = trial.signs[0];
        learn(&mut parameters, &gains, &trial, 2);
        assert_eq!(parameters[0].value, 50.0 + sign * 10.0);
        assert_eq!(parameters[0].drift(), sign);
        learn(&mut parameters, &gains, &trial, -1);
        assert_eq!(parameters[0].value, 50.0 + sign * 5.0);
        learn(&mut parameters, &gains, &trial, 0);
        assert_eq!(parameters[0].value, 50.0 + sign * 5.0);
    }

    /// Games between sides whose strength falls off with the square of the distance from an optimum: the numbers must
    /// get most of the way there, from either side, and one without influence must not run away.
    #[test]
    fn a_noisy_quadratic_is_climbed() {
        const PAIRS: u64 = 20_000;
        let gains = Gains::new(PAIRS, 0.01);
        let mut parameters =
            [parameter(100.0, [0, 300], 10), parameter(200.0, [0, 300], 10), parameter(150.0, [0, 300], 10)];
        let optimum = [160.0, 140.0];
        let strength = |values: &[i32]| -> f64 {
            let loss = optimum.iter().zip(values).map(|(best, &value)| (f64::from(value) - best).powi(2));
            -loss.sum::<f64>() / 100.0
        };
        let mut random = fastrand::Rng::with_seed(11);
        for k in 1..=PAIRS {
            let trial = perturb(&parameters, &gains, 5, k);
            // Elo of about 10 a squared step: a win is hardly likelier than a loss.
            let edge = strength(&trial.plus) - strength(&trial.minus);
            let chance = 1.0 / (1.0 + 10f64.powf(-10.0 * edge / 400.0));
            let score = (0..2).map(|_| if random.f64() < chance { 1 } else { -1 }).sum();
            learn(&mut parameters, &gains, &trial, score);
        }
        for (parameter, best) in parameters.iter().zip(optimum) {
            assert!((parameter.value - best).abs() < 15.0, "{} is not {best}", parameter.value);
            assert!(parameter.drift().abs() > 4.0);
        }
        assert!(parameters[2].drift().abs() < 3.0, "{}", parameters[2].drift());
    }
}
