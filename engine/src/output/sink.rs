//! Where lines go: the output, and the log if there is one.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// Writes whole lines and flushes each, since a GUI waits for it.
pub struct LineWriter {
    output: Box<dyn Write + Send>,
    log: Option<File>,
    started: Instant,
    closed: bool,
}

impl LineWriter {
    /// Writes to `output`.
    pub fn new(output: Box<dyn Write + Send>) -> Self {
        Self { output, log: None, started: Instant::now(), closed: false }
    }

    /// Writes a line. When nobody reads any more this is remembered, and nothing is written from then on.
    pub fn line(&mut self, line: &str) {
        self.log_line("<<", line);
        if !self.closed {
            let written = writeln!(self.output, "{line}").and_then(|()| self.output.flush());
            self.closed = written.is_err();
        }
    }

    /// Whether the reader of our output has gone.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Notes a line that was read, if there is a log.
    pub fn log_input(&mut self, line: &str) {
        self.log_line(">>", line);
    }

    /// Logs to this file from now on, behind what it holds; None ends the log.
    pub fn log_to(&mut self, path: Option<&Path>) -> io::Result<()> {
        self.log = match path {
            Some(path) => Some(File::options().create(true).append(true).open(path)?),
            None => None,
        };
        Ok(())
    }

    /// A full disk must not end the game, so a failing log is dropped.
    fn log_line(&mut self, direction: &str, line: &str) {
        let seconds = self.started.elapsed().as_secs_f64();
        if let Some(log) = &mut self.log
            && writeln!(log, "{seconds:10.3} {direction} {line}").is_err()
        {
            self.log = None;
        }
    }
}
