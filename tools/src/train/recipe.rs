//! Everything that decides what a training run yields.

use std::f64::consts::PI;

use chuhe_eval::nnue::{Arch, KingBuckets};
use serde::{Deserialize, Serialize};

/// The settings of a run, kept beside the network and inside each checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// Width of the hidden layer.
    pub hidden: usize,
    /// King buckets, 1 or 6.
    pub king_buckets: usize,
    /// Passes over the data.
    pub epochs: u32,
    /// Positions a step.
    pub batch: usize,
    /// Highest learning rate.
    pub rate: f32,
    /// Learning rate at the end.
    pub final_rate: f32,
    /// Share of the steps in which the rate grows from zero.
    pub warm_up: f32,
    /// Decoupled weight decay.
    pub decay: f32,
    /// First-layer weights start uniform within this.
    pub init: f32,
    /// Weight of the game's result in the target; the rest is the score's.
    pub lambda: f32,
    /// Internal units of score in one logit.
    pub scale: u16,
    /// Whether positions are mirrored left to right at random.
    pub flip: bool,
    /// Of the weights, the order of the data and the flips.
    pub seed: u64,
    /// Threads; sums depend on it.
    pub threads: usize,
    /// Positions trained on.
    pub positions: usize,
    /// Hash of the positions, in order.
    pub data: u64,
}

impl Recipe {
    /// The shape of the network.
    ///
    /// # Panics
    /// If the settings were not checked: see [`Recipe::check`].
    pub fn arch(&self) -> Arch {
        let king_buckets = KingBuckets::from_count(self.king_buckets).expect("checked before");
        Arch { hidden: self.hidden, king_buckets }
    }

    /// Refuses settings that cannot be trained.
    pub fn check(&self) -> Result<(), String> {
        let strip = super::model::STRIP;
        if self.hidden == 0 || !self.hidden.is_multiple_of(strip) {
            return Err(format!("--hidden {}: the width must be a multiple of {strip}", self.hidden));
        }
        if KingBuckets::from_count(self.king_buckets).is_none() {
            return Err(format!("--king-buckets {}: only 1 and 6 are known", self.king_buckets));
        }
        if self.batch == 0 || self.epochs == 0 || self.threads == 0 {
            return Err("--batch, --epochs and --threads must be at least 1".into());
        }
        if self.positions == 0 {
            return Err("no position is left to train on".into());
        }
        Ok(())
    }

    /// Steps in an epoch: the last, short batch counts.
    pub fn steps_per_epoch(&self) -> usize {
        self.positions.div_ceil(self.batch)
    }

    /// The learning rate of step `step` (from 0): linear warm-up, then half a cosine.
    pub fn rate_at(&self, step: u64) -> f32 {
        let total = (self.steps_per_epoch() as u64 * u64::from(self.epochs)) as f64;
        let warm_up = (f64::from(self.warm_up) * total).max(1.0);
        let step = step as f64 + 1.0;
        let (high, low) = (f64::from(self.rate), f64::from(self.final_rate));
        if step < warm_up {
            return (high * step / warm_up) as f32;
        }
        let done = ((step - warm_up) / (total - warm_up).max(1.0)).min(1.0);
        (low + (high - low) * 0.5 * (1.0 + (PI * done).cos())) as f32
    }
}
