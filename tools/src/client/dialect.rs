//! The three dialects of engine protocol: how each writes moves, positions, options and limits.

use std::fmt::Write as _;
use std::time::Duration;

use chuhe_movegen::{Board, Color, Game, Move, Square};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A protocol as spoken by an engine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dialect {
    /// UCI with ICCS moves, ranks 0 to 9.
    #[default]
    #[serde(rename = "uci")]
    Uci,
    /// UCI as Fairy-Stockfish speaks it: `UCI_Variant xiangqi`, ranks 1 to 10.
    #[serde(rename = "uci-fairy")]
    Fairy,
    /// UCCI 3.0.
    #[serde(rename = "ucci")]
    Ucci,
}

/// A protocol name that we do not know.
#[derive(Debug, Error)]
#[error("unknown protocol `{0}`: uci, uci-fairy or ucci")]
pub struct UnknownDialect(String);

impl std::str::FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "uci" => Ok(Self::Uci),
            "uci-fairy" | "fairy" => Ok(Self::Fairy),
            "ucci" => Ok(Self::Ucci),
            other => Err(UnknownDialect(other.to_owned())),
        }
    }
}

/// The letters that a FEN uses for elephant and horse.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Letters {
    /// `n` and `b`, the common ones.
    #[default]
    Nb,
    /// `h` and `e`, as XBoard engines want them.
    He,
}

/// How much of the game a `position` command tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum History {
    /// The start position and all moves.
    Full,
    /// The position after the last capture and the moves since, as the UCCI text asks.
    Capture,
}

/// One side's clock, as told to an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockView {
    /// Time left.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// The limits of one search; all that are given hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Go {
    /// Think in the opponent's time.
    pub ponder: bool,
    /// Both clocks, Red's first.
    pub clocks: Option<[ClockView; 2]>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Nodes for this move.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

impl Dialect {
    /// The first words to the engine.
    #[must_use]
    pub fn greeting(self) -> &'static str {
        if self == Self::Ucci { "ucci" } else { "uci" }
    }

    /// What ends its introduction.
    #[must_use]
    pub fn greeted(self) -> &'static str {
        if self == Self::Ucci { "ucciok" } else { "uciok" }
    }

    /// How much history the protocol asks for.
    #[must_use]
    pub fn default_history(self) -> History {
        if self == Self::Ucci { History::Capture } else { History::Full }
    }

    /// The move in this dialect.
    #[must_use]
    pub fn write_move(self, mv: Move) -> String {
        if self != Self::Fairy {
            return mv.to_string();
        }
        let square = |s: Square| format!("{}{}", char::from(b'a' + s.file()), s.rank() + 1);
        square(mv.from()) + &square(mv.to())
    }

    /// Reads a move; `None` if the word is none.
    #[must_use]
    pub fn read_move(self, word: &str) -> Option<Move> {
        if self != Self::Fairy {
            return word.parse().ok();
        }
        let (from, rest) = fairy_square(word)?;
        let (to, rest) = fairy_square(rest)?;
        (rest.is_empty() && from != to).then(|| Move::new(from, to))
    }

    /// The command that sets an option; `None` as value presses a button.
    #[must_use]
    pub fn set_option(self, name: &str, value: Option<&str>) -> String {
        match (self, value) {
            (Self::Ucci, Some(value)) => format!("setoption {name} {value}"),
            (Self::Ucci, None) => format!("setoption {name}"),
            (_, Some(value)) => format!("setoption name {name} value {value}"),
            (_, None) => format!("setoption name {name}"),
        }
    }

    /// The name under which this dialect knows a UCI option.
    #[must_use]
    pub fn option_name(self, name: &str) -> String {
        if self != Self::Ucci {
            return name.to_owned();
        }
        let plain = name.to_ascii_lowercase().replace(' ', "_");
        match plain.as_str() {
            "hash" => "hashsize".to_owned(),
            "bookfile" => "bookfiles".to_owned(),
            "ownbook" => "usebook".to_owned(),
            _ => plain,
        }
    }

    /// The `position` command for a game and, when pondering, the move expected next.
    #[must_use]
    pub fn position(self, game: &Game, history: History, letters: Letters, expected: Option<Move>) -> String {
        let mut board = game.start().clone();
        let moves: Vec<Move> = game.moves().collect();
        let told = match history {
            History::Full => 0,
            History::Capture => {
                let last =
                    game.plies().iter().rposition(|ply| ply.captured().is_some()).map_or(0, |ply| ply + 1);
                for &mv in &moves[..last] {
                    board.make_move(mv);
                }
                last
            }
        };
        let mut command = format!("position fen {}", fen(&board, letters));
        let rest = moves[told..].iter().copied().chain(expected);
        for (index, mv) in rest.enumerate() {
            command.push_str(if index == 0 { " moves " } else { " " });
            command.push_str(&self.write_move(mv));
        }
        command
    }

    /// The `go` command for the side to move. `millis`: UCCI times in milliseconds (else in seconds).
    #[must_use]
    pub fn go(self, go: &Go, side: Color, millis: bool) -> String {
        if self == Self::Ucci { ucci_go(go, side, millis) } else { uci_go(go, side) }
    }
}

