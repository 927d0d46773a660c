//! The training loop: persistent threads that take every step together.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Result;
use chuhe_eval::nnue::KingBuckets;
use chuhe_eval::nnue::arch::OUTPUT_BUCKETS;
use parking_lot::{Mutex, RwLock};

use super::curve::Epoch;
use super::dataset::Dataset;
use super::gradient::{GROUP, Sample, Scratch, backward, forward, sigmoid};
use super::model::{Head, Model, Row, Strip};
use super::optimizer::Step;
use super::packed::{Inputs, Packed};
use super::recipe::Recipe;

/// Watches a run. Both methods are called by one thread while the others wait or work on.
pub trait Observer: Send {
    /// A step of `positions` was taken.
    fn step(&mut self, positions: usize);
    /// An epoch is over; `model` is the state after it. An error ends the run.
    fn epoch(&mut self, epoch: &Epoch, model: &Model) -> Result<()>;
}

/// Trains `model` from epoch `first` (0 for a new one) to the end of the recipe and returns it.
pub fn train(
    recipe: &Recipe,
    data: &Dataset,
    model: Model,
    first: u32,
    observer: &mut dyn Observer,
) -> Result<Model> {
    let shared = Shared::new(recipe, data, model);
    let result = std::thread::scope(|scope| {
        for thread in 1..recipe.threads {
            let shared = &shared;
            scope.spawn(move || Worker::new(shared, thread).run(first));
        }
        let mut worker = Worker::new(&shared, 0);
        worker.observer = Some(observer);
        worker.run(first);
        worker.failure
    });
    match result {
        Some(error) => Err(error),
        None => Ok(shared.model()),
    }
}

/// What the threads share. Locks are never contended: the barrier parts readers from writers.
struct Shared<'a> {
    recipe: &'a Recipe,
    data: &'a Dataset,
    strips: Vec<RwLock<Strip>>,
    head: RwLock<Head>,
    /// Gradients by strip, then thread.
    gradients: Vec<Vec<Mutex<Vec<Row>>>>,
    /// What else each thread summed up.
    sums: Vec<Mutex<Sums>>,
    /// The order of the positions in this epoch.
    order: RwLock<Vec<u32>>,
    barrier: Barrier,
    failed: AtomicBool,
}

/// Sums of one thread over a step or a validation pass.
#[derive(Clone, Copy, Default)]
struct Sums {
    head: [f32; OUTPUT_BUCKETS],
    /// Squared errors: against the training target, the score alone, the result alone.
    losses: [f64; 3],
}

impl<'a> Shared<'a> {
    fn new(recipe: &'a Recipe, data: &'a Dataset, model: Model) -> Shared<'a> {
        let rows = model.strips.first().map_or(0, |strip| strip.layout().rows());
        let gradient = || (0..recipe.threads).map(|_| Mutex::new(vec![Row::ZERO; rows])).collect();
        Shared {
            recipe,
            data,
            gradients: model.strips.iter().map(|_| gradient()).collect(),
            strips: model.strips.into_iter().map(RwLock::new).collect(),
            head: RwLock::new(model.head),
            sums: (0..recipe.threads).map(|_| Mutex::default()).collect(),
            order: RwLock::default(),
            barrier: Barrier::new(recipe.threads),
            failed: AtomicBool::new(false),
        }
    }

    /// A copy of the model as it stands.
    fn model(&self) -> Model {
        Model {
            arch: self.recipe.arch(),
            strips: self.strips.iter().map(|strip| strip.read().clone()).collect(),
            head: self.head.read().clone(),
        }
    }

    /// The whole of the threads' losses, summed in thread order.
    fn losses(&self) -> [f64; 3] {
        let mut total = [0.0; 3];
        for sums in &self.sums {
            total.iter_mut().zip(sums.lock().losses).for_each(|(total, loss)| *total += loss);
        }
        total
    }

    /// This thread's part of `count` things.
    fn part(&self, thread: usize, count: usize) -> std::ops::Range<usize> {
        let threads = self.recipe.threads;
        count * thread / threads..count * (thread + 1) / threads
    }

    /// What to train `position` towards.
    fn target(&self, position: &Packed) -> f32 {
        let lambda = self.recipe.lambda;
        lambda * position.outcome().points() + (1.0 - lambda) * self.score_target(position)
    }

    fn score_target(&self, position: &Packed) -> f32 {
        sigmoid(f32::from(position.score()) / f32::from(self.recipe.scale))
    }
}

