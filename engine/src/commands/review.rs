//! `chuhe review`: annotates a whole game.

use super::Context;
use crate::cli::ReviewArgs;
use crate::exit::ExitCode;

/// Runs `chuhe review`.
pub fn run(_args: &ReviewArgs, _ctx: &mut Context) -> anyhow::Result<ExitCode> {
    anyhow::bail!("chuhe review is not written yet")
}
