//! `chuhe analyze`: analyses positions.

use std::io::{IsTerminal, Write};
use std::path::Path;

use chuhe_movegen::rules::RuleSet;
use chuhe_movegen::{Board, Notation};
use indicatif::{ProgressBar, ProgressStyle};

use super::Context;
use crate::analysis::batch::{self, Done, Source};
use crate::analysis::live::Live;
use crate::analysis::report::{self, Fault, Report};
use crate::analysis::resume::Resumed;
use crate::analysis::{Analyst, Item, Plan, input};
use crate::cli::{AnalyzeArgs, Format};
use crate::draw;
use crate::exit::{ExitCode, UsageError};
use crate::lang::Lang;

/// Runs `chuhe analyze`.
pub fn run(args: &AnalyzeArgs, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let rules = args.report.rules;
    check_usage(args)?;
    let plan = Plan::new(&args.search, rules, usize::from(args.multipv), args.jobs)?;
    let notation = args.notation.into();
    if let Some(line) = single(args)
        && args.report.format == Format::Text
        && args.resume.is_none()
        && std::io::stdout().is_terminal()
    {
        return watch(&line, plan, notation, ctx);
    }
    let mut source = batch::shard(source(args, ctx)?, args.shard);
    let resumed = args.resume.as_deref().map(|path| Resumed::open(path, &mut source)).transpose()?;
    let mut printer =
        Printer { args, rules, notation, lang: ctx.lang, resumed, tests: (0, 0), has_faults: false };
    if let Some(resumed) = &printer.resumed {
        (printer.tests, printer.has_faults) = (resumed.tests, resumed.has_faults);
    }
    let progress = progress(args, printer.resumed.as_ref().map_or(0, |resumed| resumed.lines));
    let output = &mut ctx.output;
    batch::run(source, &plan, args.jobs, |done| {
        printer.print(&done, output)?;
        progress.inc(1);
        Ok(())
    })?;
    progress.finish_and_clear();
    printer.sum_up(output)
}

/// What the argument parser cannot see.
fn check_usage(args: &AnalyzeArgs) -> Result<(), UsageError> {
    let fault = |text: &str| Err(UsageError(text.to_string()));
    if args.moves.is_some() && (args.positions.len() > 1 || args.file.is_some() || args.positions == ["-"]) {
        return fault("--moves goes with a single position");
    }
    if args.resume.is_some() && args.report.format != Format::Json {
        return fault("--resume needs --format json: one line a position");
    }
    if args.positions.iter().filter(|position| *position == "-").count() > 1 {
        return fault("standard input can be read only once");
    }
    Ok(())
}

/// The only position, if it is one and given on the command line.
fn single(args: &AnalyzeArgs) -> Option<String> {
    let position = match &args.positions[..] {
        [] if args.file.is_none() => "startpos",
        [position] if args.file.is_none() && position != "-" => position,
        _ => return None,
    };
    Some(match &args.moves {
        Some(moves) => format!("{position} moves {moves}"),
        None => position.to_string(),
    })
}

/// All lines of input in the order in which they are named.
fn source(args: &AnalyzeArgs, ctx: &mut Context) -> anyhow::Result<Source> {
    if let Some(line) = single(args) {
        return Ok(batch::lines(vec![line]));
    }
    let mut source = batch::lines(Vec::new());
    for position in &args.positions {
        let next = match position.as_str() {
            "-" => batch::read(std::mem::replace(&mut ctx.input, Box::new(std::io::empty()))),
            line => batch::lines(vec![line.to_string()]),
        };
        source = Box::new(source.chain(next));
    }
    if let Some(path) = &args.file {
        source = Box::new(source.chain(batch::open(path)?));
    }
    Ok(source)
}

/// Analyses one position on a terminal: the board, then lines that update in place.
fn watch(line: &str, plan: Plan, notation: Notation, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let position = Item::read(line).position.map_err(anyhow::Error::msg)?;
    let board = position.game.board();
    writeln!(ctx.output, "{}", board_text(board, position.game.moves().last(), true))?;
    for warning in board.warnings() {
        writeln!(ctx.output, "{}{warning}", ctx.lang.pick("note: ", "提醒："))?;
    }
    let mut live = Live::new(&mut *ctx.output, board, notation);
    let mut failed = Ok(());
    let outcome = Analyst::new(plan).analyze(&position.game, &mut |info| {
        if failed.is_ok() && !info.pv.is_empty() {
            failed = live.update(info);
        }
    });
    failed?;
    let mut text = report::text_lines(board, &outcome.lines, notation);
    text.push(report::effort(ctx.lang, &outcome));
    text.push(report::best_move(ctx.lang, board, &outcome, notation));
    live.replace(&text)?;
    Ok(ExitCode::Success)
}

