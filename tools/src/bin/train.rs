//! `train`: makes networks from self-play games.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use chuhe_eval::nnue::Network;
use chuhe_tools::train::checkpoint::{self, State};
use chuhe_tools::train::curve::{self, Epoch};
use chuhe_tools::train::dataset::{Dataset, Filter};
use chuhe_tools::train::export::{self, Proof};
use chuhe_tools::train::model::Model;
use chuhe_tools::train::recipe::Recipe;
use chuhe_tools::train::trainer::{self, Observer};
use chuhe_tools::train::wdl;
use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};

/// Positions that the proof after training looks at.
const PROOF_POSITIONS: usize = 20_000;

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
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
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
}

#[derive(Args)]
struct DataArgs {
    /// Files of self-play games
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Leave out scores (either sign) from here on
    #[arg(long, default_value_t = 2000)]
    max_score: i16,
    /// Leave out positions with more plies since the last capture
    #[arg(long, default_value_t = 80)]
    max_clock: u16,
    /// Keep positions in check and those whose best move captures
    #[arg(long)]
    keep_noisy: bool,
    /// Keep every N-th game for validation (0: none)
    #[arg(long, default_value_t = 50)]
    validation_every: usize,
}

#[derive(Args)]
struct NetArgs {
    #[command(flatten)]
    data: DataArgs,
    /// The network file to write; its checkpoint, recipe and curve get the same name
    #[arg(long)]
    out: PathBuf,
    /// Width of the hidden layer
    #[arg(long, default_value_t = 256)]
    hidden: usize,
    /// King buckets, 1 or 6
    #[arg(long, default_value_t = 1)]
    king_buckets: usize,
    /// Passes over the data
    #[arg(long, default_value_t = 20)]
    epochs: u32,
    /// Positions a step (under a million positions in all, 4096 is better)
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// Highest learning rate
    #[arg(long, default_value_t = 3e-3)]
    rate: f32,
    /// Learning rate at the end
    #[arg(long, default_value_t = 1e-5)]
    final_rate: f32,
    /// Share of the steps in which the rate grows
    #[arg(long, default_value_t = 0.05)]
    warm_up: f32,
    /// Decoupled weight decay
    #[arg(long, default_value_t = 0.1)]
    decay: f32,
    /// First-layer weights start uniform within this
    #[arg(long, default_value_t = 0.01)]
    init: f32,
    /// Weight of the game's result in the target, 0 to 1; the rest is the search score's
    #[arg(long, default_value_t = 0.1)]
    lambda: f32,
    /// Internal units of score in one logit (fitted to the data if not given)
    #[arg(long)]
    scale: Option<u16>,
    /// Do not mirror positions at random
    #[arg(long)]
    no_flip: bool,
    /// Seed of the weights, the order of the data and the flips
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; the network depends on their number (processors if not given)
    #[arg(long)]
    threads: Option<usize>,
    /// What to write into the network file about it
    #[arg(long, default_value = "")]
    description: String,
    /// Go on from the checkpoint of a run that was stopped
    #[arg(long)]
    resume: bool,
    /// Start from the weights of this checkpoint (of the same shape)
    #[arg(long, conflicts_with = "resume")]
    start_from: Option<PathBuf>,
}

#[derive(Args)]
struct CheckArgs {
    /// The checkpoint that the network came from
    checkpoint: PathBuf,
    /// The network file
    net: PathBuf,
    #[command(flatten)]
    data: DataArgs,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Net(args) => net(&args),
        Command::Check(args) => check(&args),
        Command::Info { net } => info(&net),
        Command::Wdl { data } => fit_wdl(&data),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("train: {error:#}");
            ExitCode::FAILURE
        }
    }
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

    fn read(&self) -> Result<Dataset> {
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
    fn recipe(&self, data: &Dataset) -> Result<Recipe> {
        let threads = self.threads.or(std::thread::available_parallelism().ok().map(usize::from));
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
            threads: threads.unwrap_or(1),
            positions: data.train.len(),
            data: data.hash(),
        };
        recipe.check().map_err(anyhow::Error::msg)?;
        Ok(recipe)
    }
}

/// The files beside a network.
struct Paths {
    net: PathBuf,
    checkpoint: PathBuf,
    recipe: PathBuf,
    csv: PathBuf,
    svg: PathBuf,
}

impl Paths {
    fn beside(net: &Path) -> Paths {
        Paths {
            net: net.to_owned(),
            checkpoint: net.with_extension("ckpt"),
            recipe: net.with_extension("json"),
            csv: net.with_extension("csv"),
            svg: net.with_extension("svg"),
        }
    }
}

fn net(args: &NetArgs) -> Result<()> {
    let data = args.data.read()?;
    let recipe = args.recipe(&data)?;
    let paths = Paths::beside(&args.out);
    let (model, epochs) = start(args, &recipe, &paths)?;
    eprintln!("{}, scale {}, {} threads, {}", recipe.arch(), recipe.scale, recipe.threads, describe(&recipe));
    let first = epochs.len() as u32;
    let mut run = Run::new(&recipe, &paths, epochs)?;
    let model = trainer::train(&recipe, &data, model, first, &mut run)?;
    run.bar.finish_and_clear();

    let description = if args.description.is_empty() { describe(&recipe) } else { args.description.clone() };
    let network = export::quantise(&model, recipe.scale, &description)?;
    let judges = if data.validation.is_empty() { &data.train } else { &data.validation };
    let proof = export::prove(&model, &network, sample(judges))?;
    print_proof(&proof);
    let bytes = network.to_bytes();
    std::fs::write(&paths.net, &bytes).with_context(|| paths.net.display().to_string())?;
    println!("{}: {network:?}, {} bytes", paths.net.display(), bytes.len());
    Ok(())
}

