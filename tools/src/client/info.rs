//! What an engine says about its search: our own reader of `info` and of the answer to `go`.

use std::time::Duration;

use chuhe_movegen::Move;
use serde::{Deserialize, Serialize};

use super::Dialect;

/// An engine's own view of a position, from the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns (in UCCI: hundredths of a minor piece, as sent).
    Cp(i32),
    /// Moves to mate; negative when the side to move is mated.
    Mate(i32),
}

/// Beyond any evaluation: what a mate counts in comparisons of scores.
const MATE_CP: i32 = 100_000;

impl Score {
    /// One scale for both kinds, mates beyond all centipawns and the shorter the further.
    #[must_use]
    pub fn as_cp(self) -> i32 {
        match self {
            Self::Cp(cp) => cp,
            Self::Mate(moves) if moves > 0 => MATE_CP - moves,
            Self::Mate(moves) => -MATE_CP - moves,
        }
    }
}

/// The last word of the search on each subject.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info {
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// Deepest line in plies.
    pub seldepth: Option<u32>,
    /// Score of the first line.
    pub score: Option<Score>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Nodes a second, as the engine reckons.
    pub nps: Option<u64>,
    /// Time used, as the engine reckons.
    pub time: Option<Duration>,
}

impl Info {
    /// Takes in one `info` line; unknown words are skipped, lines of further `multipv` lines change the counters alone.
    pub fn absorb(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace().skip(1).peekable();
        let mut seen = Self::default();
        let mut first_line = true;
        while let Some(word) = words.next() {
            match word {
                "depth" => seen.depth = number(words.next()),
                "seldepth" => seen.seldepth = number(words.next()),
                "multipv" => first_line = number(words.next()) == Some(1_u32),
                "nodes" => seen.nodes = number(words.next()),
                "nps" => seen.nps = number(words.next()),
                "time" => seen.time = number(words.next()).map(Duration::from_millis),
                "score" => {
                    seen.score = match words.next() {
                        Some("cp") => number(words.next()).map(Score::Cp),
                        Some("mate") => number(words.next()).map(Score::Mate),
                        bare => number(bare).map(Score::Cp),
                    }
                }
                // Free text and the line itself end what can be read.
                "string" | "message" | "pv" => break,
                _ => {}
            }
        }
        self.nodes = seen.nodes.or(self.nodes);
        self.nps = seen.nps.or(self.nps);
        self.time = seen.time.or(self.time);
        // A depth without a score is an announcement, not a result.
        if first_line && seen.score.is_some() {
            self.depth = seen.depth.or(self.depth);
            self.seldepth = seen.seldepth.or(self.seldepth);
            self.score = seen.score;
        }
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

/// What the engine chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// A move, legal or not.
    Move(Move),
    /// `bestmove (none)`, `nobestmove`.
    Nothing,
    /// Words that are no move at all.
    Unreadable(String),
}

/// The answer to `go`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub choice: Choice,
    /// The reply that it expects.
    pub ponder: Option<Move>,
    /// UCCI: offers or accepts a draw.
    pub draw: bool,
    /// UCCI: gives the game up.
    pub resign: bool,
}

impl Answer {
    /// Reads `bestmove ...` or `nobestmove`; `None` for any other line.
    #[must_use]
    pub fn parse(line: &str, dialect: Dialect) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        let choice = match words.next()? {
            "nobestmove" => Choice::Nothing,
            "bestmove" => match words.next() {
                None => Choice::Unreadable("bestmove without a move".to_owned()),
                Some("(none)" | "none" | "0000" | "null") => Choice::Nothing,
                Some(word) => {
                    dialect.read_move(word).map_or_else(|| Choice::Unreadable(word.to_owned()), Choice::Move)
                }
            },
            _ => return None,
        };
        let mut answer = Self { choice, ponder: None, draw: false, resign: false };
        while let Some(word) = words.next() {
            match word {
                "ponder" => answer.ponder = words.next().and_then(|w| dialect.read_move(w)),
                "draw" => answer.draw = true,
                "resign" => answer.resign = true,
                _ => {}
            }
        }
        Some(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines_of_both_protocols() {
        let mut info = Info::default();
        info.absorb("info depth 12 seldepth 20 multipv 1 score cp 35 lowerbound wdl 300 600 100 nodes 123 nps 1000 time 12 pv h2e2");
        assert_eq!(info.score, Some(Score::Cp(35)));
        assert_eq!((info.depth, info.seldepth, info.nodes), (Some(12), Some(20), Some(123)));
        info.absorb("info depth 13 multipv 2 score cp -700 nodes 150 pv a0a1");
        assert_eq!((info.depth, info.score, info.nodes), (Some(12), Some(Score::Cp(35)), Some(150)));
        info.absorb("info depth 14 currmove h2e2 currmovenumber 1");
        assert_eq!(info.depth, Some(12));
        info.absorb("info depth 5 score -48 pv h2e2");
        assert_eq!((info.depth, info.score), (Some(5), Some(Score::Cp(-48))));
        info.absorb("info depth 9 score mate -3 time 2000");
        assert_eq!((info.score, info.time), (Some(Score::Mate(-3)), Some(Duration::from_secs(2))));
        info.absorb("info string depth 99 score cp 1");
        info.absorb("info depth x score cp y nodes z");
        assert_eq!((info.depth, info.score, info.nodes), (Some(9), Some(Score::Mate(-3)), Some(150)));
    }

    #[test]
    fn mates_outweigh_centipawns() {
        assert!(Score::Mate(1).as_cp() > Score::Mate(5).as_cp());
        assert!(Score::Mate(90).as_cp() > Score::Cp(20_000).as_cp());
        assert!(Score::Mate(-1).as_cp() < Score::Mate(-5).as_cp());
        assert!(Score::Mate(0).as_cp() < Score::Cp(-20_000).as_cp());
    }

    #[test]
    fn answers() {
        let mv = |text: &str| Some(text.parse::<Move>().expect(text));
        let read = |line, dialect| Answer::parse(line, dialect).expect(line);
        let answer = read("bestmove h2e2 ponder h9g7", Dialect::Uci);
        assert_eq!(answer.choice, Choice::Move(mv("h2e2").unwrap()));
        assert_eq!(answer.ponder, mv("h9g7"));
        let answer = read("bestmove a10a9 ponder i1i2", Dialect::Fairy);
        assert_eq!(answer.choice, Choice::Move(mv("a9a8").unwrap()));
        assert_eq!(answer.ponder, mv("i0i1"));
        assert!(read("bestmove h2e2 draw", Dialect::Ucci).draw);
        assert!(read("bestmove h2e2 resign", Dialect::Ucci).resign);
        assert_eq!(read("nobestmove", Dialect::Ucci).choice, Choice::Nothing);
        assert_eq!(read("bestmove (none)", Dialect::Uci).choice, Choice::Nothing);
        assert_eq!(read("bestmove z9z9", Dialect::Uci).choice, Choice::Unreadable("z9z9".to_owned()));
        assert_eq!(Answer::parse("info depth 1", Dialect::Uci), None);
    }
}