fn board_text(board: &Board, last: Option<chuhe_movegen::Move>, colored: bool) -> String {
    let style = draw::Style { last, ..draw::Style::default() };
    format!("{}{}", draw::chinese(board, &style, colored), board.fen())
}

/// A bar on stderr, if that is a terminal and there is more than one position.
fn progress(args: &AnalyzeArgs, done: usize) -> ProgressBar {
    if single(args).is_some() {
        return ProgressBar::hidden();
    }
    let bar = match args.file.as_deref().map(count_lines) {
        Some(lines) if !args.positions.iter().any(|position| position == "-") => {
            let all = lines + args.positions.len();
            let ours = args.shard.map_or(all, |shard| (all + shard.count - shard.index) / shard.count);
            ProgressBar::new(ours as u64)
        }
        _ => ProgressBar::new_spinner(),
    };
    let style = if bar.length().is_some() {
        "{bar:40} {pos}/{len}  {per_sec}  ETA {eta}"
    } else {
        "{pos}  {per_sec}"
    };
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.set_position(done as u64);
    bar
}

/// How many lines of a file say something; only for the bar.
fn count_lines(path: &Path) -> usize {
    let Ok(text) = std::fs::read(path) else { return 0 };
    String::from_utf8_lossy(&text).lines().filter(|line| !input::is_blank(line)).count()
}

/// Prints results and keeps count.
struct Printer<'a> {
    args: &'a AnalyzeArgs,
    rules: RuleSet,
    notation: Notation,
    lang: Lang,
    /// Where results go instead of the output.
    resumed: Option<Resumed>,
    /// How many positions had a known answer, and how many of them were solved.
    tests: (usize, usize),
    has_faults: bool,
}

impl Printer<'_> {
    fn print(&mut self, done: &Done, output: &mut dyn Write) -> anyhow::Result<()> {
        match &done.result {
            Ok((position, outcome)) if position.is_test() => {
                self.tests.0 += 1;
                self.tests.1 += usize::from(position.is_solved_by(outcome.best));
            }
            Ok(_) => {}
            Err(_) => self.has_faults = true,
        }
        match self.args.report.format {
            Format::Json => {
                let line = self.json(done)?;
                match &mut self.resumed {
                    Some(resumed) => resumed.add(&line)?,
                    None => writeln!(output, "{line}")?,
                }
            }
            Format::Text => writeln!(output, "{}\n", self.text(done))?,
        }
        Ok(output.flush()?)
    }

    fn json(&self, done: &Done) -> serde_json::Result<String> {
        match &done.result {
            Ok((position, outcome)) => {
                serde_json::to_string(&Report::new(position, outcome, self.rules, self.notation))
            }
            Err(error) => serde_json::to_string(&Fault { input: &done.text, error }),
        }
    }

    fn text(&self, done: &Done) -> String {
        let (position, outcome) = match &done.result {
            Ok(result) => result,
            Err(error) => return format!("{}\n{}{error}", done.text, self.lang.pick("error: ", "错误：")),
        };
        let board = position.game.board();
        let mut lines = Vec::from_iter(position.id.clone());
        lines.push(board_text(board, position.game.moves().last(), false));
        lines.extend(report::text_lines(board, &outcome.lines, self.notation));
        lines.push(report::effort(self.lang, outcome));
        lines.push(report::best_move(self.lang, board, outcome, self.notation));
        if position.is_test() {
            let solved = position.is_solved_by(outcome.best);
            lines.push(
                if solved {
                    self.lang.pick("solved", "正解")
                } else {
                    self.lang.pick("not solved", "未解")
                }
                .to_string(),
            );
        }
        lines.join("\n")
    }

    /// The sum over positions with a known answer: after the results for people, beside them for programs.
    fn sum_up(&self, output: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let (tests, solved) = self.tests;
        if tests > 0 {
            let sum = match self.lang {
                Lang::En => format!("solved {solved} of {tests}"),
                Lang::Zh => format!("正解 {solved} / {tests}"),
            };
            match self.args.report.format {
                Format::Text => writeln!(output, "{sum}")?,
                // A closed stderr leaves nobody to tell.
                Format::Json => drop(writeln!(std::io::stderr(), "{sum}")),
            }
        }
        Ok(if self.has_faults { ExitCode::BadInput } else { ExitCode::Success })
    }
}
