//! Follows a match as it goes: writes the log and the game file, tells the user, and ends it when the test decides.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use super::config::Config;
use super::ending::GameRecord;
use super::log::{Event, Log};
use super::pgn::PgnFile;
use super::runner::{Observer, Progress};
use super::stats::Tally;
use super::summary::FirstView;
use super::text;

/// How often the progress bar's clock moves.
const TICK: Duration = Duration::from_millis(500);

/// The observer of the command line.
pub struct Live<'a> {
    config: &'a Config,
    log: Option<Log>,
    pgn: Option<(PathBuf, PgnFile)>,
    bar: ProgressBar,
    /// Games between two intermediate results; 0 for none.
    interval: usize,
    quiet: bool,
    games: Vec<GameRecord>,
    scores: Vec<Tally<3>>,
}

impl<'a> Live<'a> {
    /// Opens the game file and shows the bar (on a terminal alone).
    ///
    /// # Errors
    /// When the game file cannot be written.
    pub fn new(
        config: &'a Config,
        log: Option<Log>,
        played: Vec<GameRecord>,
        interval: usize,
        quiet: bool,
    ) -> anyhow::Result<Self> {
        let pgn = match &config.outputs.pgn {
            Some(path) => {
                let file =
                    PgnFile::create(path, config, &played).with_context(|| path.display().to_string())?;
                Some((path.clone(), file))
            }
            None => None,
        };
        let style = ProgressStyle::with_template(
            "{prefix}[{elapsed_precise}] {bar:30} {pos}/{len}, {eta} left  {msg}",
        )?;
        let bar = ProgressBar::new(0).with_style(style);
        bar.enable_steady_tick(TICK);
        let scores = vec![Tally::default(); config.players.len()];
        let mut live = Self { config, log, pgn, bar, interval, quiet, games: Vec::new(), scores };
        played.into_iter().for_each(|game| live.take_in(game));
        Ok(live)
    }

    /// The games, when the match is over.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn finish(mut self, reason: &str) -> anyhow::Result<Vec<GameRecord>> {
        self.bar.finish_and_clear();
        if let Some(log) = &mut self.log {
            log.write(&Event::End { reason: reason.to_owned() })?;
        }
        Ok(self.games)
    }

    fn take_in(&mut self, game: GameRecord) {
        if let Some(red) = game.ending.outcome.red_half_points() {
            for (name, half_points) in [(&game.red, red), (&game.black, 2 - red)] {
                if let Some(player) = self.config.names().iter().position(|known| known == name) {
                    self.scores[player].add(half_points as usize);
                }
            }
        }
        self.games.push(game);
    }

    /// A line for each engine above the bar, the leader first; between two the bar says it all.
    fn table(&self) -> String {
        if self.scores.len() < 3 {
            return String::new();
        }
        let points = |tally: &Tally<3>| tally.0[1] + 2 * tally.0[2];
        let mut rows: Vec<_> = self.config.names().into_iter().zip(&self.scores).collect();
        rows.sort_by_key(|(_, tally)| std::cmp::Reverse(points(tally)));
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let row = |(name, tally): &(&str, &Tally<3>)| {
            let [losses, draws, wins] = tally.0;
            let (points, games) = (points(tally) as f64 / 2.0, tally.samples());
            format!("{name:<width$} {points:>6.1}/{games:<4} +{wins} ={draws} -{losses}\n")
        };
        rows.iter().map(row).collect()
    }

    fn view(&self, progress: &Progress) -> Option<FirstView> {
        FirstView::new(self.config.names()[0], progress.pairs, progress.games, self.config.sprt)
    }

    fn say(&self, text: &str) -> io::Result<()> {
        self.bar.suspend(|| writeln!(io::stdout(), "{}", text.trim_end()))
    }
}

impl Observer for Live<'_> {
    fn game(&mut self, record: &GameRecord, progress: &Progress) -> anyhow::Result<bool> {
        if let Some(log) = &mut self.log {
            log.write(&Event::Game(Box::new(record.clone())))?;
        }
        if let Some((path, pgn)) = &mut self.pgn {
            pgn.append(self.config, record).with_context(|| path.display().to_string())?;
        }
        self.take_in(record.clone());
        let view = self.view(progress);
        self.bar.set_length(progress.planned as u64);
        self.bar.set_position(progress.finished as u64);
        self.bar.set_prefix(self.table());
        if let Some(view) = &view {
            self.bar.set_message(brief(view));
        }
        if !self.quiet {
            self.say(&line(record))?;
        }
        for warning in &record.warnings {
            self.bar.suspend(|| eprintln!("arena: game {}: {warning}", record.id + 1));
        }
        let due = self.interval > 0 && progress.finished.is_multiple_of(self.interval);
        if let Some(view) = view.as_ref().filter(|_| due) {
            self.say(&text::first_view(view))?;
        }
        let decided = view.and_then(|view| view.sprt).and_then(|sprt| sprt.decision);
        Ok(decided.is_none())
    }
}

/// `Game 12: A - B 1-0 (checkmate, 87 plies)`.
fn line(record: &GameRecord) -> String {
    let GameRecord { red, black, ending, .. } = record;
    let detail = if ending.detail.is_empty() { String::new() } else { format!(", {}", ending.detail) };
    let (game, result, class, plies) =
        (record.id + 1, ending.outcome.text(), ending.class, record.plies.len());
    format!("Game {game}: {red} - {black} {result} ({class}, {plies} plies{detail})")
}

/// For the progress bar.
fn brief(view: &FirstView) -> String {
    let [wins, draws, losses] = view.wdl;
    let elo = view.estimate.map_or(String::new(), |e| format!(" Elo {:+.1}", e.elo));
    let llr =
        view.sprt.map_or(String::new(), |s| format!(" LLR {:.2} ({:.2}, {:.2})", s.llr, s.lower, s.upper));
    format!("+{wins} ={draws} -{losses}{elo}{llr}")
}
