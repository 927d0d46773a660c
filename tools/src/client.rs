//! Engines as child processes: start, options, positions, searches, and a sure end.
//!
//! The client speaks UCI, Fairy-Stockfish's UCI and UCCI ([`Dialect`]), gives every wait a deadline, and reports what
//! goes wrong as a [`ClientError`]; who loses by it is the caller's business.
//!
//! `vampirc-uci` reads the handshake of UCI engines; it knows Western chess alone, so `info` and `bestmove` have a
//! reader of our own ([`info`]).

mod dialect;
mod handshake;
pub mod info;
mod process;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chuhe_movegen::{Game, Move};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use handshake::{Introduction, introduction};

pub use dialect::{ClockView, Dialect, Go, History, Letters, UnknownDialect};
pub use handshake::{Offered, Spin};
pub use info::{Answer, Choice, Info, Score};
pub use process::{Invocation, Line, Process, Silence, Traffic};

/// Time for an answer to `isready` between games, and for the options to take effect.
const READY_TIME: Duration = Duration::from_secs(10);
/// Time for an engine to leave after `quit`.
const QUIT_TIME: Duration = Duration::from_millis(500);
/// How long to wait for the exit status of a process whose output has ended.
const STATUS_TIME: Duration = Duration::from_millis(100);
/// How often a wait looks whether it has been given up.
const ABORT_POLL: Duration = Duration::from_millis(50);

/// What went wrong with an engine.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The program could not be run.
    #[error("cannot start `{program}`: {cause}")]
    Start {
        /// The executable.
        program: String,
        /// Why.
        cause: io::Error,
    },
    /// It did not answer in time.
    #[error("no `{expected}` within {} ms", waited.as_millis())]
    Silent {
        /// What was waited for.
        expected: &'static str,
        /// How long.
        waited: Duration,
    },
    /// The caller gave up.
    #[error("given up")]
    Aborted,
    /// It ended or closed its output.
    #[error("ended{}{}", .status.as_ref().map(|s| format!(" ({s})")).unwrap_or_default(), said(.last_words))]
    Gone {
        /// Its exit status, where known.
        status: Option<String>,
        /// The last lines of its standard error.
        last_words: String,
    },
}

fn said(last_words: &str) -> String {
    if last_words.is_empty() { String::new() } else { format!(", saying: {last_words}") }
}

/// How to run an engine and how to speak to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launch {
    /// Name in tables and files.
    pub name: String,
    /// Executable.
    pub program: PathBuf,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Working directory; ours if absent.
    #[serde(default)]
    pub directory: Option<PathBuf>,
    /// Protocol.
    #[serde(default)]
    pub dialect: Dialect,
    /// FEN letters.
    #[serde(default)]
    pub letters: Letters,
    /// How much of the game it is told; the protocol's custom if absent.
    #[serde(default)]
    pub history: Option<History>,
    /// Options to set, in this order. An empty value presses a button.
    #[serde(default)]
    pub options: Vec<(String, String)>,
}

impl Launch {
    /// An engine with defaults for everything but its program.
    #[must_use]
    pub fn new(name: &str, program: impl Into<PathBuf>) -> Self {
        Self {
            name: name.to_owned(),
            program: program.into(),
            arguments: Vec::new(),
            directory: None,
            dialect: Dialect::default(),
            letters: Letters::default(),
            history: None,
            options: Vec::new(),
        }
    }
}

/// The end of a search.
#[derive(Debug, Clone)]
pub struct Reply {
    /// What it answered.
    pub answer: Answer,
    /// What it said before.
    pub info: Info,
    /// When the answer had been read.
    pub at: Instant,
}

/// A running engine, idle unless between [`Engine::go`] and the end of [`Engine::wait`].
pub struct Engine {
    process: Process,
    launch: Launch,
    /// `id name`, if given.
    title: Option<String>,
    /// Its options.
    offered: Vec<Offered>,
    notes: Vec<String>,
    millis: bool,
    /// Answers that came without a question.
    strays: u32,
}

