//! `chuhe book`: builds opening books and looks positions up in them.

use super::Context;
use crate::cli::{BookBuildArgs, BookShowArgs};
use crate::exit::ExitCode;

/// Runs `chuhe book build`.
pub fn build(_args: &BookBuildArgs, _ctx: &mut Context) -> anyhow::Result<ExitCode> {
    anyhow::bail!("chuhe book build is not written yet")
}

/// Runs `chuhe book show`.
pub fn show(_args: &BookShowArgs, _ctx: &mut Context) -> anyhow::Result<ExitCode> {
    anyhow::bail!("chuhe book show is not written yet")
}
