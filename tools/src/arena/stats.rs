//! Strength from results: Elo with its error, normalised Elo, likelihood of superiority, and the sequential test.
//!
//! The unit of evidence is a pair of games on one opening with colours reversed: its score is one of five (pentanomial
//! model), and the opening's own advantage cancels out of the variance. Single games (three scores) are handled by the
//! same code.
//!
//! The sequential test is the generalised SPRT: the likelihoods of the two hypotheses are maximised over all
//! distributions of pair scores that fit them (the method that Fishtest made common; M. Van den Bergh, "Comments on
//! normalized Elo" and "A practical introduction to the GSPRT").

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Two-sided 95 % point of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;
/// A category that was never seen counts as this much, so that no likelihood is 0 (as in Fishtest).
const UNSEEN: f64 = 1e-3;

/// How often each score was seen: `counts[i]` samples scored `i / (K - 1)`.
/// `Tally<5>` counts pairs of games, `Tally<3>` games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally<const K: usize>(pub [u64; K]);

impl<const K: usize> Default for Tally<K> {
    fn default() -> Self {
        Self([0; K])
    }
}

impl<const K: usize> Tally<K> {
    /// Games in a sample.
    const GAMES: f64 = ((K - 1) / 2) as f64;

    /// Takes in a sample of so many half points.
    ///
    /// # Panics
    /// With more half points than a sample has.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Number of samples.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score of a sample and its variance.
    fn moments(&self) -> (f64, f64) {
        let pdf = self.0.map(|count| count as f64 / self.samples() as f64);
        moments(&pdf, &scores::<K>())
    }

    /// All figures; `None` without samples.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let samples = self.samples();
        if samples == 0 {
            return None;
        }
        let (score, variance) = self.moments();
        let error = (variance / samples as f64).sqrt();
        let (low, high) = if variance > 0.0 {
            (score - Z95 * error, score + Z95 * error)
        } else {
            wilson(score, samples as f64 * Self::GAMES)
        };
        let deviation = (variance * Self::GAMES).sqrt();
        let nelo = (variance > 0.0).then(|| (score - 0.5) / deviation * NELO);
        Some(Estimate {
            score,
            elo: elo(score),
            elo_low: elo(low),
            elo_high: elo(high),
            nelo,
            nelo_error: Z95 * NELO / (samples as f64 * Self::GAMES).sqrt(),
            los: if variance > 0.0 { normal_cdf((score - 0.5) / error) } else { los_without_variance(score) },
        })
    }
}

/// Normalised Elo of one standard deviation of a game's score: 800 / ln 10.
const NELO: f64 = 800.0 / std::f64::consts::LN_10;

/// Strength of one side against the other.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// Share of the points.
    pub score: f64,
    /// Logistic Elo difference; infinite at 0 and 1.
    pub elo: f64,
    /// Lower end of its 95 % interval.
    pub elo_low: f64,
    /// Upper end.
    pub elo_high: f64,
    /// Normalised Elo; none without variance.
    pub nelo: Option<f64>,
    /// Half its 95 % interval.
    pub nelo_error: f64,
    /// Likelihood of superiority.
    pub los: f64,
}

/// Elo difference of a score.
#[must_use]
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Score of an Elo difference.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn scores<const K: usize>() -> [f64; K] {
    std::array::from_fn(|i| i as f64 / (K - 1) as f64)
}

fn moments(pdf: &[f64], values: &[f64]) -> (f64, f64) {
    let mean: f64 = pdf.iter().zip(values).map(|(p, a)| p * a).sum();
    let variance = pdf.iter().zip(values).map(|(p, a)| p * (a - mean).powi(2)).sum();
    (mean, variance)
}

/// Wilson's interval: where all samples are alike the usual one would have no width.
fn wilson(p: f64, n: f64) -> (f64, f64) {
    let z2 = Z95 * Z95;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    (centre - half, centre + half)
}

fn los_without_variance(score: f64) -> f64 {
    match score.total_cmp(&0.5) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    }
}

/// Distribution function of the normal distribution: `erfc` by the continued fraction and series that split at 2.
fn normal_cdf(x: f64) -> f64 {
    let t = x.abs() / std::f64::consts::SQRT_2;
    let tail = if t < 2.0 { 1.0 - erf_series(t) } else { erfc_fraction(t) };
    if x < 0.0 { tail / 2.0 } else { 1.0 - tail / 2.0 }
}

