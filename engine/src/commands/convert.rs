//! `chuhe convert`: between game formats.

use super::Context;
use crate::cli::ConvertArgs;
use crate::exit::ExitCode;

/// Runs `chuhe convert`.
pub fn run(_args: &ConvertArgs, _ctx: &mut Context) -> anyhow::Result<ExitCode> {
    anyhow::bail!("chuhe convert is not written yet")
}
