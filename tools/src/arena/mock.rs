//! A random mover that can misbehave: engines to test the arena with (`arena mock MODE`).

use std::io::{self, BufRead, Write};
use std::thread;
use std::time::Duration;

use chuhe_movegen::Game;

/// What is wrong with the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Mode {
    /// Nothing: legal moves at random.
    Random,
    /// Never answers, but hears `stop`.
    Staller,
    /// Never answers, nor leaves.
    Deaf,
    /// Dies when asked for a move.
    Crasher,
    /// Plays an illegal move.
    Illegal,
    /// Takes long and says it took no time.
    Liar,
    /// Writes lines without end while it thinks, and answers late.
    Flood,
    /// Needs long to start.
    SlowStart,
    /// Answers with something that is no move.
    Garbage,
    /// Claims that there is no move.
    NoMove,
    /// Answers every question twice.
    Twice,
    /// Gives up.
    Resigner,
    /// Offers a draw with every move.
    Drawer,
    /// Gives up at random, the sooner the further its number is from the best.
    Tunable,
}

/// The number that every mock of UCI offers, as the table of the search knows it; a `tunable` one heeds it.
const NUMBER: &str = "option name lmr_base type spin default 500 min -500 max 2000";
/// Its value at the start.
const NUMBER_DEFAULT: f64 = 500.0;
/// The value with which a `tunable` mock never gives up.
pub const NUMBER_BEST: f64 = 1000.0;
/// So far from the best, a `tunable` mock gives up at once.
const NUMBER_REACH: f64 = 1500.0;

/// How the mock engine behaves.
#[derive(Debug, Clone, clap::Args)]
pub struct MockArgs {
    /// What is wrong with it.
    #[arg(value_enum)]
    pub mode: Mode,
    /// Speak UCCI.
    #[arg(long)]
    pub ucci: bool,
    /// Seed of the random moves.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Moves played well before it misbehaves.
    #[arg(long, default_value_t = 0)]
    pub after: u32,
    /// How long it misbehaves, or a good move takes, in milliseconds.
    #[arg(long, default_value_t = 0)]
    pub delay: u64,
}

/// Runs the mock engine on standard input and output until `quit`.
///
/// # Errors
/// Those of the streams.
pub fn run(args: &MockArgs) -> io::Result<()> {
    let mut mock = Mock {
        args: args.clone(),
        rng: fastrand::Rng::with_seed(args.seed),
        game: Game::new(chuhe_movegen::Board::start()),
        moves: 0,
        number: NUMBER_DEFAULT,
        out: io::stdout(),
    };
    if args.mode == Mode::SlowStart {
        thread::sleep(Duration::from_millis(args.delay));
    }
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !mock.hear(line.trim())? {
            return Ok(());
        }
    }
    // A deaf engine does not notice that nobody is there any more.
    if args.mode == Mode::Deaf {
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
    Ok(())
}

struct Mock {
    args: MockArgs,
    rng: fastrand::Rng,
    game: Game,
    moves: u32,
    /// The value of its option.
    number: f64,
    out: io::Stdout,
}

impl Mock {
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// False when it is to leave.
    fn hear(&mut self, line: &str) -> io::Result<bool> {
        match line.split_whitespace().next() {
            Some("uci" | "ucci") => {
                self.say("id name Mock")?;
                if self.args.ucci {
                    self.say("option usemillisec type check default false\nucciok")?;
                } else {
                    self.say(&format!("{NUMBER}\nuciok"))?;
                }
            }
            Some("isready") => self.say("readyok")?,
            Some("setoption") => {
                let value = line.rsplit_once(" value ").and_then(|(_, value)| value.parse().ok());
                self.number = value.unwrap_or(self.number);
            }
            Some("position") => self.set(line),
            Some("go") => self.go()?,
            Some("stop" | "ponderhit") if self.args.mode == Mode::Staller => self.answer("")?,
            Some("quit") if self.args.mode != Mode::Deaf => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    fn set(&mut self, line: &str) {
        let rest = line.trim_start_matches("position").trim_start_matches(" fen").trim();
        let (fen, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
        if let Ok(mut game) = Game::from_fen(fen) {
            moves.split_whitespace().filter_map(|mv| mv.parse().ok()).for_each(|mv| {
                let _ = game.play(mv);
            });
            self.game = game;
        }
    }

    fn go(&mut self) -> io::Result<()> {
        self.moves += 1;
        let delay = Duration::from_millis(self.args.delay);
        if self.moves <= self.args.after {
            return self.answer("");
        }
        match self.args.mode {
            Mode::Random | Mode::SlowStart => {
                thread::sleep(if self.args.mode == Mode::Random { delay } else { Duration::ZERO });
                self.answer("")
            }
            Mode::Staller | Mode::Deaf => Ok(()),
            Mode::Crasher => {
                eprintln!("mock: crashing as told");
                std::process::exit(3);
            }
            Mode::Illegal => self.say("bestmove a0a9"),
            Mode::Liar => {
                thread::sleep(delay);
                self.say("info depth 30 score cp 10 nodes 1 time 0 pv h2e2")?;
                self.answer("")
            }
            Mode::Flood => {
                let end = std::time::Instant::now() + delay;
                while std::time::Instant::now() < end {
                    self.say("info depth 1 score cp 0 nodes 1 pv h2e2")?;
                }
                self.answer("")
            }
            Mode::Garbage => self.say("bestmove castle"),
            Mode::NoMove => self.say(if self.args.ucci { "nobestmove" } else { "bestmove (none)" }),
            Mode::Twice => {
                self.answer("")?;
                self.answer("")
            }
            Mode::Resigner => self.answer(" resign"),
            Mode::Drawer => self.answer(" draw"),
            Mode::Tunable => {
                let chance = (self.number - NUMBER_BEST).abs() / NUMBER_REACH;
                let suffix = if self.rng.f64() < chance { " resign" } else { "" };
                self.answer(suffix)
            }
        }
    }

    fn answer(&mut self, suffix: &str) -> io::Result<()> {
        let moves = self.game.board().legal_moves();
        let moves = moves.as_slice();
        if moves.is_empty() {
            return self.say(if self.args.ucci { "nobestmove" } else { "bestmove (none)" });
        }
        let mv = moves[self.rng.usize(0..moves.len())];
        self.say(&format!("info depth 1 score cp 0 nodes 1 time {} pv {mv}", self.args.delay))?;
        self.say(&format!("bestmove {mv}{suffix}"))
    }
}
