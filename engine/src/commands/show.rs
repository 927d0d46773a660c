//! `chuhe show`: draws a board.

use super::Context;
use crate::cli::ShowArgs;
use crate::exit::ExitCode;

/// Runs `chuhe show`.
pub fn run(_args: &ShowArgs, _ctx: &mut Context) -> anyhow::Result<ExitCode> {
    anyhow::bail!("chuhe show is not written yet")
}
