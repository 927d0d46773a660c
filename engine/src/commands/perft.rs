//! `chuhe perft`: counts leaf nodes.

use super::Context;
use crate::cli::PerftArgs;
use crate::exit::ExitCode;

/// Runs `chuhe perft`.
pub fn run(_args: &PerftArgs, _ctx: &mut Context) -> anyhow::Result<ExitCode> {
    anyhow::bail!("chuhe perft is not written yet")
}