fn erf_series(t: f64) -> f64 {
    let mut term = t;
    let mut sum = t;
    let mut n = 0.0;
    while term.abs() > 1e-17 * sum.abs() {
        n += 1.0;
        term *= -t * t / n;
        sum += term / (2.0 * n + 1.0);
    }
    std::f64::consts::FRAC_2_SQRT_PI * sum
}

fn erfc_fraction(t: f64) -> f64 {
    /// Enough for double precision from t = 2 on.
    const TERMS: u32 = 60;
    let fraction = (1..=TERMS).rev().fold(0.0, |below, k| f64::from(k) / 2.0 / (t + below));
    (-t * t).exp() * std::f64::consts::FRAC_2_SQRT_PI / 2.0 / (t + fraction)
}

/// The scale of the hypotheses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalised Elo: the same number of games whatever the draw rate.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// A sequential probability ratio test of "the first engine is `elo1` better" against "it is `elo0` better".
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The hypothesis to refute.
    pub elo0: f64,
    /// The hypothesis to accept.
    pub elo1: f64,
    /// Probability of accepting `elo1` when `elo0` holds.
    pub alpha: f64,
    /// Probability of accepting `elo0` when `elo1` holds.
    pub beta: f64,
    /// Scale of both.
    #[serde(default)]
    pub model: Model,
}

/// What a sequential test says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// `elo0`.
    H0,
    /// `elo1`.
    H1,
}

/// A test that makes no sense.
#[derive(Debug, Error, PartialEq)]
pub enum BadSprt {
    /// Not key=number.
    #[error("SPRT `{0}`: expected elo0=, elo1=, alpha=, beta= (numbers) or model=normalized|logistic")]
    Word(String),
    /// Hypotheses the wrong way round.
    #[error("SPRT: elo0 ({0}) must be less than elo1 ({1})")]
    Order(f64, f64),
    /// An error rate that is none.
    #[error("SPRT: {0} is no error rate: alpha and beta lie between 0 and 0.5")]
    Rate(f64),
}

impl Sprt {
    /// Reads `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`; these are the defaults.
    ///
    /// # Errors
    /// [`BadSprt`], naming the fault.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, BadSprt> {
        let mut test = Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::default() };
        for word in words {
            let fault = || BadSprt::Word(word.to_owned());
            let (key, value) = word.split_once('=').ok_or_else(fault)?;
            let number = || value.parse::<f64>().ok().filter(|n| n.is_finite()).ok_or_else(fault);
            match (key, value) {
                ("elo0", _) => test.elo0 = number()?,
                ("elo1", _) => test.elo1 = number()?,
                ("alpha", _) => test.alpha = number()?,
                ("beta", _) => test.beta = number()?,
                ("model", "normalized" | "normalised") => test.model = Model::Normalized,
                ("model", "logistic") => test.model = Model::Logistic,
                _ => return Err(fault()),
            }
        }
        if test.elo0 >= test.elo1 {
            return Err(BadSprt::Order(test.elo0, test.elo1));
        }
        match [test.alpha, test.beta].into_iter().find(|rate| !(*rate > 0.0 && *rate < 0.5)) {
            Some(rate) => Err(BadSprt::Rate(rate)),
            None => Ok(test),
        }
    }

    /// The log-likelihood ratios at which `H0` and `H1` are accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log-likelihood ratio of `elo1` to `elo0`; 0 without samples.
    #[must_use]
    pub fn llr<const K: usize>(&self, tally: &Tally<K>) -> f64 {
        if tally.samples() == 0 {
            return 0.0;
        }
        let counts = tally.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let pdf = counts.map(|count| count / total);
        let fitted = |elo: f64| match self.model {
            Model::Logistic => fit_mean(&pdf, &scores::<K>().map(|a| a - score_of(elo))),
            Model::Normalized => fit_t(&pdf, elo / NELO * Tally::<K>::GAMES.sqrt()),
        };
        let (p0, p1) = (fitted(self.elo0), fitted(self.elo1));
        counts.iter().zip(p1.iter().zip(&p0)).map(|(count, (p1, p0))| count * (p1 / p0).ln()).sum()
    }

    /// Whether the test is over.
    #[must_use]
    pub fn decision(&self, llr: f64) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        if llr <= lower { Some(Decision::H0) } else { (llr >= upper).then_some(Decision::H1) }
    }
}