impl Engine {
    /// Starts the process, shakes hands, sets options, and waits until the engine is ready.
    ///
    /// # Errors
    /// Any [`ClientError`].
    pub fn start(launch: &Launch, patience: Duration, traffic: Option<Traffic>) -> Result<Self, ClientError> {
        let invocation = Invocation {
            label: launch.name.clone(),
            program: launch.program.clone(),
            arguments: launch.arguments.clone(),
            directory: launch.directory.clone(),
        };
        let process = Process::spawn(&invocation, traffic)
            .map_err(|cause| ClientError::Start { program: launch.program.display().to_string(), cause })?;
        let mut engine = Self {
            process,
            launch: launch.clone(),
            title: None,
            offered: Vec::new(),
            notes: Vec::new(),
            millis: false,
            strays: 0,
        };
        engine.shake_hands(patience)?;
        engine.set_options()?;
        engine.ready(patience)?;
        Ok(engine)
    }

    /// The name that the engine gives itself.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Things worth telling the user: options that the engine does not have.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The options that the engine offers.
    #[must_use]
    pub fn offered(&self) -> &[Offered] {
        &self.offered
    }

    /// Sets an option by the engine's own spelling of it; an empty value presses a button. Only between searches.
    ///
    /// # Errors
    /// [`ClientError::Gone`].
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let command = self.launch.dialect.set_option(name, (!value.is_empty()).then_some(value));
        self.send(&command)
    }

    /// Tells the engine that another game begins, and waits until it is ready.
    ///
    /// # Errors
    /// Any [`ClientError`].
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        if self.launch.dialect == Dialect::Ucci {
            if self.offers("newgame").is_some() {
                self.send(&Dialect::Ucci.set_option("newgame", None))?;
            }
        } else {
            self.send("ucinewgame")?;
        }
        self.ready(READY_TIME)
    }

    /// Sets the position: that of the game, or the one after the move `expected` too. Without `history` the engine is
    /// told the bare position.
    ///
    /// # Errors
    /// [`ClientError::Gone`].
    pub fn position(
        &mut self,
        game: &Game,
        expected: Option<Move>,
        history: bool,
    ) -> Result<(), ClientError> {
        let dialect = self.launch.dialect;
        let bare;
        let game = if history {
            game
        } else {
            bare = Game::new(game.board().clone());
            &bare
        };
        let told = self.launch.history.unwrap_or(dialect.default_history());
        let command = dialect.position(game, told, self.launch.letters, expected);
        self.send(&command)
    }

    /// Answers that came without a question so far: a second `bestmove` to one `go`, or one out of the blue.
    #[must_use]
    pub fn strays(&self) -> u32 {
        self.strays
    }

    /// Starts a search for `side`; returns the moment just before the command was written. What the engine has said
    /// since its last answer is thrown away.
    ///
    /// # Errors
    /// [`ClientError::Gone`].
    pub fn go(&mut self, go: &Go, side: chuhe_movegen::Color) -> Result<Instant, ClientError> {
        while let Some(line) = self.process.pending() {
            self.strays += u32::from(Answer::parse(&line.text, self.launch.dialect).is_some());
        }
        let command = self.launch.dialect.go(go, side, self.millis);
        let started = Instant::now();
        self.send(&command)?;
        Ok(started)
    }

    /// Waits for the answer to the last [`Engine::go`], until the deadline or until `abort` is set.
    ///
    /// # Errors
    /// [`ClientError::Silent`] at the deadline and [`ClientError::Aborted`]: the search is still on.
    /// [`ClientError::Gone`].
    pub fn wait(&mut self, deadline: Instant, abort: &AtomicBool) -> Result<Reply, ClientError> {
        let mut info = Info::default();
        let began = Instant::now();
        loop {
            if abort.load(Ordering::Relaxed) {
                return Err(ClientError::Aborted);
            }
            let slice = deadline.min(Instant::now() + ABORT_POLL);
            let line = match self.process.receive(slice) {
                Ok(line) => line,
                Err(Silence::Timeout) if slice < deadline => continue,
                Err(Silence::Timeout) => return Err(silent("bestmove", began)),
                Err(Silence::Closed) => return Err(self.gone()),
            };
            if line.text.starts_with("info") {
                info.absorb(&line.text);
            } else if let Some(answer) = Answer::parse(&line.text, self.launch.dialect) {
                return Ok(Reply { answer, info, at: line.at });
            }
            // A flood must not carry us past the deadline.
            if line.at > deadline {
                return Err(silent("bestmove", began));
            }
        }
    }

    /// Asks for the move at once.
    ///
    /// # Errors
    /// [`ClientError::Gone`].
    pub fn stop(&mut self) -> Result<(), ClientError> {
        self.send("stop")
    }

    /// Stops a search whose answer nobody wants and waits for its end.
    ///
    /// # Errors
    /// Any [`ClientError`].
    pub fn abandon(&mut self, patience: Duration) -> Result<(), ClientError> {
        self.stop()?;
        self.wait(Instant::now() + patience, &AtomicBool::new(false)).map(drop)
    }

    /// The expected move was played: the ponder search counts from now.
    ///
    /// # Errors
    /// [`ClientError::Gone`].
    pub fn ponder_hit(&mut self) -> Result<Instant, ClientError> {
        let now = Instant::now();
        self.send("ponderhit")?;
        Ok(now)
    }

    /// Ends the engine: politely, then by force.
    pub fn quit(mut self) {
        let _ = self.send("quit");
        self.process.shut_down(QUIT_TIME);
    }

    /// `isready` and its answer.
    ///
    /// # Errors
    /// Any [`ClientError`].
    pub fn ready(&mut self, patience: Duration) -> Result<(), ClientError> {
        self.send("isready")?;
        let began = Instant::now();
        let deadline = began + patience;
        loop {
            let line = self.receive(deadline, "readyok", began)?;
            if line.text.trim() == "readyok" {
                return Ok(());
            }
            self.strays += u32::from(Answer::parse(&line.text, self.launch.dialect).is_some());
            if line.at > deadline {
                return Err(silent("readyok", began));
            }
        }
    }

    fn shake_hands(&mut self, patience: Duration) -> Result<(), ClientError> {
        let dialect = self.launch.dialect;
        self.send(dialect.greeting())?;
        let began = Instant::now();
        let deadline = began + patience;
        loop {
            let line = self.receive(deadline, dialect.greeted(), began)?;
            let text = line.text.trim();
            if text == dialect.greeted() {
                return Ok(());
            }
            match introduction(text) {
                Some(Introduction::Name(name)) => self.title = Some(name),
                Some(Introduction::Option(option)) => self.offered.push(option),
                None => {}
            }
            if line.at > deadline {
                return Err(silent(dialect.greeted(), began));
            }
        }
    }

    fn set_options(&mut self) -> Result<(), ClientError> {
        let dialect = self.launch.dialect;
        match dialect {
            Dialect::Fairy => self.send(&dialect.set_option("UCI_Variant", Some("xiangqi")))?,
            Dialect::Ucci => {
                self.millis = self.offers("usemillisec").is_some();
                if self.millis {
                    self.send(&dialect.set_option("usemillisec", Some("true")))?;
                }
            }
            Dialect::Uci => {}
        }
        for (name, value) in self.launch.options.clone() {
            // Fairy-Stockfish keeps most UCI names in UCCI, with underscores.
            let spellings = [dialect.option_name(&name), name.replace(' ', "_"), name.clone()];
            match spellings.iter().find_map(|name| self.offers(name)).map(str::to_owned) {
                Some(known) => self.set_option(&known, &value)?,
                None => self.notes.push(format!("{} has no option {name}", self.launch.name)),
            }
        }
        Ok(())
    }

    /// The engine's spelling of an option, if it has it.
    fn offers(&self, name: &str) -> Option<&str> {
        self.offered.iter().map(|option| option.name.as_str()).find(|known| known.eq_ignore_ascii_case(name))
    }

    fn send(&mut self, line: &str) -> Result<(), ClientError> {
        self.process.send(line).map_err(|_| self.gone())
    }

    fn receive(
        &mut self,
        deadline: Instant,
        expected: &'static str,
        began: Instant,
    ) -> Result<Line, ClientError> {
        match self.process.receive(deadline) {
            Ok(line) => Ok(line),
            Err(Silence::Timeout) => Err(silent(expected, began)),
            Err(Silence::Closed) => Err(self.gone()),
        }
    }

    fn gone(&mut self) -> ClientError {
        ClientError::Gone {
            status: self.process.exit_status(STATUS_TIME),
            last_words: self.process.last_words(),
        }
    }
}

fn silent(expected: &'static str, began: Instant) -> ClientError {
    ClientError::Silent { expected, waited: began.elapsed() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_is_named() {
        let launch = Launch::new("Ghost", "./no-such-engine");
        let error = Engine::start(&launch, Duration::from_secs(1), None).err().map(|e| e.to_string());
        assert!(error.is_some_and(|text| text.contains("./no-such-engine")));
    }
}
