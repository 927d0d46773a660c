//! From the float model to the network file, and the proof that they agree.

use chuhe_eval::nnue::arch::OUTPUT_BUCKETS;
use chuhe_eval::nnue::simd::Kernels;
use chuhe_eval::nnue::{NetError, Network, Scales, Weights};

use super::gradient::{GROUP, Sample, Scratch, forward};
use super::model::{Layout, Model, STRIP, Strip};
use super::packed::{Inputs, Packed};

/// First-layer units in 1.0: with output weights up to 127 units, activation times weight fits an i16.
const QA: u16 = 255;
/// Most output-weight units that fit beside [`QA`] in an i16.
const MAX_OUTPUT_UNITS: f32 = 127.0;
/// Finest output scale: beyond it the first layer's rounding is all that is left.
const MAX_QB: f32 = 1024.0;

/// Largest mean difference between float and quantised values that is accepted, internal units.
pub const MEAN_BOUND: f64 = 5.0;
/// Largest single difference that is accepted, internal units.
pub const MAX_BOUND: f64 = 30.0;

/// Rounds the model to a network whose values are in units of `score` a logit. The output scale is the
/// finest that the largest output weight allows.
pub fn quantise(model: &Model, score: u16, description: &str) -> Result<Network, NetError> {
    let layout = Layout::of(model.arch);
    let largest = model
        .strips
        .iter()
        .flat_map(|strip| &strip.own.values[layout.output(0, 0)..])
        .flat_map(|row| row.0)
        .fold(0.0f32, |largest, weight| largest.max(weight.abs()));
    let qb = (MAX_OUTPUT_UNITS / largest).floor().clamp(1.0, MAX_QB);
    let row = |row_of: &dyn Fn(&Strip) -> [f32; STRIP], unit: f32| -> Vec<i16> {
        model.strips.iter().flat_map(row_of).map(|weight| (weight * unit).round() as i16).collect()
    };
    let qa = f32::from(QA);
    let weights = Weights {
        rows: (0..layout.inputs).flat_map(|input| row(&|strip| strip.inputs()[input].0, qa)).collect(),
        hidden_bias: row(&|strip| strip.own.values[layout.bias()].0, qa),
        output: (layout.output(0, 0)..layout.rows())
            .flat_map(|output| row(&|strip| strip.own.values[output].0, qb))
            .collect(),
        output_bias: model.head.values.map(|bias| (bias * qa * qb).round() as i32),
    };
    Network::new(model.arch, Scales { qa: QA, qb: qb as u16, score }, description, &weights)
}

/// How float and quantised values compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// Positions compared.
    pub positions: usize,
    /// Mean absolute difference, internal units.
    pub mean: f64,
    /// Largest absolute difference.
    pub max: f64,
    /// Kernel sets that gave equal values on every position.
    pub kernels: Vec<&'static str>,
}

/// Why a network is not a faithful image of its model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProofError {
    /// Rounding changes values too much.
    #[error(
        "quantised values differ from float ones by {mean:.2} on average and {max:.1} at most; \
         accepted are {MEAN_BOUND} and {MAX_BOUND}"
    )]
    TooFar {
        /// Mean absolute difference.
        mean: f64,
        /// Largest absolute difference.
        max: f64,
    },
    /// A vector kernel is wrong.
    #[error("the {kernels} kernels give {found} where the scalar ones give {expected}")]
    Kernels {
        /// The kernel set.
        kernels: &'static str,
        /// Its value.
        found: i32,
        /// The reference's.
        expected: i32,
    },
    /// A position cannot be set up.
    #[error("training position {0} is damaged")]
    Position(usize),
}

/// Compares `network` with `model` on `positions`: values within bounds, kernels equal bit for bit.
pub fn prove(model: &Model, network: &Network, positions: &[Packed]) -> Result<Proof, ProofError> {
    let sets = Kernels::available();
    let (mut sum, mut max) = (0.0f64, 0.0f64);
    let floats = values(model, positions);
    for (index, (position, float)) in positions.iter().zip(floats).enumerate() {
        let board = position.board().ok_or(ProofError::Position(index))?;
        let expected = network.evaluate_with(sets[0], &board, None);
        for kernels in &sets[1..] {
            let found = network.evaluate_with(kernels, &board, None);
            if found != expected {
                return Err(ProofError::Kernels { kernels: kernels.name(), found, expected });
            }
        }
        let difference = (f64::from(float) * f64::from(network.scales().score) - f64::from(expected)).abs();
        sum += difference;
        max = max.max(difference);
    }
    let mean = sum / positions.len().max(1) as f64;
    if mean > MEAN_BOUND || max > MAX_BOUND {
        return Err(ProofError::TooFar { mean, max });
    }
    Ok(Proof { positions: positions.len(), mean, max, kernels: sets.iter().map(|set| set.name()).collect() })
}

/// The model's values of `positions`, in logits.
pub fn values(model: &Model, positions: &[Packed]) -> Vec<f32> {
    let strips: Vec<&Strip> = model.strips.iter().collect();
    let bias: &[f32; OUTPUT_BUCKETS] = &model.head.values;
    let mut scratch = Scratch::new(strips.len());
    let mut outputs = Vec::with_capacity(positions.len());
    for group in positions.chunks(GROUP) {
        let samples: Vec<Sample> = group
            .iter()
            .map(|position| Inputs::of(position, false, model.arch.king_buckets))
            .map(|inputs| Sample { inputs, target: 0.0 })
            .collect();
        forward(&strips, bias, &samples, &mut scratch);
        outputs.extend(&scratch.outputs[..group.len()]);
    }
    outputs
}
