//! `chuhe review`: annotates whole games.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use chuhe_movegen::Notation;
use chuhe_movegen::rules::Referee;
use chuhe_record::GameRecord;
use chuhe_search::Outcome;
use indicatif::ProgressBar;

use super::{Context, convert};
use crate::analysis::{Plan, batch};
use crate::cli::{Format, ReviewArgs};
use crate::exit::ExitCode;
use crate::review::{self, Review, html, json, text};
use crate::verdict::Submission;

/// How long each position is analysed when no limit is given: a game of a hundred plies in a minute.
const DEFAULT_TIME: Duration = Duration::from_millis(500);

/// Runs `chuhe review`.
pub fn run(args: &ReviewArgs, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let rules = args.report.rules;
    let plan = Plan::new(&args.search, rules, 1, args.jobs)?.or_movetime(&args.search, DEFAULT_TIME);
    let records = convert::read(&args.file, false)?.0;
    if let Some(path) = &args.html {
        check_writable(path)?;
    }
    let referee = Referee::new(rules);
    let positions: usize = records.iter().map(|record| record.tree.main_line().count() + 1).sum();
    // Hidden unless stderr is a terminal.
    let progress = ProgressBar::new(positions as u64);
    let notation: Notation = args.notation.into();
    let mut reviews = Vec::new();
    for (index, record) in records.iter().enumerate() {
        let outcomes = analyze(record, &plan, args.jobs, &progress)?;
        let submission = Submission { game: review::game(record), illegal: None };
        let review = Review::new(record, &outcomes, submission.judge(&referee));
        match args.report.format {
            Format::Json => writeln!(ctx.output, "{}", json::to_json(&review, index + 1, notation))?,
            Format::Text => text::write(&review, index + 1, notation, ctx.lang, &mut ctx.output)?,
        }
        ctx.output.flush()?;
        reviews.push(review);
    }
    progress.finish_and_clear();
    if let Some(path) = &args.html {
        std::fs::write(path, html::page(&reviews, ctx.lang)).with_context(|| path.display().to_string())?;
    }
    Ok(ExitCode::Success)
}

/// Finds out before the analysis, which takes long, whether the page can be written after it. What the file holds stays.
fn check_writable(path: &Path) -> anyhow::Result<()> {
    OpenOptions::new().append(true).create(true).open(path).with_context(|| path.display().to_string())?;
    Ok(())
}

/// Analyses every position of the main line.
fn analyze(
    record: &GameRecord,
    plan: &Plan,
    jobs: usize,
    progress: &ProgressBar,
) -> anyhow::Result<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    batch::run(batch::lines(review::positions(record)), plan, jobs, |done| {
        outcomes.push(done.result.map_err(anyhow::Error::msg)?.1);
        progress.inc(1);
        Ok(())
    })?;
    Ok(outcomes)
}
