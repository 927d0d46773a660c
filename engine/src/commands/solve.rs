//! `chuhe solve`: the mate solver.

use std::io::Write;

use chuhe_movegen::mate::{self, Answer, Limits};
use chuhe_movegen::{Board, Game, notation};

use super::Context;
use crate::cli::SolveArgs;
use crate::exit::ExitCode;

/// The longest mate looked for when none is given: checks only are followed far, other moves soon grow too many.
const MOST_CHECKS: u8 = 30;
const MOST_MOVES: u8 = 8;

/// Positions looked at before the solver gives up.
const NODES: u64 = 200_000_000;

/// Runs `chuhe solve`.
pub fn run(args: &SolveArgs, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let game = match args.fen.trim() {
        "startpos" => Game::new(Board::start()),
        fen => Game::from_fen(fen)?,
    };
    let board = game.board();
    let (answer, moves) = solve(board, args);
    let words = ctx.lang;
    match answer {
        Answer::Mate(line) => {
            let iccs: Vec<String> = line.iter().map(|mv| mv.to_string()).collect();
            let chinese = notation::Notation::Chinese.format_line(board, &line);
            writeln!(ctx.output, "{}", chinese.join(" "))?;
            writeln!(ctx.output, "mate {}: {}", line.len().div_ceil(2), iccs.join(" "))?;
        }
        Answer::NoMate => {
            let by = if args.checks_only { words.pick(" by checks", "（连将）") } else { "" };
            writeln!(ctx.output, "no mate in {moves}{by}")?;
        }
        Answer::Unknown => {
            writeln!(ctx.output, "no mate found within {NODES} positions")?;
        }
    }
    Ok(ExitCode::Success)
}

/// Mates by checks are looked for first: they are what most problems ask for, and quickly settled.
fn solve(board: &Board, args: &SolveArgs) -> (Answer, u8) {
    let moves = args.max_moves.unwrap_or(MOST_CHECKS);
    let by_checks = mate::solve(board, Limits { moves, nodes: NODES, checks_only: true });
    if args.checks_only || by_checks.moves().is_some() {
        return (by_checks, moves);
    }
    let moves = args.max_moves.unwrap_or(MOST_MOVES);
    (mate::solve(board, Limits { moves, nodes: NODES, checks_only: false }), moves)
}
