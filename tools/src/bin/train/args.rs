//! The command line: what can be asked for, and the recipe it stands for.

use std::path::PathBuf;

use anyhow::Result;
use chuhe_tools::train::dataset::{Dataset, Filter};
use chuhe_tools::train::recipe::Recipe;
use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};

/// Trains, checks and describes networks.
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples:
  train net --data gen0.games --out gen0.nnue
  train net --data gen1-*.games --out gen1.nnue --hidden 256 --batch 16384 --epochs 20 --lambda 0.2
  train info gen0.nnue
  train wdl --data gen0.games"
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Train a network and write it quantised, with its recipe, curve and checkpoint beside it
    Net(NetArgs),
    /// Compare a checkpoint with its quantised network, and the kernels with each other
    Check(CheckArgs),
    /// Describe a network file
    Info {
        /// The network file
        net: PathBuf,
    },
    /// Fit the win, draw and loss model to games
    Wdl {
        #[command(flatten)]
        data: DataArgs,
    },
    /// Make a small network from nothing: self-play, training, export, and a search with it
    Toy(ToyArgs),
}

#[derive(Args)]
pub struct DataArgs {
    /// Files of self-play games
    #[arg(long, required = true, num_args = 1..)]
    pub data: Vec<PathBuf>,
    /// Leave out scores (either sign) from here on
    #[arg(long, default_value_t = 2000)]
    pub max_score: i16,
    /// Leave out positions with more plies since the last capture
    #[arg(long, default_value_t = 80)]
    pub max_clock: u16,
    /// Keep positions in check and those whose best move captures
    #[arg(long)]
    pub keep_noisy: bool,
    /// Keep every N-th game for validation (0: none)
    #[arg(long, default_value_t = 50)]
    pub validation_every: usize,
}

#[derive(Args)]
pub struct NetArgs {
    /// Which positions.
    #[command(flatten)]
    pub data: DataArgs,
    /// The network file to write; its checkpoint, recipe and curve get the same name
    #[arg(long)]
    pub out: PathBuf,
    /// Width of the hidden layer
    #[arg(long, default_value_t = 256)]
    pub hidden: usize,
    /// King buckets, 1 or 6
    #[arg(long, default_value_t = 1)]
    pub king_buckets: usize,
    /// Passes over the data
    #[arg(long, default_value_t = 20)]
    pub epochs: u32,
    /// Positions a step (under a million positions in all, 4096 is better)
    #[arg(long, default_value_t = 16_384)]
    pub batch: usize,
    /// Highest learning rate
    #[arg(long, default_value_t = 3e-3)]
    pub rate: f32,
    /// Learning rate at the end
    #[arg(long, default_value_t = 1e-5)]
    pub final_rate: f32,
    /// Share of the steps in which the rate grows
    #[arg(long, default_value_t = 0.05)]
    pub warm_up: f32,
    /// Decoupled weight decay
    #[arg(long, default_value_t = 0.1)]
    pub decay: f32,
    /// First-layer weights start uniform within this
    #[arg(long, default_value_t = 0.01)]
    pub init: f32,
    /// Weight of the game's result in the target, 0 to 1; the rest is the search score's
    #[arg(long, default_value_t = 0.1)]
    pub lambda: f32,
    /// Internal units of score in one logit (fitted to the data if not given)
    #[arg(long)]
    pub scale: Option<u16>,
    /// Do not mirror positions at random
    #[arg(long)]
    pub no_flip: bool,
    /// Seed of the weights, the order of the data and the flips
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; the network depends on their number (processors if not given)
    #[arg(long)]
    pub threads: Option<usize>,
    /// What to write into the network file about it
    #[arg(long, default_value = "")]
    pub description: String,
    /// Go on from the checkpoint of a run that was stopped
    #[arg(long)]
    pub resume: bool,
    /// Start from the weights of this checkpoint (of the same shape)
    #[arg(long, conflicts_with = "resume")]
    pub start_from: Option<PathBuf>,
}

#[derive(Args)]
pub struct CheckArgs {
    /// The checkpoint that the network came from
    pub checkpoint: PathBuf,
    /// The network file
    pub net: PathBuf,
    /// Which positions.
    #[command(flatten)]
    pub data: DataArgs,
}

#[derive(Args)]
pub struct ToyArgs {
    /// The network file to write; games, checkpoint, recipe and curve get the same name
    #[arg(long)]
    pub out: PathBuf,
    /// Positions to play for
    #[arg(long, default_value_t = 60_000)]
    pub kept: u64,
    /// Soft node limit of a move
    #[arg(long, default_value_t = 200)]
    pub nodes: u32,
    /// Threads (processors if not given)
    #[arg(long)]
    pub threads: Option<usize>,
}

/// The number of threads asked for, or that of the processors.
pub fn threads_or_all(asked: Option<usize>) -> usize {
    asked.or_else(|| std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1).max(1)
}

impl DataArgs {
    fn filter(&self) -> Filter {
        Filter {
            max_score: self.max_score,
            max_clock: self.max_clock,
            in_check: !self.keep_noisy,
            capture: !self.keep_noisy,
        }
    }

    /// Reads the positions and says on standard error what was read.
    pub fn read(&self) -> Result<Dataset> {
        let bar = ProgressBar::new_spinner()
            .with_style(ProgressStyle::with_template("{spinner} reading: {pos} positions, {per_sec}")?);
        let data = Dataset::read(&self.data, self.filter(), self.validation_every, |count| {
            bar.set_position(count as u64);
        })?;
        bar.finish_and_clear();
        let counts = data.counts;
        eprintln!(
            "{} games ({} for validation), {} positions: {} to train on, {} to validate, {} left out, {} duplicates dropped",
            counts.games,
            counts.validation_games,
            counts.positions,
            data.train.len(),
            data.validation.len(),
            counts.filtered,
            counts.duplicates
        );
        Ok(data)
    }
}

impl NetArgs {
    /// The recipe for training on `data`.
    pub fn recipe(&self, data: &Dataset) -> Result<Recipe> {
        let recipe = Recipe {
            hidden: self.hidden,
            king_buckets: self.king_buckets,
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate,
            final_rate: self.final_rate,
            warm_up: self.warm_up,
            decay: self.decay,
            init: self.init,
            lambda: self.lambda,
            scale: self.scale.unwrap_or_else(|| data.fitted_scale()),
            flip: !self.no_flip,
            seed: self.seed,
            threads: threads_or_all(self.threads),
            positions: data.train.len(),
            data: data.hash(),
        };
        recipe.check().map_err(anyhow::Error::msg)?;
        Ok(recipe)
    }
}
