//! Fits the engine's numbers.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use chuhe_eval::bootstrap::params::PARAMS;
use chuhe_tools::exit;
use chuhe_tools::tune::{spsa, texel};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Fits the engine's numbers to data or by games.
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples:
  tune texel gen0.games --positions 200000 --lambda 0.3
  tune texel gen0.games --threads 2 > fitted.txt
  tune spsa --engine ./chuhe --nodes 5000 --openings book.fen --pairs 20000 -c 2 --state run.json
  tune show run.json"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Fits the bootstrap evaluation to self-play games; prints the numbers that changed, then all of them
    /// as source text for eval/src/bootstrap/params.rs.
    Texel(Texel),
    /// Tunes the numbers of the search by games of the engine against itself (SPSA)
    #[command(after_help = spsa::cli::EXAMPLES)]
    Spsa(Box<spsa::cli::Spsa>),
    /// Shows what a run of `tune spsa` has found
    #[command(after_help = spsa::cli::EXAMPLES)]
    Show(spsa::cli::Show),
}

#[derive(Args)]
struct Texel {
    /// File of self-play games.
    games: PathBuf,
    /// Positions to fit to.
    #[arg(long, default_value_t = 200_000)]
    positions: usize,
    /// Take every n-th kept position: neighbours are much alike.
    #[arg(long, default_value_t = 5)]
    stride: usize,
    /// Weight of game results against search scores.
    #[arg(long, default_value_t = 0.3)]
    lambda: f64,
    /// Centipawns per unit of the logistic curve.
    #[arg(long, default_value_t = 200.0)]
    scale: f64,
    /// First step of every number.
    #[arg(long, default_value_t = 8)]
    step: i32,
    /// Passes over all numbers, at most.
    #[arg(long, default_value_t = 12)]
    passes: usize,
    /// Worker threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Texel(args) => texel(&args),
        Command::Spsa(args) => spsa::cli::spsa(&args),
        Command::Show(args) => spsa::cli::show(&args),
    };
    exit::code("tune", outcome.map(|()| ExitCode::SUCCESS))
}

fn texel(args: &Texel) -> Result<()> {
    let settings = texel::Settings {
        scale: args.scale,
        lambda: args.lambda,
        step: args.step,
        passes: args.passes,
        threads: args.threads,
    };
    let samples = texel::load(&args.games, args.positions, args.stride.max(1), &settings)?;
    ensure!(!samples.is_empty(), "{}: no position passes the filters", args.games.display());
    let mut params = PARAMS.clone();
    let (before, after) = texel::fit(&mut params, &samples, &settings);
    println!("positions {} error {before:.6} -> {after:.6}", samples.len());
    let mut old = PARAMS.clone();
    for ((name, new), (_, old)) in params.tunable().into_iter().zip(old.tunable()) {
        if new != old {
            println!("{name} {old} -> {new}");
        }
    }
    println!("{params:?}");
    Ok(())
}
