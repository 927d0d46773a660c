//! Forward and backward pass of a part of a batch, by one thread.

use chuhe_eval::nnue::arch::OUTPUT_BUCKETS;

use super::model::{Row, STRIP, Strip};
use super::packed::Inputs;

/// Positions that pass through the strips together: their sums stay in the second cache level.
pub const GROUP: usize = 64;

/// Lanes of a partial sum, folded in a fixed order whatever the register width.
const LANES: usize = 16;

/// What a position is to be trained towards.
#[derive(Clone, Copy)]
pub struct Sample {
    /// Its inputs.
    pub inputs: Inputs,
    /// Expected score, 0..=1, for the side to move.
    pub target: f32,
}

/// One thread's working memory and its share of the gradient of the head.
pub struct Scratch {
    /// First-layer sums by strip and position, own and other view.
    sums: Vec<[Row; 2]>,
    /// Derivative of the loss by the output, for each position.
    slopes: [f32; GROUP],
    /// Output of each position, in logits.
    pub outputs: [f32; GROUP],
    /// Gradient of the output biases.
    pub head: [f32; OUTPUT_BUCKETS],
    /// Sum of the loss over the samples seen.
    pub loss: f64,
}

impl Scratch {
    /// Memory for a model of `strips`.
    pub fn new(strips: usize) -> Scratch {
        Scratch {
            sums: vec![[Row::ZERO; 2]; strips * GROUP],
            slopes: [0.0; GROUP],
            outputs: [0.0; GROUP],
            head: [0.0; OUTPUT_BUCKETS],
            loss: 0.0,
        }
    }
}

/// Computes the outputs of at most [`GROUP`] samples into `scratch.outputs`.
pub fn forward(strips: &[&Strip], bias: &[f32; OUTPUT_BUCKETS], samples: &[Sample], scratch: &mut Scratch) {
    #[cfg(target_arch = "x86_64")]
    if has_avx512() {
        // SAFETY: the processor has the instructions.
        return unsafe { forward_avx512(strips, bias, samples, scratch) };
    }
    forward_generic(strips, bias, samples, scratch);
}

/// Adds the gradient of the loss over at most [`GROUP`] samples, after [`forward`] of the same ones, to
/// `gradients` (by strip, rows as in its [`Layout`](super::model::Layout)) and to `scratch`.
pub fn backward(strips: &[&Strip], samples: &[Sample], scratch: &mut Scratch, gradients: &mut [&mut [Row]]) {
    measure_loss(samples, scratch);
    #[cfg(target_arch = "x86_64")]
    if has_avx512() {
        // SAFETY: the processor has the instructions.
        return unsafe { backward_avx512(strips, samples, scratch, gradients) };
    }
    backward_generic(strips, samples, scratch, gradients);
}

/// The logistic function: expected score of a value in logits.
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl")
}

/// # Safety
/// The processor has AVX-512 F and VL.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,fma")]
unsafe fn forward_avx512(
    strips: &[&Strip],
    bias: &[f32; OUTPUT_BUCKETS],
    samples: &[Sample],
    scratch: &mut Scratch,
) {
    forward_generic(strips, bias, samples, scratch);
}

/// # Safety
/// The processor has AVX-512 F and VL.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,fma")]
unsafe fn backward_avx512(
    strips: &[&Strip],
    samples: &[Sample],
    scratch: &mut Scratch,
    gradients: &mut [&mut [Row]],
) {
    backward_generic(strips, samples, scratch, gradients);
}