struct Worker<'a, 'o> {
    shared: &'a Shared<'a>,
    thread: usize,
    scratch: Scratch,
    samples: Vec<Sample>,
    /// Thread 0's.
    observer: Option<&'o mut dyn Observer>,
    failure: Option<anyhow::Error>,
}

impl<'a> Worker<'a, '_> {
    fn new(shared: &'a Shared<'a>, thread: usize) -> Self {
        let scratch = Scratch::new(shared.strips.len());
        Worker { shared, thread, scratch, samples: Vec::with_capacity(GROUP), observer: None, failure: None }
    }

    fn run(&mut self, first: u32) {
        for epoch in first..self.shared.recipe.epochs {
            let started = Instant::now();
            if self.thread == 0 {
                *self.shared.order.write() = shuffled(self.shared.recipe, epoch);
            }
            self.shared.barrier.wait();
            let train_loss = self.train_epoch(epoch);
            let trained = started.elapsed();
            let validation = self.validate();
            if self.thread == 0 {
                let recipe = self.shared.recipe;
                let last_step = u64::from(epoch + 1) * recipe.steps_per_epoch() as u64 - 1;
                let report = Epoch {
                    epoch: epoch + 1,
                    rate: recipe.rate_at(last_step),
                    train: train_loss / recipe.positions as f64,
                    validation: validation[0],
                    score: validation[1],
                    result: validation[2],
                    positions_per_second: recipe.positions as f64 / trained.as_secs_f64(),
                };
                self.report(&report);
            }
            self.shared.barrier.wait();
            if self.shared.failed.load(Ordering::Relaxed) {
                return;
            }
        }
    }

    fn report(&mut self, report: &Epoch) {
        let model = self.shared.model();
        if let Some(Err(error)) = self.observer.as_mut().map(|observer| observer.epoch(report, &model)) {
            self.failure = Some(error);
            self.shared.failed.store(true, Ordering::Relaxed);
        }
    }

    /// Takes the steps of an epoch; thread 0 learns the sum of the loss.
    fn train_epoch(&mut self, epoch: u32) -> f64 {
        let recipe = self.shared.recipe;
        let steps = recipe.steps_per_epoch();
        let mut loss = 0.0;
        for step in 0..steps {
            let batch = step * recipe.batch..((step + 1) * recipe.batch).min(recipe.positions);
            let size = batch.len();
            self.gradient(epoch, batch);
            self.shared.barrier.wait();
            let number = u64::from(epoch) * steps as u64 + step as u64;
            self.update(&Step::new(number + 1, recipe.rate_at(number), recipe.decay, size));
            if self.thread == 0 {
                loss += self.shared.losses()[0];
                if let Some(observer) = &mut self.observer {
                    observer.step(size);
                }
            }
            self.shared.barrier.wait();
        }
        loss
    }

    /// The gradient of this thread's part of a batch.
    fn gradient(&mut self, epoch: u32, batch: std::ops::Range<usize>) {
        let shared = self.shared;
        let guards: Vec<_> = shared.strips.iter().map(RwLock::read).collect();
        let strips: Vec<&Strip> = guards.iter().map(|guard| &**guard).collect();
        let mut locks: Vec<_> = shared.gradients.iter().map(|strip| strip[self.thread].lock()).collect();
        let mut gradients: Vec<&mut [Row]> = locks.iter_mut().map(|lock| lock.as_mut_slice()).collect();
        let head = shared.head.read();
        let order = shared.order.read();
        let mine = &order[batch.start..batch.end][shared.part(self.thread, batch.len())];
        self.scratch.head = Default::default();
        self.scratch.loss = 0.0;
        let buckets = shared.recipe.arch().king_buckets;
        for group in mine.chunks(GROUP) {
            self.load(epoch, group, buckets);
            forward(&strips, &head.values, &self.samples, &mut self.scratch);
            backward(&strips, &self.samples, &mut self.scratch, &mut gradients);
        }
        *shared.sums[self.thread].lock() =
            Sums { head: self.scratch.head, losses: [self.scratch.loss, 0.0, 0.0] };
    }

    /// Fetches and decodes the positions of a group.
    fn load(&mut self, epoch: u32, group: &[u32], buckets: KingBuckets) {
        let Shared { recipe, data, .. } = self.shared;
        let mut positions = [data.train[group[0] as usize]; GROUP];
        // All loads before any use: the records lie apart, and their cache misses overlap.
        for (position, &index) in positions.iter_mut().zip(group) {
            *position = data.train[index as usize];
        }
        self.samples.clear();
        for (position, &index) in positions.iter().zip(group) {
            let flip = recipe.flip && coin(recipe.seed, epoch, index);
            let inputs = Inputs::of(position, flip, buckets);
            self.samples.push(Sample { inputs, target: self.shared.target(position) });
        }
    }

    /// Moves this thread's strips (and the head, for thread 0) by the gradients of all threads.
    fn update(&mut self, step: &Step) {
        let shared = self.shared;
        for index in (self.thread..shared.strips.len()).step_by(shared.recipe.threads) {
            let mut locks: Vec<_> = shared.gradients[index].iter().map(Mutex::lock).collect();
            let Some((total, others)) = locks.split_first_mut() else { continue };
            for other in others {
                for (sum, row) in total.iter_mut().zip(other.iter_mut()) {
                    sum.0.iter_mut().zip(&row.0).for_each(|(sum, slope)| *sum += slope);
                    *row = Row::ZERO;
                }
            }
            step.strip(&mut shared.strips[index].write(), total);
            total.fill(Row::ZERO);
        }
        if self.thread == 0 {
            let mut total = [0.0; OUTPUT_BUCKETS];
            for sums in &shared.sums {
                total.iter_mut().zip(sums.lock().head).for_each(|(total, slope)| *total += slope);
            }
            step.head(&mut shared.head.write(), &total);
        }
    }

    /// Mean losses over the validation positions, known to thread 0.
    fn validate(&mut self) -> [f64; 3] {
        let shared = self.shared;
        let positions = &shared.data.validation;
        let mut losses = [0.0; 3];
        {
            let guards: Vec<_> = shared.strips.iter().map(RwLock::read).collect();
            let strips: Vec<&Strip> = guards.iter().map(|guard| &**guard).collect();
            let head = shared.head.read();
            let buckets = shared.recipe.arch().king_buckets;
            for group in positions[shared.part(self.thread, positions.len())].chunks(GROUP) {
                self.samples.clear();
                self.samples.extend(group.iter().map(|position| Sample {
                    inputs: Inputs::of(position, false, buckets),
                    target: shared.target(position),
                }));
                forward(&strips, &head.values, &self.samples, &mut self.scratch);
                for (position, &output) in group.iter().zip(&self.scratch.outputs) {
                    let expected = sigmoid(output);
                    let targets =
                        [shared.target(position), shared.score_target(position), position.outcome().points()];
                    for (loss, target) in losses.iter_mut().zip(targets) {
                        *loss += f64::from((expected - target).powi(2));
                    }
                }
            }
        }
        *shared.sums[self.thread].lock() = Sums { losses, ..Sums::default() };
        shared.barrier.wait();
        shared.losses().map(|loss| loss / positions.len().max(1) as f64)
    }
}

/// The order of the positions in an epoch.
fn shuffled(recipe: &Recipe, epoch: u32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..recipe.positions as u32).collect();
    fastrand::Rng::with_seed(mix(recipe.seed, epoch)).shuffle(&mut order);
    order
}

/// Whether position `index` is mirrored in `epoch`: the same whichever thread asks.
#[inline]
fn coin(seed: u64, epoch: u32, index: u32) -> bool {
    // The finalising multiplier of splitmix64.
    let hash = (mix(seed, epoch) ^ u64::from(index)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash >> 63 != 0
}

/// A seed for an epoch.
#[inline]
fn mix(seed: u64, epoch: u32) -> u64 {
    // The increment of splitmix64 (the golden ratio).
    seed ^ u64::from(epoch + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
