//! `chuhe judge`: the referee's verdict on games.

use super::Context;
use crate::cli::JudgeArgs;
use crate::exit::ExitCode;

/// Runs `chuhe judge`.
pub fn run(_args: &JudgeArgs, _ctx: &mut Context) -> anyhow::Result<ExitCode> {
    anyhow::bail!("chuhe judge is not written yet")
}
