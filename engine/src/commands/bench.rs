//! `chuhe bench`: the functional signature, in the form that OpenBench reads.

use std::io::Write;

use chuhe_eval::nnue::Network;
use chuhe_search::bench;

use super::Context;
use crate::cli::BenchArgs;
use crate::exit::ExitCode;

/// Runs `chuhe bench`.
pub fn run(args: &BenchArgs, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let depth = args.depth.unwrap_or(bench::DEPTH);
    let hash = args.hash.unwrap_or(bench::HASH);
    let network = Network::embedded()?;
    let evaluation =
        network.as_ref().map_or("bootstrap".to_owned(), |network| format!("network {}", network.summary()));
    writeln!(
        ctx.output,
        "{} positions, depth {depth}, {} threads, hash {hash} MiB, evaluation {evaluation}",
        bench::POSITIONS.len(),
        args.threads,
    )?;
    ctx.output.flush()?;
    let result = bench::run(depth, args.threads, hash, network)?;
    writeln!(ctx.output, "time {} ms", result.time.as_millis())?;
    writeln!(ctx.output, "{} nodes {} nps", result.nodes, result.nps())?;
    Ok(ExitCode::Success)
}
