//! `tune spsa` and `tune show`.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;

use super::live::Live;
use super::run::{self, Job};
use super::state::{Settings, State};
use super::table;
use crate::arena::adjudicate::{Adjudication, DrawRule, ResignRule};
use crate::arena::cli::{draw_rule, resign_rule};
use crate::arena::clock::{Limit, TimeControl};
use crate::arena::runner::interrupt_flag;

/// Lost games end when both sides have said so this often, at a score that is hardly ever turned.
const RESIGN: ResignRule = ResignRule { moves: 3, score: 500, two_sided: true };
/// Drawn games end when both sides see nothing after the opening.
const DRAW: DrawRule = DrawRule { after: 30, moves: 6, score: 8 };
/// What goes on after so many moves of each side says little about the search and costs much.
const MAX_MOVES: u32 = 120;

/// Examples for `--help`.
pub const EXAMPLES: &str = "Examples:
  cargo build --release -p chuhe --features tune
  tune spsa --engine target/release/chuhe --nodes 5000 --openings book.fen --pairs 20000 -c 2 \\
       --option Hash=8 --state run.json
  tune spsa --engine ./chuhe --params lmr,'*_margin',qs_see --tc 4+0.04 --openings book.fen \\
       --pairs 10000 --state lmr.json
  tune show run.json
  arena match --engine name=tuned cmd=./chuhe $(tune show --arena run.json) \\
        --engine name=base cmd=./chuhe --nodes 20000 --games 2000 --openings book.fen

A pair is two games of one opening, colours exchanged, between two sets of numbers on opposite
sides of the present ones. The run goes on where its state file says, if the file is there; only
-c, --log and --interval may change.";

/// The arguments of `tune spsa`.
#[derive(Debug, Args)]
pub struct Spsa {
    /// The engine, built with `--features tune`: program and arguments
    #[arg(long, value_name = "CMD")]
    engine: String,
    /// Numbers to tune: names, beginnings of names, or patterns with *; all that matter if not given
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    params: Vec<String>,
    /// Nodes a move
    #[arg(long, required_unless_present = "tc", conflicts_with = "tc")]
    nodes: Option<u64>,
    /// Time control, such as 4+0.04
    #[arg(long)]
    tc: Option<TimeControl>,
    /// Start positions: a FEN or EPD line each
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Pairs of games in all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Pairs played at the same time, each by two engines that think in turn
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Seed of the order of openings and of the trials
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Steps that a game won moves a number at the end; more at the start
    #[arg(long, value_name = "R", default_value_t = 0.002, value_parser = positive)]
    rate: f64,
    /// Option of both engines, such as Hash=8 or EvalFile=net.nnue (may be given again)
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    options: Vec<(String, String)>,
    /// Adjudicate lost games otherwise than by moves=3 score=500 two-sided=on
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
    resign: Option<Vec<String>>,
    /// Adjudicate drawn games otherwise than by after=30 moves=6 score=8
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
    draw: Option<Vec<String>>,
    /// Draw games after so many moves of each side
    #[arg(long, value_name = "N", default_value_t = MAX_MOVES)]
    max_moves: u32,
    /// Where to keep the state of the run
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Write the numbers every so often, as JSON Lines
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Pairs between two lines of the log and, where there is no terminal, of the report (0: never)
    #[arg(long, value_name = "N", default_value_t = 100)]
    interval: u64,
}

/// The arguments of `tune show`.
#[derive(Debug, Args)]
pub struct Show {
    /// State of a run
    state: PathBuf,
    /// Only what changed, as words of `arena match --engine`
    #[arg(long, conflicts_with = "source")]
    arena: bool,
    /// Only what changed, as lines of search/src/params.rs
    #[arg(long)]
    source: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err("not above 0".to_owned()) }
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Runs `tune spsa`, prints the numbers.
///
/// # Errors
/// Naming what is wrong with the words, the files or the engine.
pub fn spsa(args: &Spsa) -> anyhow::Result<()> {
    let job = args.job()?;
    let interrupt = interrupt_flag()?;
    let mut live = Live::new(args.log.as_deref(), args.interval)?;
    let outcome = run::run(&job, &interrupt, &mut live);
    live.finish();
    print(&report(&outcome?))
}

/// Runs `tune show`.
///
/// # Errors
/// When there is no state in the file.
pub fn show(args: &Show) -> anyhow::Result<()> {
    let state = State::load(&args.state)?;
    print(&match (args.arena, args.source) {
        (true, _) => table::arena_words(&state) + "\n",
        (_, true) => table::source(&state),
        _ => report(&state),
    })
}

fn report(state: &State) -> String {
    format!("{}\n\n{}", table::summary(state), table::numbers(state))
}

/// A closed pipe is an error here, not a panic.
fn print(text: &str) -> anyhow::Result<()> {
    Ok(io::stdout().write_all(text.as_bytes())?)
}

impl Spsa {
    fn job(&self) -> anyhow::Result<Job> {
        let resign = self.resign.as_deref().map_or(Ok(RESIGN), |words| resign_rule(RESIGN, words))?;
        let draw = self.draw.as_deref().map_or(Ok(DRAW), |words| draw_rule(DRAW, words))?;
        let settings = Settings {
            engine: self.engine.clone(),
            options: self.options.clone(),
            limit: Limit { tc: self.tc.clone(), nodes: self.nodes, ..Limit::default() },
            openings: self.openings.clone(),
            adjudication: Adjudication {
                resign: Some(resign),
                draw: Some(draw),
                max_moves: Some(self.max_moves),
            },
            pairs: self.pairs,
            rate: self.rate,
            seed: self.seed,
        };
        Ok(Job {
            settings,
            patterns: self.params.clone(),
            state: self.state.clone(),
            concurrency: self.concurrency,
        })
    }
}
