//! How a run ends.

/// The exit code of a run of `chuhe`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// All went well; also when the reader of our output closed its pipe.
    Success = 0,
    /// The input was bad: an unreadable position, file or game.
    BadInput = 1,
    /// The command line was wrong.
    BadUsage = 2,
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}

/// A fault of the command line that the argument parser cannot see
/// (options that do not go together). Ends the run with [`ExitCode::BadUsage`].
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Whether the error comes from writing to a pipe whose reader has gone.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