/// The likeliest distribution under which `values` have mean 0, given the one observed: `p / (1 + x v)` with the root
/// `x` of the mean, found by bisection in the interval in which all probabilities are positive.
fn fit_mean<const K: usize>(pdf: &[f64; K], values: &[f64; K]) -> [f64; K] {
    let largest = values.iter().copied().fold(f64::MIN, f64::max);
    let smallest = values.iter().copied().fold(f64::MAX, f64::min);
    // A hypothesis beyond all scores (an Elo in the thousands): nothing fits, nothing is changed.
    if largest <= 0.0 || smallest >= 0.0 {
        return *pdf;
    }
    let mean = |x: f64| pdf.iter().zip(values).map(|(p, v)| p * v / (1.0 + x * v)).sum::<f64>();
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    /// Halvings that bring any interval below double precision.
    const STEPS: usize = 120;
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        // The mean falls with x.
        if mean(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|i| pdf[i] / (1.0 + x * values[i]))
}

/// The likeliest distribution whose mean lies `t` standard deviations above 1/2. The condition is linearised about the
/// last fit and fitted again until nothing moves.
fn fit_t<const K: usize>(pdf: &[f64; K], t: f64) -> [f64; K] {
    /// It takes about ten.
    const ROUNDS: usize = 200;
    const STILL: f64 = 1e-13;
    let scores = scores::<K>();
    let mut fit = [1.0 / K as f64; K];
    for _ in 0..ROUNDS {
        let (mean, variance) = moments(&fit, &scores);
        let deviation = variance.sqrt();
        let values = scores.map(|a| a - 0.5 - t * deviation / 2.0 * (1.0 + ((mean - a) / deviation).powi(2)));
        let next = fit_mean(pdf, &values);
        let moved = fit.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        fit = next;
        if moved < STILL {
            break;
        }
    }
    fit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo_difference in [-400.0, -5.0, 0.0, 3.3, 191.0] {
            assert!((elo(score_of(elo_difference)) - elo_difference).abs() < 1e-9);
        }
        assert_eq!(elo(1.0), f64::INFINITY);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn normal_distribution() {
        // Values of tables to ten places.
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_1),
            (-1.959_963_985, 0.025),
            (3.5, 0.999_767_370_9),
            (-6.0, 9.865_876e-10),
        ] {
            assert!((normal_cdf(x) - p).abs() < 1e-10, "{x}: {}", normal_cdf(x));
        }
    }

    #[test]
    fn a_shut_out_has_an_interval() {
        let estimate = Tally([0, 0, 0, 0, 20]).estimate().expect("samples");
        assert_eq!((estimate.elo, estimate.los), (f64::INFINITY, 1.0));
        assert!(estimate.elo_low > 300.0 && estimate.elo_low < 500.0, "{}", estimate.elo_low);
        let level = Tally([0, 0, 9, 0, 0]).estimate().expect("samples");
        assert_eq!((level.elo, level.los), (0.0, 0.5));
        assert!(level.elo_low < -50.0 && level.elo_high > 50.0);
        assert_eq!(Tally([0; 5]).estimate(), None);
    }

    #[test]
    fn sequential_tests_decide_the_right_way() {
        let test = Sprt::parse(["elo0=0", "elo1=10", "model=logistic"]).expect("a test");
        let (lower, upper) = test.bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
        assert_eq!(test.decision(test.llr(&Tally([100, 400, 1000, 600, 200]))), Some(Decision::H1));
        assert_eq!(test.decision(test.llr(&Tally([200, 600, 1000, 400, 100]))), Some(Decision::H0));
        assert_eq!(test.decision(test.llr(&Tally([1, 2, 3, 2, 1]))), None);
        assert_eq!(test.llr(&Tally([0; 5])), 0.0);
    }

    #[test]
    fn bad_tests_are_refused() {
        for words in
            ["elo0=5 elo1=5", "alpha=0", "beta=0.7", "elo2=1", "elo0=x", "elo1=inf", "model=bayes", "5"]
        {
            assert!(Sprt::parse(words.split(' ')).is_err(), "{words}");
        }
    }
}
