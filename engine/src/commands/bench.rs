//! `chuhe bench`: the functional signature.

use super::Context;
use crate::cli::BenchArgs;
use crate::exit::ExitCode;

/// Runs `chuhe bench`.
pub fn run(_args: &BenchArgs, _ctx: &mut Context) -> anyhow::Result<ExitCode> {
    anyhow::bail!("chuhe bench is not written yet")
}
