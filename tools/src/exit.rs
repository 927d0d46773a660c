//! How a tool ends.

use std::io;
use std::process::ExitCode;

/// The exit code of what a tool did. An error is told on one line; but where whoever read the output has gone, nothing is
/// wrong.
pub fn code(tool: &str, outcome: anyhow::Result<ExitCode>) -> ExitCode {
    outcome.unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        eprintln!("{tool}: {error:#}");
        ExitCode::FAILURE
    })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_closed_pipe_is_no_failure() {
        for (kind, broken) in [(io::ErrorKind::BrokenPipe, true), (io::ErrorKind::NotFound, false)] {
            let error = anyhow::Error::from(io::Error::from(kind)).context("while printing");
            assert_eq!(is_broken_pipe(&error), broken, "{kind}");
        }
    }
}
