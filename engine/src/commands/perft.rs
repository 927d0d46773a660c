//! `chuhe perft`: counts leaf nodes.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use chuhe_movegen::Board;

use super::Context;
use crate::cli::PerftArgs;
use crate::exit::ExitCode;
use crate::perft;

/// Runs `chuhe perft`.
pub fn run(args: &PerftArgs, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let board = match &args.fen {
        Some(fen) => Board::from_fen(fen).with_context(|| format!("'{fen}'"))?,
        None => Board::start(),
    };
    let never = AtomicBool::new(false);
    let Some(result) = perft::run(&board, args.depth, args.threads, &never) else {
        anyhow::bail!("stopped");
    };
    if args.divide {
        for (mv, nodes) in &result.moves {
            writeln!(ctx.output, "{mv}: {nodes}")?;
        }
        writeln!(ctx.output)?;
    }
    let (nodes, time) = (result.nodes, result.time.as_millis());
    writeln!(ctx.output, "nodes {nodes} time_ms {time} nps {}", result.nps())?;
    Ok(ExitCode::Success)
}
