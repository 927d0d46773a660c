//! `go`: all the limits of both protocols, in any order and together.

use std::time::Duration;

use chuhe_movegen::Color;
use chuhe_search::Clock;
use vampirc_uci::{UciSearchControl, UciTimeControl};

use super::{Command, Console, Dialect, Protocol, ProtocolError, excerpt, uci};

/// What `go` asks for. Several limits hold together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// Think on the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The opponent offers a draw (UCCI).
    pub draw: bool,
    /// Search until `stop`.
    pub infinite: bool,
    /// Plies. 0 asks UCCI engines for the static evaluation.
    pub depth: Option<u8>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Moves to the mate looked for.
    pub mate: Option<u8>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// UCI's clock of Red ("white").
    pub red: SideClock,
    /// UCI's clock of Black.
    pub black: SideClock,
    /// UCCI's clock of the side to move.
    pub own: SideClock,
    /// UCCI's clock of the other side.
    pub opponent: SideClock,
    /// Moves of the side to move until the next time control.
    pub moves_to_go: Option<u16>,
    /// Only these root moves.
    pub search_moves: Vec<String>,
    /// What could not be read; the rest holds all the same.
    pub faults: Vec<ProtocolError>,
}

/// One side's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    /// Time left.
    pub time: Option<Duration>,
    /// Gained with each move.
    pub increment: Option<Duration>,
}

impl Go {
    /// Whether any limit ends the search by itself.
    pub fn is_bounded(&self) -> bool {
        let clock = self.clock(Color::Red).or(self.clock(Color::Black));
        !self.infinite
            && (self.depth.is_some()
                || self.nodes.is_some()
                || self.mate.is_some()
                || self.movetime.is_some()
                || clock.is_some())
    }

    /// The clock of the side to move. Where a GUI sends only the other side's time, that is taken.
    pub fn clock(&self, side: Color) -> Option<Clock> {
        let (uci, other) = match side {
            Color::Red => (self.red, self.black),
            Color::Black => (self.black, self.red),
        };
        let time = self.own.time.or(uci.time).or(other.time).or(self.opponent.time)?;
        let increment = self.own.increment.or(uci.increment);
        Some(Clock {
            time,
            increment: increment.unwrap_or_default(),
            moves_to_go: self.moves_to_go.or(self.whole_time_for_one_move()),
        })
    }

    /// UCCI's `go time T` with neither increment nor move count gives T to this one move, as
    /// the protocol's reference engine has it.
    fn whole_time_for_one_move(&self) -> Option<u16> {
        (self.own.time.is_some() && self.own.increment.is_none()).then_some(1)
    }
}

/// The largest numbers that `vampirc-uci` reads.
const MAX_BYTE: i128 = 255;
const MAX_TWELVE_DIGITS: i128 = 999_999_999_999;
/// The longest time in milliseconds: a thousand years and more, and far from any overflow.
const MAX_TIME: i128 = MAX_TWELVE_DIGITS;

/// Reads what follows `go`. It never fails as a whole, because every `go` must be answered with a move:
/// what cannot be read goes to [`Go::faults`], and a number that is missing counts as 1.
pub fn parse(rest: &str, dialect: Dialect) -> Command {
    let mut reader = Reader {
        words: rest.split_whitespace().peekable(),
        go: Go::default(),
        shared: String::from("go"),
        perft: None,
        unit: if dialect.milliseconds || dialect.protocol == Protocol::Uci { 1 } else { 1000 },
    };
    while let Some(word) = reader.words.next() {
        reader.read(word);
    }
    if let Some(depth) = reader.perft {
        return Command::Console(Console::Perft(depth));
    }
    reader.merge_shared();
    Command::Go(Box::new(reader.go))
}

struct Reader<'a> {
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
    go: Go,
    /// The words for `vampirc-uci`, numbers made safe.
    shared: String,
    perft: Option<u8>,
    /// Milliseconds in a unit of UCCI time.
    unit: i128,
}

