//! Self-play games for training.

use anyhow::{Context, Result};
use chuhe_eval::nnue::network::Network;
use chuhe_tools::datagen::{Goal, Settings, Stats, generate, show};
use chuhe_tools::gamedata::GameReader;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::sync::Arc;

/// Makes and inspects self-play games for training.
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples:
  datagen play --out gen0.games --kept 2000000 --nodes 2000 --threads 2 --bootstrap
  datagen play --out gen1.games --kept 5000000 --seed 2
  datagen stats gen0.games gen1.games
  datagen show gen0.games --game 17"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games into a file; goes on where an earlier run with the same settings stopped.
    Play(Play),
    /// Counts games, results and positions of files.
    Stats {
        /// Files of games.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Prints one game of a file, move by move.
    Show {
        /// A file of games.
        file: PathBuf,
        /// Number of the game, from 0.
        #[arg(long, default_value_t = 0)]
        game: usize,
    },
}

#[derive(Args)]
struct Play {
    /// File to write or continue.
    #[arg(long)]
    out: PathBuf,
    /// Stop when the file holds this many games.
    #[arg(long, required_unless_present = "kept", conflicts_with = "kept")]
    games: Option<u64>,
    /// Stop when the file holds this many positions that the training filters keep.
    #[arg(long)]
    kept: Option<u64>,
    /// Nodes that a search takes on average: it ends after an iteration, or in the midst of one at 8 times as many.
    #[arg(long, default_value_t = 2000)]
    nodes: u32,
    /// Searchers, one a thread.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random plies at the start (this many, or one more).
    #[arg(long, default_value_t = 8)]
    random_plies: usize,
    /// Hash table of a searcher in MiB.
    #[arg(long, default_value_t = 8)]
    hash: usize,
    /// Network file to play with instead of the embedded one.
    #[arg(long, conflicts_with = "bootstrap")]
    net: Option<PathBuf>,
    /// Play with the hand-written evaluation.
    #[arg(long)]
    bootstrap: bool,
}

fn main() -> Result<()> {
    match Cli::parse().command {
        Command::Play(args) => play(&args),
        Command::Stats { files } => stats(&files),
        Command::Show { file, game } => {
            let found = GameReader::open(&file)?.nth(game);
            print!("{}", show(&found.with_context(|| format!("{}: no game {game}", file.display()))?));
            Ok(())
        }
    }
}

fn play(args: &Play) -> Result<()> {
    let settings =
        Settings { nodes: args.nodes, seed: args.seed, random_plies: args.random_plies, hash_mib: args.hash };
    let network = match &args.net {
        Some(path) => Some(Arc::new(Network::load(path)?)),
        None if args.bootstrap => None,
        None => Network::embedded()?,
    };
    let goal = match args.games {
        Some(games) => Goal::Games(games),
        None => Goal::Kept(args.kept.unwrap_or(0)),
    };
    let stats = generate(&args.out, &settings, network, args.threads.max(1), goal)?;
    print!("{stats}");
    Ok(())
}

fn stats(files: &[PathBuf]) -> Result<()> {
    let mut stats = Stats::default();
    for path in files {
        let mut reader = GameReader::open(path)?;
        println!("{}: {}", path.display(), reader.header());
        reader.by_ref().for_each(|game| stats.add(&game));
    }
    print!("{stats}");
    Ok(())
}
