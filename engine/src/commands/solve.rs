//! `chuhe solve`: the mate solver.

use super::Context;
use crate::cli::SolveArgs;
use crate::exit::ExitCode;

/// Runs `chuhe solve`.
pub fn run(_args: &SolveArgs, _ctx: &mut Context) -> anyhow::Result<ExitCode> {
    anyhow::bail!("chuhe solve is not written yet")
}
