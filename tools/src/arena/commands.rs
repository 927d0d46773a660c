//! The subcommands.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::cli::{Cli, Play, Show, Task};
use super::config::Config;
use super::ending::GameRecord;
use super::html;
use super::live::Live;
use super::log::{self, Log};
use super::mock;
use super::pgn::PgnFile;
use super::runner::{self, Finish};
use super::schedule::Format;
use super::spec::Player;
use super::stats::{Sprt, Tally};
use super::summary::{SprtState, Summary};
use super::text;
use crate::client::Traffic;

/// Exit code of a match that was broken off, as shells report Ctrl-C.
const INTERRUPTED: u8 = 130;

/// Runs the command.
///
/// # Errors
/// Anything that keeps it from being done.
pub fn main(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command {
        Task::Match(play) => begin(&play, Format::Match),
        Task::Tournament { format, play } => begin(&play, format),
        Task::Resume { log, show, concurrency } => resume(&log, &show, concurrency),
        Task::Report { log, outputs } => {
            let history = log::read(&log)?;
            report(&Config { outputs, ..history.config }, &history.games)
        }
        Task::Stats { counts, sprt } => stats(&counts, sprt.as_deref()),
        Task::Mock(args) => {
            mock::run(&args)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn begin(play: &Play, format: Format) -> anyhow::Result<ExitCode> {
    let config = play.config(format)?;
    let traffic = traffic(&play.show)?;
    introduce(&config, traffic.as_ref())?;
    let log = play.log.as_deref().map(|path| Log::create(path, &config)).transpose()?;
    conduct(&config, log, Vec::new(), &play.show, traffic)
}

fn resume(path: &Path, show: &Show, concurrency: Option<usize>) -> anyhow::Result<ExitCode> {
    let (log, history) = Log::resume(path)?;
    let mut config = history.config;
    config.concurrency = concurrency.unwrap_or(config.concurrency);
    let traffic = traffic(show)?;
    introduce(&config, traffic.as_ref())?;
    writeln!(io::stdout(), "{} games are played already.", history.games.len())?;
    conduct(&config, Some(log), history.games, show, traffic)
}

fn traffic(show: &Show) -> anyhow::Result<Option<Traffic>> {
    let open = |path: &std::path::PathBuf| Traffic::create(path).with_context(|| path.display().to_string());
    show.traffic.as_ref().map(open).transpose()
}

/// Starts every engine once, so that a wrong path or option shows before the first game.
fn introduce(config: &Config, traffic: Option<&Traffic>) -> anyhow::Result<()> {
    let engines = runner::introduce(config, traffic)?;
    for (player, engine) in config.players.iter().zip(engines) {
        writeln!(io::stdout(), "{}: {}, {}", engine.name, engine.title, player.limit)?;
        for note in engine.notes {
            eprintln!("arena: note: {note}");
        }
    }
    warn_if_crowded(config);
    Ok(())
}

/// Clocks measure the scheduler where more engines think than there are cores.
fn warn_if_crowded(config: &Config) {
    let threads = |player: &Player| {
        let given = player.launch.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("threads"));
        given.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
    };
    let timed =
        config.players.iter().any(|player| player.limit.tc.is_some() || player.limit.movetime.is_some());
    let wanted = config.concurrency * config.players.iter().map(threads).max().unwrap_or(1);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    if timed && wanted > cores {
        eprintln!(
            "arena: note: {wanted} engine threads at a time on {cores} cores: time losses will prove nothing"
        );
    }
}

/// Plays the match and reports on it.
fn conduct(
    config: &Config,
    log: Option<Log>,
    played: Vec<GameRecord>,
    show: &Show,
    traffic: Option<Traffic>,
) -> anyhow::Result<ExitCode> {
    let interrupt = runner::interrupt_flag()?;
    let done = played.clone();
    let mut live = Live::new(config, log, played, show.interval, show.quiet)?;
    let (finish, progress) = runner::run(config, &done, traffic, &interrupt, &mut live)?;
    let games = live.finish(finish.text())?;
    publish(config, &Summary::new(config, &games, &progress), &games)?;
    Ok(if finish == Finish::Interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// The report on games that are already played.
fn report(config: &Config, games: &[GameRecord]) -> anyhow::Result<ExitCode> {
    let progress = runner::review(config, games)?;
    if let Some(path) = &config.outputs.pgn {
        PgnFile::create(path, config, games).with_context(|| path.display().to_string())?;
    }
    publish(config, &Summary::new(config, games, &progress), games)?;
    Ok(ExitCode::SUCCESS)
}

fn publish(config: &Config, summary: &Summary, games: &[GameRecord]) -> anyhow::Result<()> {
    write!(io::stdout(), "\n{}", text::summary(summary))?;
    if let Some(path) = &config.outputs.json {
        let json = serde_json::to_string_pretty(summary)? + "\n";
        std::fs::write(path, json).with_context(|| path.display().to_string())?;
    }
    if let Some(path) = &config.outputs.html {
        std::fs::write(path, html::report(config, summary, games))
            .with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn stats(counts: &[u64], sprt: Option<&[String]>) -> anyhow::Result<ExitCode> {
    let sprt = sprt.map(|words| Sprt::parse(words.iter().map(String::as_str))).transpose()?;
    let (estimate, llr) = if let Ok(pairs) = <[u64; 5]>::try_from(counts) {
        let pairs = Tally(pairs);
        (pairs.estimate(), sprt.map(|test| test.llr(&pairs)))
    } else if let Ok(games) = <[u64; 3]>::try_from(counts) {
        let games = Tally(games);
        (games.estimate(), sprt.map(|test| test.llr(&games)))
    } else {
        bail!("expected five counts (pairs) or three (games lost, drawn, won), not {}", counts.len());
    };
    let estimate = estimate.context("no games")?;
    let sprt = sprt.zip(llr).map(|(test, llr)| SprtState::new(test, llr));
    writeln!(
        io::stdout(),
        "{}",
        serde_json::json!({ "counts": counts, "estimate": estimate, "sprt": sprt })
    )?;
    Ok(ExitCode::SUCCESS)
}