fn fairy_square(text: &str) -> Option<(Square, &str)> {
    let (file, rest) = text.split_at_checked(1)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (rank, rest) = rest.split_at(digits);
    let file = i8::try_from(file.as_bytes()[0]).ok()? - i8::try_from(b'a').ok()?;
    let rank: i8 = rank.parse().ok()?;
    Some((Square::try_new(file, rank.checked_sub(1)?)?, rest))
}

fn fen(board: &Board, letters: Letters) -> String {
    let fen = board.fen();
    match (letters, fen.split_once(' ')) {
        (Letters::He, Some((placement, rest))) => {
            let swapped: String = placement
                .chars()
                .map(|c| match c {
                    'n' => 'h',
                    'N' => 'H',
                    'b' => 'e',
                    'B' => 'E',
                    other => other,
                })
                .collect();
            format!("{swapped} {rest}")
        }
        _ => fen,
    }
}

fn uci_go(go: &Go, side: Color) -> String {
    let mut command = String::from(if go.ponder { "go ponder" } else { "go" });
    if let Some(clocks) = &go.clocks {
        let [red, black] = clocks;
        let _ = write!(
            command,
            " wtime {} btime {} winc {} binc {}",
            red.time.as_millis(),
            black.time.as_millis(),
            red.increment.as_millis(),
            black.increment.as_millis()
        );
        if let Some(moves) = clocks[side.index()].moves_to_go {
            let _ = write!(command, " movestogo {moves}");
        }
    }
    for (word, value) in
        [("movetime", go.movetime.map(millis_of)), ("nodes", go.nodes), ("depth", go.depth.map(u64::from))]
    {
        if let Some(value) = value {
            let _ = write!(command, " {word} {value}");
        }
    }
    if *go == (Go { ponder: go.ponder, ..Go::default() }) {
        command.push_str(" infinite");
    }
    command
}

/// UCCI knows one mode a search: nodes before depth before time.
fn ucci_go(go: &Go, side: Color, millis: bool) -> String {
    let unit = |time: Duration| if millis { millis_of(time) } else { time.as_secs() };
    let mut command = String::from(if go.ponder { "go ponder" } else { "go" });
    let _ = match (go.nodes, go.depth, go.movetime, &go.clocks) {
        (Some(nodes), ..) => write!(command, " nodes {nodes}"),
        (_, Some(depth), ..) => write!(command, " depth {depth}"),
        // A control of one move is how UCCI says `movetime`.
        (_, _, Some(time), _) => write!(command, " time {} movestogo 1", unit(time)),
        (_, _, _, Some(clocks)) => {
            for (prefix, clock) in [("", clocks[side.index()]), ("opp", clocks[(!side).index()])] {
                let (word, value) = match clock.moves_to_go {
                    Some(moves) => ("movestogo", u64::from(moves)),
                    None => ("increment", unit(clock.increment)),
                };
                let _ = write!(command, " {prefix}time {} {prefix}{word} {value}", unit(clock.time));
            }
            Ok(())
        }
        _ => write!(command, " infinite"),
    };
    command
}