#[inline(always)]
fn forward_generic(
    strips: &[&Strip],
    bias: &[f32; OUTPUT_BUCKETS],
    samples: &[Sample],
    scratch: &mut Scratch,
) {
    let mut partial = [[0.0; LANES]; GROUP];
    for (strip, sums) in strips.iter().zip(scratch.sums.chunks_mut(GROUP)) {
        let (inputs, rest, layout) = (strip.inputs(), &strip.own.values, strip.layout());
        let hidden_bias = &rest[layout.bias()];
        for ((sample, sums), partial) in samples.iter().zip(sums).zip(&mut partial) {
            let [mut own, mut other] = [*hidden_bias; 2];
            for &[own_row, other_row] in sample.inputs.rows() {
                add(&mut own, &inputs[usize::from(own_row)]);
                add(&mut other, &inputs[usize::from(other_row)]);
            }
            *sums = [own, other];
            let bucket = usize::from(sample.inputs.bucket);
            dot(partial, &own, &rest[layout.output(bucket, 0)]);
            dot(partial, &other, &rest[layout.output(bucket, 1)]);
        }
    }
    for ((sample, output), partial) in samples.iter().zip(&mut scratch.outputs).zip(&partial) {
        *output = bias[usize::from(sample.inputs.bucket)] + fold(partial);
    }
}

#[inline(always)]
fn add(sum: &mut Row, row: &Row) {
    for (sum, value) in sum.0.iter_mut().zip(&row.0) {
        *sum += value;
    }
}

/// Adds activation times weight to the lanes of `partial`.
#[inline(always)]
fn dot(partial: &mut [f32; LANES], sums: &Row, weights: &Row) {
    let (sums, weights) = (sums.0.as_chunks::<LANES>().0, weights.0.as_chunks::<LANES>().0);
    for (sums, weights) in sums.iter().zip(weights) {
        for ((partial, &sum), &weight) in partial.iter_mut().zip(sums).zip(weights) {
            let clamped = sum.clamp(0.0, 1.0);
            *partial = (clamped * clamped).mul_add(weight, *partial);
        }
    }
}

#[inline(always)]
fn fold(lanes: &[f32; LANES]) -> f32 {
    let mut lanes = *lanes;
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] += lanes[i + half];
        }
        half /= 2;
    }
    lanes[0]
}

/// The squared error of each output's expected score, and its slope.
fn measure_loss(samples: &[Sample], scratch: &mut Scratch) {
    for (i, sample) in samples.iter().enumerate() {
        let expected = sigmoid(scratch.outputs[i]);
        let error = expected - sample.target;
        scratch.loss += f64::from(error * error);
        scratch.slopes[i] = 2.0 * error * expected * (1.0 - expected);
        scratch.head[usize::from(sample.inputs.bucket)] += scratch.slopes[i];
    }
}

#[inline(always)]
fn backward_generic(
    strips: &[&Strip],
    samples: &[Sample],
    scratch: &mut Scratch,
    gradients: &mut [&mut [Row]],
) {
    let Scratch { sums, slopes, .. } = scratch;
    for ((strip, sums), gradient) in strips.iter().zip(sums.chunks(GROUP)).zip(gradients) {
        let (rest, layout) = (&strip.own.values, strip.layout());
        let mut bias = gradient[layout.bias()];
        for ((sample, sums), &slope) in samples.iter().zip(sums).zip(slopes.iter()) {
            let bucket = usize::from(sample.inputs.bucket);
            let [own_output, other_output] = [0, 1].map(|view| layout.output(bucket, view));
            let own = through_activation(&sums[0], &rest[own_output], slope, &mut gradient[own_output]);
            let other = through_activation(&sums[1], &rest[other_output], slope, &mut gradient[other_output]);
            add(&mut bias, &own);
            add(&mut bias, &other);
            for &[own_row, other_row] in sample.inputs.rows() {
                add(&mut gradient[usize::from(own_row)], &own);
                add(&mut gradient[usize::from(other_row)], &other);
            }
        }
        gradient[layout.bias()] = bias;
    }
}

/// Adds to the output weights' gradient and returns that of the sums before the activation.
#[inline(always)]
fn through_activation(sums: &Row, weights: &Row, slope: f32, weight_gradient: &mut Row) -> Row {
    let mut result = Row::ZERO;
    for i in 0..STRIP {
        let sum = sums.0[i];
        let clamped = sum.clamp(0.0, 1.0);
        weight_gradient.0[i] = (clamped * clamped).mul_add(slope, weight_gradient.0[i]);
        // Outside of 0..1 the activation is flat.
        let inside = if clamped == sum { clamped } else { 0.0 };
        result.0[i] = 2.0 * inside * (slope * weights.0[i]);
    }
    result
}