impl Reader<'_> {
    fn read(&mut self, word: &str) {
        match word.to_ascii_lowercase().as_str() {
            "ponder" => self.go.ponder = true,
            "draw" => self.go.draw = true,
            "infinite" => self.go.infinite = true,
            "searchmoves" => self.read_moves(),
            "perft" => self.perft = Some(self.number("perft", MAX_BYTE) as u8),
            "movetime" => self.go.movetime = Some(self.time("movetime", 1)),
            "time" => self.go.own.time = Some(self.time("time", self.unit)),
            "increment" => self.go.own.increment = Some(self.time("increment", self.unit)),
            "opptime" => self.go.opponent.time = Some(self.time("opptime", self.unit)),
            "oppincrement" => {
                self.go.opponent.increment = Some(self.time("oppincrement", self.unit));
            }
            "oppmovestogo" => _ = self.number("oppmovestogo", MAX_BYTE),
            "depth" => self.share("depth", MAX_BYTE),
            "mate" => self.share("mate", MAX_BYTE),
            "movestogo" => self.share("movestogo", MAX_BYTE),
            "nodes" => self.share("nodes", MAX_TWELVE_DIGITS),
            "wtime" => self.share("wtime", MAX_TIME),
            "btime" => self.share("btime", MAX_TIME),
            "winc" => self.share("winc", MAX_TIME),
            "binc" => self.share("binc", MAX_TIME),
            _ => self.go.faults.push(ProtocolError::Unknown(excerpt(word))),
        }
    }

    /// Takes the moves behind `searchmoves`: the words that hold a digit, as no word of `go` does.
    fn read_moves(&mut self) {
        while let Some(mv) = self.words.next_if(|w| !is_number(w) && w.contains(|c: char| c.is_ascii_digit()))
        {
            self.go.search_moves.push(mv.to_owned());
        }
    }

    fn share(&mut self, word: &'static str, max: i128) {
        let number = self.number(word, max);
        self.shared.push_str(&format!(" {word} {number}"));
    }

    fn time(&mut self, word: &'static str, unit: i128) -> Duration {
        let units = self.number(word, MAX_TIME / unit);
        Duration::from_millis((units * unit) as u64)
    }

    /// The number behind `word`, between 0 and `max`; 1 if there is none. A word that is no number stays for the next round.
    fn number(&mut self, word: &'static str, max: i128) -> i128 {
        let Some(text) = self.words.next_if(|text| is_number(text)) else {
            let found = excerpt(self.words.peek().copied().unwrap_or_default());
            self.go.faults.push(ProtocolError::NeedsNumber { word, found });
            return 1;
        };
        // Only too many digits can fail here.
        let beyond = if text.starts_with('-') { 0 } else { max };
        text.parse::<i128>().unwrap_or(beyond).clamp(0, max)
    }

    /// Has the shared words typed by `vampirc-uci` and takes over what it found.
    fn merge_shared(&mut self) {
        if self.shared == "go" {
            return;
        }
        match uci::parse_go(&self.shared) {
            Ok((time, search)) => {
                time.into_iter().for_each(|time| self.take_clocks(time));
                search.into_iter().for_each(|search| self.take_limits(&search));
            }
            Err(fault) => self.go.faults.push(fault),
        }
    }

    fn take_clocks(&mut self, time: UciTimeControl) {
        let UciTimeControl::TimeLeft {
            white_time,
            black_time,
            white_increment,
            black_increment,
            moves_to_go,
        } = time
        else {
            return;
        };
        let std = |time: Option<vampirc_uci::Duration>| time.and_then(|time| time.to_std().ok());
        self.go.red = SideClock { time: std(white_time), increment: std(white_increment) };
        self.go.black = SideClock { time: std(black_time), increment: std(black_increment) };
        // Some GUIs send 0 for "no such control".
        self.go.moves_to_go = moves_to_go.filter(|&moves| moves > 0).map(u16::from);
    }

    fn take_limits(&mut self, search: &UciSearchControl) {
        self.go.depth = search.depth;
        self.go.nodes = search.nodes;
        self.go.mate = search.mate;
    }
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
