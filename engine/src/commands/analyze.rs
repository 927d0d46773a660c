//! `chuhe analyze`: analyses positions.

use super::Context;
use crate::cli::AnalyzeArgs;
use crate::exit::ExitCode;

/// Runs `chuhe analyze`.
pub fn run(_args: &AnalyzeArgs, _ctx: &mut Context) -> anyhow::Result<ExitCode> {
    anyhow::bail!("chuhe analyze is not written yet")
}