fn millis_of(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time: u64, increment: u64, moves_to_go: Option<u32>) -> ClockView {
        ClockView {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
            moves_to_go,
        }
    }

    #[test]
    fn moves_round_trip() {
        for (iccs, fairy) in [("h2e2", "h3e3"), ("a0a1", "a1a2"), ("i9i8", "i10i9"), ("a9b9", "a10b10")] {
            let mv: Move = iccs.parse().expect(iccs);
            assert_eq!(Dialect::Fairy.write_move(mv), fairy);
            assert_eq!(Dialect::Fairy.read_move(fairy), Some(mv));
            assert_eq!(Dialect::Uci.read_move(iccs), Some(mv));
        }
        for junk in ["", "h3", "h3e", "h0e1", "h11e1", "j3a1", "h3e3q", "h3h3", "炮二平五", "h-1e3"] {
            assert_eq!(Dialect::Fairy.read_move(junk), None, "{junk}");
        }
    }

    #[test]
    fn limits_in_each_dialect() {
        let clocks = Some([clock(60_000, 500, None), clock(55_000, 250, Some(12))]);
        let timed = Go { clocks, ..Go::default() };
        assert_eq!(Dialect::Uci.go(&timed, Color::Red, true), "go wtime 60000 btime 55000 winc 500 binc 250");
        assert_eq!(
            Dialect::Uci.go(&timed, Color::Black, true),
            "go wtime 60000 btime 55000 winc 500 binc 250 movestogo 12"
        );
        assert_eq!(
            Dialect::Ucci.go(&timed, Color::Red, true),
            "go time 60000 increment 500 opptime 55000 oppmovestogo 12"
        );
        assert_eq!(
            Dialect::Ucci.go(&Go { ponder: true, ..timed }, Color::Black, false),
            "go ponder time 55 movestogo 12 opptime 60 oppincrement 0"
        );
        let nodes = Go { nodes: Some(2000), depth: Some(9), ..Go::default() };
        assert_eq!(Dialect::Fairy.go(&nodes, Color::Red, true), "go nodes 2000 depth 9");
        assert_eq!(Dialect::Ucci.go(&nodes, Color::Red, true), "go nodes 2000");
        let movetime = Go { movetime: Some(Duration::from_millis(50)), ..Go::default() };
        assert_eq!(Dialect::Ucci.go(&movetime, Color::Red, true), "go time 50 movestogo 1");
        assert_eq!(
            Dialect::Uci.go(&Go { ponder: true, ..Go::default() }, Color::Red, true),
            "go ponder infinite"
        );
    }

    #[test]
    fn positions() {
        let mut game = Game::new(Board::start());
        assert!(Dialect::Uci.position(&game, History::Full, Letters::Nb, None).ends_with("w - - 0 1"));
        for mv in ["h2h9", "i9h9", "b0c2"] {
            game.play(mv.parse().expect(mv)).expect(mv);
        }
        let full = Dialect::Fairy.position(&game, History::Full, Letters::He, "h9h0".parse().ok());
        assert!(full.contains("fen rheakaehr/") && full.ends_with("moves h3h10 i10h10 b1c3 h10h1"), "{full}");
        let short = Dialect::Ucci.position(&game, History::Capture, Letters::Nb, None);
        assert!(short.ends_with(" moves b0c2") && short.contains("rnbakabr1/"), "{short}");
    }

    #[test]
    fn options() {
        assert_eq!(Dialect::Uci.set_option("Hash", Some("64")), "setoption name Hash value 64");
        assert_eq!(
            Dialect::Ucci.set_option(&Dialect::Ucci.option_name("Hash"), Some("64")),
            "setoption hashsize 64"
        );
        assert_eq!(Dialect::Ucci.set_option("newgame", None), "setoption newgame");
    }
}
