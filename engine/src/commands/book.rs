//! `chuhe book`: builds opening books and looks positions up in them.

use std::io::Write;
use std::path::Path;

use anyhow::Context as _;
use chuhe_movegen::{Board, Notation};

use super::{Context, convert};
use crate::book::{Book, BookMove, build, own};
use crate::cli::{BookBuildArgs, BookShowArgs};
use crate::exit::ExitCode;

/// Runs `chuhe book build`.
pub fn build(args: &BookBuildArgs, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let mut counts = own::Counts::new();
    let mut games = 0;
    for path in &args.games {
        for game in convert::read(path, false)?.0 {
            build::add(&mut counts, &game, args.plies);
            games += 1;
        }
    }
    build::prune(&mut counts, args.min_games);
    std::fs::write(&args.out, own::write(&counts)).with_context(|| args.out.display().to_string())?;
    writeln!(ctx.output, "{games} games, {} moves", counts.len())?;
    Ok(ExitCode::Success)
}

/// Runs `chuhe book show`.
pub fn show(args: &BookShowArgs, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let book = open(&args.book)?;
    let board = Board::from_fen(&args.fen)?;
    let moves = book.moves(&board);
    if moves.is_empty() {
        writeln!(
            ctx.output,
            "{}",
            ctx.lang.pick("the book does not know this position", "库中没有这个局面")
        )?;
    }
    let total: u64 = moves.iter().map(|entry| u64::from(entry.weight)).sum();
    for entry in &moves {
        writeln!(ctx.output, "{}", line(&board, entry, total))?;
    }
    Ok(ExitCode::Success)
}

fn open(path: &Path) -> anyhow::Result<Book> {
    Book::open(path).with_context(|| path.display().to_string())
}

/// Move, share of the choice, weight and results, on one line.
fn line(board: &Board, entry: &BookMove, total: u64) -> String {
    let share = 100.0 * f64::from(entry.weight) / total.max(1) as f64;
    let text = Notation::Chinese.format(board, entry.mv);
    let games = entry.games.map_or(String::new(), |[won, drawn, lost]| format!("  +{won} ={drawn} -{lost}"));
    format!("{}  {text}  {share:5.1}%  weight {}{games}", entry.mv, entry.weight)
}
