//! Talks to the engine as a GUI does, in memory or over real pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

use chuhe::ExitCode;

/// How long a line is waited for. Only a lost answer takes as long, whatever the load of the machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A line of the engine, and when it came.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The line, without its end.
    pub line: String,
    /// When it was read.
    pub at: Instant,
}

/// A conversation with an engine.
pub struct Conversation {
    input: Option<Box<dyn Write + Send>>,
    replies: Receiver<Reply>,
    engine: Engine,
}

enum Engine {
    Thread(JoinHandle<ExitCode>),
    Process(Child),
}

impl Conversation {
    /// Runs the engine in this process.
    pub fn in_memory() -> Self {
        let (engine_input, input) = std::io::pipe().expect("a pipe");
        let (output, engine_output) = std::io::pipe().expect("a pipe");
        let run = move || chuhe::run(["chuhe".into()], BufReader::new(engine_input), engine_output);
        Self {
            input: Some(Box::new(input)),
            replies: read_lines(output),
            engine: Engine::Thread(std::thread::spawn(run)),
        }
    }

    /// Runs the executable at `path`.
    pub fn with_process(path: &str) -> Self {
        let mut command = Command::new(path);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let input = child.stdin.take().expect("piped");
        let output = child.stdout.take().expect("piped");
        Self { input: Some(Box::new(input)), replies: read_lines(output), engine: Engine::Process(child) }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends any bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the conversation is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine listens");
    }

    /// The lines up to the first that begins with `start`, which is the last of them.
    ///
    /// # Panics
    /// Where no such line comes.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        self.replies_until(start).into_iter().map(|reply| reply.line).collect()
    }

    /// As [`until`](Self::until), with the time of each line.
    pub fn replies_until(&mut self, start: &str) -> Vec<Reply> {
        self.replies_until_any(|line| line.starts_with(start))
    }

    /// The first line from now on that `wanted` approves of.
    ///
    /// # Panics
    /// Where no such line comes.
    pub fn until_any(&mut self, wanted: impl Fn(&str) -> bool) -> String {
        self.replies_until_any(wanted).pop().map(|reply| reply.line).unwrap_or_default()
    }

    fn replies_until_any(&mut self, wanted: impl Fn(&str) -> bool) -> Vec<Reply> {
        let deadline = Instant::now() + PATIENCE;
        let mut replies = Vec::new();
        loop {
            match self.replies.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(reply) => {
                    let found = wanted(&reply.line);
                    replies.push(reply);
                    if found {
                        return replies;
                    }
                }
                Err(error) => panic!("the line waited for did not come ({error}) behind {replies:#?}"),
            }
        }
    }

    /// Sends a line and returns what comes up to the one that begins with `start`.
    pub fn ask(&mut self, line: &str, start: &str) -> Vec<String> {
        self.send(line);
        self.until(start)
    }

    /// The move behind `bestmove`, after sending `go`.
    pub fn best_move(&mut self, go: &str) -> String {
        let lines = self.ask(go, "bestmove");
        word_after(lines.last().expect("found"), "bestmove").expect("a move").to_owned()
    }

    /// All that was said until an `isready` sent now is answered.
    pub fn synchronise(&mut self) -> Vec<String> {
        self.ask("isready", "readyok")
    }

    /// The lines that come within `time`.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        loop {
            match self.replies.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(reply) => lines.push(reply.line),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return lines,
            }
        }
    }

    /// Ends the input, and returns the last lines and whether the engine ended well.
    pub fn finish(mut self) -> (Vec<String>, bool) {
        self.input = None;
        let lines = self.replies.iter().map(|reply| reply.line).collect();
        let well = match self.engine {
            Engine::Thread(thread) => thread.join().expect("no panic") == ExitCode::Success,
            Engine::Process(mut child) => child.wait().expect("the process ends").success(),
        };
        (lines, well)
    }
}

fn read_lines(output: impl std::io::Read + Send + 'static) -> Receiver<Reply> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            let Ok(line) = line else { break };
            if sender.send(Reply { line, at: Instant::now() }).is_err() {
                break;
            }
        }
    });
    receiver
}

/// The word that follows `word` in a line.
pub fn word_after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split_whitespace();
    words.find(|&w| w == word)?;
    words.next()
}
