//! `chuhe judge`: the referee's verdict on games.

use std::io::{BufRead, Write};
use std::path::Path;

use anyhow::Context as _;
use chuhe_movegen::rules::Referee;
use chuhe_movegen::{Board, Game, notation};
use chuhe_record::{Format as RecordFormat, RecordError};
use serde::Deserialize;
use serde_json::json;

use super::Context;
use crate::analysis::input::Moves;
use crate::cli::{Format, JudgeArgs};
use crate::exit::ExitCode;
use crate::verdict::{Illegal, Submission, to_json, write_text};

/// Runs `chuhe judge`.
pub fn run(args: &JudgeArgs, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let referee = Referee::new(args.report.rules);
    let mut bench = Bench { referee, format: args.report.format, judged: 0 };
    match &args.file {
        None => {
            let submission = from_options(args)?;
            bench.judge(submission, ctx)?;
            Ok(ExitCode::Success)
        }
        Some(path) => bench.judge_file(path, ctx),
    }
}

/// A referee at work, and how its verdicts are written.
struct Bench {
    referee: Referee,
    format: Format,
    judged: usize,
}

impl Bench {
    fn judge(&mut self, submission: Submission, ctx: &mut Context) -> anyhow::Result<()> {
        let judged = submission.judge(&self.referee);
        match self.format {
            Format::Json => writeln!(ctx.output, "{}", to_json(&judged))?,
            Format::Text => {
                if self.judged > 0 {
                    writeln!(ctx.output)?;
                }
                write_text(&judged, &mut ctx.output)?;
            }
        }
        self.judged += 1;
        Ok(ctx.output.flush()?)
    }

    /// Judges every game of a file, or of standard input for `-`.
    fn judge_file(&mut self, path: &Path, ctx: &mut Context) -> anyhow::Result<ExitCode> {
        if path.as_os_str() == "-" {
            return self.judge_input(ctx);
        }
        let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl")) {
            let text = String::from_utf8_lossy(&bytes);
            let mut code = ExitCode::Success;
            for line in text.lines() {
                code = worse(code, self.judge_line(line, ctx)?);
            }
            return Ok(code);
        }
        self.judge_records(&bytes, path, ctx)
    }

    /// Judges the main line of every game in a file of any format.
    fn judge_records(&mut self, bytes: &[u8], path: &Path, ctx: &mut Context) -> anyhow::Result<ExitCode> {
        let name = || path.display().to_string();
        let format = RecordFormat::detect(path, bytes).ok_or_else(|| RecordError::UnknownFormat(name()))?;
        let (records, faults) = chuhe_record::read_lenient(bytes, format).with_context(name)?;
        for (index, record) in records.iter().enumerate() {
            let mut game = Game::new(record.start.clone());
            record.tree.main_line().for_each(|mv| game.push(mv));
            let fault = faults.iter().find(|fault| fault.game == index + 1 && !fault.in_variation);
            let illegal = fault.map(|fault| Illegal {
                ply: fault.ply,
                text: fault.text.clone(),
                reason: fault.reason.clone(),
            });
            self.judge(Submission { game, illegal }, ctx)?;
        }
        Ok(ExitCode::Success)
    }

    /// Answers each line of standard input as it comes.
    fn judge_input(&mut self, ctx: &mut Context) -> anyhow::Result<ExitCode> {
        let mut code = ExitCode::Success;
        let mut line = Vec::new();
        while ctx.input.read_until(b'\n', &mut line)? > 0 {
            code = worse(code, self.judge_line(&String::from_utf8_lossy(&line), ctx)?);
            line.clear();
        }
        Ok(code)
    }

    /// Judges a game given as a JSON object; a line that is none is reported in its place.
    fn judge_line(&mut self, line: &str, ctx: &mut Context) -> anyhow::Result<ExitCode> {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(ExitCode::Success);
        }
        match from_line(line) {
            Ok(submission) => self.judge(submission, ctx)?,
            Err(error) => {
                self.report(line, &error, ctx)?;
                return Ok(ExitCode::BadInput);
            }
        }
        Ok(ExitCode::Success)
    }

    /// Says what is wrong with a line of input.
    fn report(&self, line: &str, error: &anyhow::Error, ctx: &mut Context) -> anyhow::Result<()> {
        match self.format {
            Format::Json => {
                writeln!(ctx.output, "{}", json!({ "input": line, "error": format!("{error:#}") }))?;
            }
            Format::Text => writeln!(std::io::stderr(), "{line}: {error:#}")?,
        }
        Ok(ctx.output.flush()?)
    }
}

/// Bad input anywhere makes the whole run one of bad input.
fn worse(so_far: ExitCode, next: ExitCode) -> ExitCode {
    if next == ExitCode::Success { so_far } else { next }
}

/// One game as a JSON object: `fen` (the start position if left out) and `moves`, a list or one text.
#[derive(Deserialize)]
struct Line {
    fen: Option<String>,
    #[serde(default)]
    moves: Moves,
}

fn from_line(line: &str) -> anyhow::Result<Submission> {
    let line: Line = serde_json::from_str(line)?;
    let game = start(line.fen.as_deref())?;
    Ok(play(game, line.moves.words()))
}

/// The game that `--fen` and `--moves` give.
fn from_options(args: &JudgeArgs) -> anyhow::Result<Submission> {
    let game = start(args.fen.as_deref()).context("--fen")?;
    let moves = args.moves.as_deref().unwrap_or("");
    Ok(play(game, moves.split_whitespace()))
}

fn start(fen: Option<&str>) -> anyhow::Result<Game> {
    Ok(match fen {
        None | Some("startpos") => Game::new(Board::start()),
        Some(fen) => Game::from_fen(fen)?,
    })
}

/// Plays moves of any notation until one is illegal.
fn play<'a>(mut game: Game, moves: impl Iterator<Item = &'a str>) -> Submission {
    for text in moves {
        let mv = match notation::parse_any(game.board(), text) {
            Ok(mv) => mv,
            Err(error) => {
                let illegal = Illegal { ply: game.len(), text: text.to_string(), reason: error.to_string() };
                return Submission { game, illegal: Some(illegal) };
            }
        };
        if let Err(error) = game.play(mv) {
            let illegal = Illegal { ply: game.len(), text: text.to_string(), reason: error.to_string() };
            return Submission { game, illegal: Some(illegal) };
        }
    }
    Submission { game, illegal: None }
}