/// The model to begin with, and the epochs it has behind it.
fn start(args: &NetArgs, recipe: &Recipe, paths: &Paths) -> Result<(Model, Vec<Epoch>)> {
    if args.resume {
        let (state, model) = checkpoint::load(&paths.checkpoint)?;
        ensure!(
            state.recipe == *recipe,
            "{} is of another run:\n  its recipe  {:?}\n  this recipe {recipe:?}",
            paths.checkpoint.display(),
            state.recipe
        );
        return Ok((model, state.epochs));
    }
    if let Some(path) = &args.start_from {
        let (_, model) = checkpoint::load(path)?;
        if model.arch != recipe.arch() {
            bail!("{} is of the shape {}, not {}", path.display(), model.arch, recipe.arch());
        }
        return Ok((model.without_moments(), Vec::new()));
    }
    Ok((Model::random(recipe.arch(), recipe.init, recipe.seed), Vec::new()))
}

fn describe(recipe: &Recipe) -> String {
    format!(
        "{} positions, {} epochs, batch {}, rate {}, decay {}, lambda {}, seed {}",
        recipe.positions, recipe.epochs, recipe.batch, recipe.rate, recipe.decay, recipe.lambda, recipe.seed
    )
}

/// Shows and saves the run as it goes.
struct Run<'a> {
    recipe: &'a Recipe,
    paths: &'a Paths,
    epochs: Vec<Epoch>,
    bar: ProgressBar,
}

impl<'a> Run<'a> {
    fn new(recipe: &'a Recipe, paths: &'a Paths, epochs: Vec<Epoch>) -> Result<Run<'a>> {
        let total = recipe.positions as u64 * u64::from(recipe.epochs);
        let style = "{msg} [{bar:40}] {percent}% {per_sec}, {eta} left";
        let bar =
            ProgressBar::new(total).with_style(ProgressStyle::with_template(style)?.progress_chars("=> "));
        bar.enable_steady_tick(Duration::from_millis(500));
        bar.set_position(recipe.positions as u64 * epochs.len() as u64);
        std::fs::write(&paths.recipe, serde_json::to_string_pretty(recipe)?)
            .with_context(|| paths.recipe.display().to_string())?;
        Ok(Run { recipe, paths, epochs, bar })
    }
}

impl Observer for Run<'_> {
    fn step(&mut self, positions: usize) {
        self.bar.inc(positions as u64);
    }

    fn epoch(&mut self, epoch: &Epoch, model: &Model) -> Result<()> {
        self.epochs.push(*epoch);
        self.bar.suspend(|| {
            eprintln!(
                "epoch {:>3}: loss {:.6}, validation {:.6} (score {:.6}, result {:.6}), {:.2} M positions/s",
                epoch.epoch,
                epoch.train,
                epoch.validation,
                epoch.score,
                epoch.result,
                epoch.positions_per_second / 1e6
            );
        });
        let state = State { recipe: self.recipe.clone(), epochs: self.epochs.clone() };
        checkpoint::save(&self.paths.checkpoint, &state, model)?;
        std::fs::write(&self.paths.csv, curve::csv(&self.epochs))?;
        std::fs::write(&self.paths.svg, curve::svg(&describe(self.recipe), &self.epochs))?;
        Ok(())
    }
}

/// Evenly spread positions for a proof.
fn sample(positions: &[chuhe_tools::train::packed::Packed]) -> &[chuhe_tools::train::packed::Packed] {
    &positions[..positions.len().min(PROOF_POSITIONS)]
}

fn print_proof(proof: &Proof) {
    println!(
        "float and quantised values of {} positions differ by {:.2} on average, {:.1} at most; equal bits from {}",
        proof.positions,
        proof.mean,
        proof.max,
        proof.kernels.join(", ")
    );
}

fn check(args: &CheckArgs) -> Result<()> {
    let (_, model) = checkpoint::load(&args.checkpoint)?;
    let network = Network::load(&args.net)?;
    let data = args.data.read()?;
    let judges = if data.validation.is_empty() { &data.train } else { &data.validation };
    print_proof(&export::prove(&model, &network, sample(judges))?);
    Ok(())
}

fn info(path: &Path) -> Result<()> {
    let network = Network::load(path)?;
    let scales = network.scales();
    println!("shape        {}", network.arch());
    println!("scales       qa {}, qb {}, score {}", scales.qa, scales.qb, scales.score);
    println!("description  {}", network.description());
    println!("bytes        {}", network.to_bytes().len());
    println!("start        {}", network.evaluate(&chuhe_movegen::Board::start()));
    Ok(())
}

fn fit_wdl(args: &DataArgs) -> Result<()> {
    let data = args.read()?;
    println!("{}", wdl::fit(&data.train));
    Ok(())
}
