//! `train`: makes networks from self-play games.

mod args;
mod run;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use chuhe_eval::nnue::Network;
use chuhe_movegen::{Board, Game};
use chuhe_search::{Limits, Request, Searcher};
use chuhe_tools::datagen::{Goal, Settings, generate};
use chuhe_tools::train::checkpoint;
use chuhe_tools::train::curve::Epoch;
use chuhe_tools::train::export::{self, Proof};
use chuhe_tools::train::model::Model;
use chuhe_tools::train::packed::Packed;
use chuhe_tools::train::recipe::Recipe;
use chuhe_tools::train::{trainer, wdl};
use clap::Parser;

use args::{CheckArgs, Cli, Command, DataArgs, NetArgs, ToyArgs, threads_or_all};
use run::{Paths, Run, describe};

/// Positions that the proof after training looks at.
const PROOF_POSITIONS: usize = 20_000;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Net(args) => net(&args),
        Command::Check(args) => check(&args),
        Command::Info { net } => info(&net),
        Command::Wdl { data } => fit_wdl(&data),
        Command::Toy(args) => toy(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("train: {error:#}");
            ExitCode::FAILURE
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

/// The positions that a proof looks at.
fn sample(positions: &[Packed]) -> &[Packed] {
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
    println!("start        {}", network.evaluate(&Board::start()));
    Ok(())
}

fn fit_wdl(args: &DataArgs) -> Result<()> {
    let data = args.read()?;
    println!("{}", wdl::fit(&data.train));
    Ok(())
}

/// Plays games with the bootstrap evaluation, trains on them and searches with the result.
fn toy(args: &ToyArgs) -> Result<()> {
    /// Of the self-play games.
    const SEED: u64 = 1;
    /// Random plies of an opening, and the searchers' tables: as `datagen` has them by default.
    const RANDOM_PLIES: usize = 8;
    const HASH_MIB: usize = 8;
    /// Depth of the search that shows the network at work.
    const DEPTH: u8 = 10;
    let games = args.out.with_extension("games");
    let threads = threads_or_all(args.threads);
    let settings = Settings { nodes: args.nodes, seed: SEED, random_plies: RANDOM_PLIES, hash_mib: HASH_MIB };
    let stats = generate(&games, &settings, None, threads, Goal::Kept(args.kept))?;
    eprintln!("{}: {} games", games.display(), stats.games());

    let words: [OsString; 16] = [
        "train".into(),
        "net".into(),
        "--data".into(),
        games.into(),
        "--out".into(),
        args.out.clone().into(),
        "--threads".into(),
        threads.to_string().into(),
        "--hidden".into(),
        "64".into(),
        "--batch".into(),
        "1024".into(),
        "--epochs".into(),
        "16".into(),
        "--validation-every".into(),
        "20".into(),
    ];
    let Command::Net(net_args) = Cli::try_parse_from(words)?.command else {
        bail!("the words ask for a network")
    };
    net(&net_args)?;

    let network = Arc::new(Network::load(&args.out)?);
    let outcome = Searcher::new(HASH_MIB, Some(network))
        .run(&Request::new(Game::new(Board::start()), Limits::depth(DEPTH)));
    let best = outcome.best.context("the start position has moves")?;
    println!("a search of depth {DEPTH} with it plays {best} after {} nodes", outcome.nodes);
    println!("to play with it: setoption name EvalFile value {}", args.out.display());
    Ok(())
}
