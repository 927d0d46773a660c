//! A child process that speaks in lines: pipes, time stamps, deadlines, and a sure end.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use parking_lot::Mutex;

/// Lines waiting to be read before the engine is made to wait: a flood cannot fill our memory.
const LINES_IN_FLIGHT: usize = 4096;
/// Longest line kept, in bytes; a pv of 256 moves takes about 1300.
const LINE_BYTES: usize = 1 << 16;
/// Lines of standard error kept to explain a crash.
const STDERR_LINES: usize = 8;
/// Pause between looks at a process that was asked to end.
const EXIT_POLL: Duration = Duration::from_millis(2);

/// One line of output and the moment at which it had been read.
#[derive(Debug, Clone)]
pub struct Line {
    /// The text, without its line ending.
    pub text: String,
    /// When the whole line was there.
    pub at: Instant,
}

/// Why no line came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// The deadline passed.
    Timeout,
    /// The process closed its output.
    Closed,
}

/// What to run.
#[derive(Debug, Clone)]
pub struct Invocation {
    /// Who speaks, in the traffic log.
    pub label: String,
    /// Executable, looked up in `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Working directory; ours if absent.
    pub directory: Option<PathBuf>,
}

/// A file that records everything said between us and the engines.
#[derive(Clone)]
pub struct Traffic(Arc<TrafficFile>);

struct TrafficFile {
    since: Instant,
    out: Mutex<BufWriter<File>>,
}

impl Traffic {
    /// Creates (or empties) the file.
    ///
    /// # Errors
    /// Those of [`File::create`].
    pub fn create(path: &Path) -> io::Result<Self> {
        let out = Mutex::new(BufWriter::new(File::create(path)?));
        Ok(Self(Arc::new(TrafficFile { since: Instant::now(), out })))
    }

    /// A log that cannot be written must not end a match, so faults are dropped here.
    fn note(&self, label: &str, arrow: char, text: &str) {
        let seconds = self.0.since.elapsed().as_secs_f64();
        let mut out = self.0.out.lock();
        let _ = writeln!(out, "{seconds:.6} {label} {arrow} {text}");
        let _ = out.flush();
    }
}

/// A running engine process. Dropping it kills the process and all that it started.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    stderr: Arc<Mutex<VecDeque<String>>>,
    label: String,
    traffic: Option<Traffic>,
}

impl Process {
    /// Starts the process with pipes on all three streams.
    ///
    /// # Errors
    /// Those of [`Command::spawn`].
    pub fn spawn(what: &Invocation, traffic: Option<Traffic>) -> io::Result<Self> {
        let mut command = Command::new(&what.program);
        command.args(&what.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &what.directory {
            command.current_dir(directory);
        }
        own_group(&mut command);
        let mut child = command.spawn()?;
        let stdin = child.stdin.take();
        let (sender, lines) = bounded(LINES_IN_FLIGHT);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || forward_lines(stdout, &sender));
        }
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(pipe) = child.stderr.take() {
            let tail = Arc::clone(&stderr);
            thread::spawn(move || keep_tail(pipe, &tail));
        }
        Ok(Self { child, stdin, lines, stderr, label: what.label.clone(), traffic })
    }

    /// Writes one line.
    ///
    /// # Errors
    /// A broken pipe, mostly: the process has gone.
    pub fn send(&mut self, line: &str) -> io::Result<()> {
        if let Some(traffic) = &self.traffic {
            traffic.note(&self.label, '<', line);
        }
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        // One write for text and line ending: one wake-up of the reader.
        stdin.write_all(format!("{line}\n").as_bytes())
    }

    /// The next line, waiting for it until `deadline`. A line that waits already is given even after the deadline:
    /// whoever reads a flood compares [`Line::at`].
    ///
    /// # Errors
    /// [`Silence`] if none comes.
    pub fn receive(&self, deadline: Instant) -> Result<Line, Silence> {
        let line = self.lines.recv_deadline(deadline).map_err(|e| match e {
            RecvTimeoutError::Timeout => Silence::Timeout,
            RecvTimeoutError::Disconnected => Silence::Closed,
        })?;
        self.note_received(&line);
        Ok(line)
    }

    fn note_received(&self, line: &Line) {
        if let Some(traffic) = &self.traffic {
            traffic.note(&self.label, '>', &line.text);
        }
    }

    /// A line that is already there.
    pub fn pending(&self) -> Option<Line> {
        let line = self.lines.try_recv().ok()?;
        self.note_received(&line);
        Some(line)
    }

    /// What the process last wrote to standard error, for a message about its end.
    #[must_use]
    pub fn last_words(&self) -> String {
        self.stderr.lock().iter().cloned().collect::<Vec<_>>().join(" | ")
    }

    /// How the process ended, if it has ended or does within `patience`.
    pub fn exit_status(&mut self, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < deadline => thread::sleep(EXIT_POLL),
                _ => return None,
            }
        }
    }

    /// Closes its input and gives it `patience` to leave; kills what is left then.
    pub fn shut_down(mut self, patience: Duration) {
        self.stdin = None;
        self.exit_status(patience);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill_group(&self.child);
        // Both fail only if the process has already gone, which is what we want.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Puts the engine into a process group of its own: Ctrl-C at the terminal reaches us alone, and killing the group also
/// ends what a wrapper script started. On Linux the kernel kills the engine should we be killed.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    #[cfg(target_os = "linux")]
    // SAFETY: between fork and exec the closure makes one system call (prctl) and nothing else; it allocates nothing and
    // takes no lock. The signal follows the spawning thread, which for every caller outlives the engine it drives.
    unsafe {
        command.pre_exec(|| {
            Ok(rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?)
        });
    }
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(child: &Child) {
    if let Ok(id) = i32::try_from(child.id())
        && let Some(group) = rustix::process::Pid::from_raw(id)
    {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Reads lines until the stream or the receiver ends. Bytes that are not UTF-8 are replaced; overlong lines are cut.
fn forward_lines(stream: impl Read, sender: &Sender<Line>) {
    let mut reader = BufReader::new(stream);
    while let Some(text) = next_line(&mut reader) {
        if sender.send(Line { text, at: Instant::now() }).is_err() {
            return;
        }
    }
}

fn keep_tail(stream: impl Read, tail: &Mutex<VecDeque<String>>) {
    let mut reader = BufReader::new(stream);
    while let Some(text) = next_line(&mut reader) {
        let mut tail = tail.lock();
        if tail.len() == STDERR_LINES {
            tail.pop_front();
        }
        tail.push_back(text);
    }
}

fn next_line(reader: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(LINE_BYTES).unwrap_or(u64::MAX);
    let read = reader.by_ref().take(limit).read_until(b'\n', &mut bytes).ok()?;
    if read == 0 {
        return None;
    }
    if !bytes.ends_with(b"\n") && read == LINE_BYTES {
        reader.skip_until(b'\n').ok()?;
    }
    let text = String::from_utf8_lossy(&bytes);
    Some(text.trim_end_matches(['\r', '\n']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_repaired() {
        let mut input = vec![b'x'; LINE_BYTES + 10];
        input.extend_from_slice(b"\nnext\r\n\xff\xfe!\nlast");
        let mut reader = BufReader::new(&input[..]);
        assert_eq!(next_line(&mut reader).map(|l| l.len()), Some(LINE_BYTES));
        assert_eq!(next_line(&mut reader).as_deref(), Some("next"));
        assert_eq!(next_line(&mut reader).as_deref(), Some("\u{fffd}\u{fffd}!"));
        assert_eq!(next_line(&mut reader).as_deref(), Some("last"));
        assert_eq!(next_line(&mut reader), None);
    }
}
