//! AdamW: Adam with decoupled weight decay, and bounds that keep weights within their quantised range.

use chuhe_eval::nnue::arch::{INPUTS, OUTPUT_BUCKETS};

use super::model::{Group, Head, Row, STRIP, Strip};

/// Decay of the gradient's running mean (Kingma & Ba 2015).
const BETA_MEAN: f32 = 0.9;
/// Decay of the running mean of its square.
const BETA_SQUARE: f32 = 0.999;
/// Keeps the step finite where there was no gradient.
const EPSILON: f32 = 1e-8;

/// Largest first-layer weight: 33 of them (32 pieces and the bias) in units of 1/255 make 16,661 and so
/// fit an i16. With a factoriser each of the two parts has half.
pub const INPUT_BOUND: f32 = 1.98;
/// Largest output weight: in units of 1/64 and times the activation's 255 it fits an i16.
pub const OUTPUT_BOUND: f32 = 1.98;

/// The factors of one step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Learning rate.
    pub rate: f32,
    /// Weight decay before it is multiplied by the rate.
    pub decay: f32,
    /// Gradients are sums over the batch; this makes them means.
    pub scale: f32,
    /// Corrections of the running means' bias towards their start at zero.
    pub unbias: [f32; 2],
}

impl Step {
    /// Step `number` (from 1) with a batch of `batch` samples.
    pub fn new(number: u64, rate: f32, decay: f32, batch: usize) -> Step {
        let unbias =
            [BETA_MEAN, BETA_SQUARE].map(|beta| (1.0 / (1.0 - f64::from(beta).powf(number as f64))) as f32);
        Step { rate, decay, scale: 1.0 / batch as f32, unbias }
    }

    /// Moves one number along its gradient `slope` (a sum over the batch).
    #[inline(always)]
    fn apply(&self, value: &mut f32, mean: &mut f32, square: &mut f32, slope: f32, decay: f32, bound: f32) {
        let slope = slope * self.scale;
        *mean = BETA_MEAN * *mean + (1.0 - BETA_MEAN) * slope;
        *square = BETA_SQUARE * *square + (1.0 - BETA_SQUARE) * slope * slope;
        let step = *mean * self.unbias[0] / ((*square * self.unbias[1]).sqrt() + EPSILON);
        *value = (*value - self.rate * (step + decay * *value)).clamp(-bound, bound);
    }

    #[inline]
    fn row(&self, group: &mut Group, row: usize, slope: &Row, decay: f32, bound: f32) {
        let (value, mean, square) =
            (&mut group.values[row].0, &mut group.mean[row].0, &mut group.square[row].0);
        for i in 0..STRIP {
            self.apply(&mut value[i], &mut mean[i], &mut square[i], slope.0[i], decay, bound);
        }
    }

    /// Updates a strip from its gradient (the sum of all threads').
    pub fn strip(&self, strip: &mut Strip, gradient: &[Row]) {
        let layout = strip.layout();
        let bound = if strip.is_factorised() { INPUT_BOUND / 2.0 } else { INPUT_BOUND };
        for input in 0..INPUTS {
            let mut shared = Row::ZERO;
            for row in (input..layout.inputs).step_by(INPUTS) {
                self.row(&mut strip.own, row, &gradient[row], self.decay, bound);
                shared.0.iter_mut().zip(&gradient[row].0).for_each(|(sum, slope)| *sum += slope);
            }
            if strip.is_factorised() {
                self.row(&mut strip.shared, input, &shared, self.decay, bound);
                strip.merge(input);
            }
        }
        self.row(&mut strip.own, layout.bias(), &gradient[layout.bias()], 0.0, INPUT_BOUND);
        for (row, slope) in gradient.iter().enumerate().skip(layout.output(0, 0)) {
            self.row(&mut strip.own, row, slope, self.decay, OUTPUT_BOUND);
        }
    }

    /// Updates the output biases.
    pub fn head(&self, head: &mut Head, gradient: &[f32; OUTPUT_BUCKETS]) {
        for (bucket, &slope) in gradient.iter().enumerate() {
            let Head { values, mean, square } = head;
            self.apply(&mut values[bucket], &mut mean[bucket], &mut square[bucket], slope, 0.0, f32::MAX);
        }
    }
}
