//! One game as a file gives it.

use std::fmt;
use std::str::FromStr;

use chuhe_movegen::Board;

use crate::tree::Tree;

/// Who won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// Red won: `1-0`.
    Red,
    /// Black won: `0-1`.
    Black,
    /// A draw: `1/2-1/2`.
    Draw,
    /// Not finished, or not said: `*`.
    #[default]
    Unknown,
}

impl Outcome {
    /// As PGN writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Red => "1-0",
            Outcome::Black => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is none of the results that files use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a result (1-0, 0-1, 1/2-1/2 or *)")]
pub struct NotAResult;

impl FromStr for Outcome {
    type Err = NotAResult;

    /// Reads PGN's results and the words of Chinese files (红胜, 先负, 和棋, ...).
    fn from_str(text: &str) -> Result<Outcome, NotAResult> {
        match text.trim() {
            "1-0" | "红胜" | "紅勝" | "红方胜" | "紅方勝" | "先胜" | "先勝" | "黑负" | "黑方负" => {
                Ok(Outcome::Red)
            }
            "0-1" | "黑胜" | "黑勝" | "黑方胜" | "黑方勝" | "先负" | "先負" | "红负" | "红方负" => {
                Ok(Outcome::Black)
            }
            "1/2-1/2" | "1/2" | "0.5-0.5" | "和" | "和棋" | "和局" | "先和" | "双方和棋" => {
                Ok(Outcome::Draw)
            }
            "*" | "" | "未知" | "不明" => Ok(Outcome::Unknown),
            _ => Err(NotAResult),
        }
    }
}

/// Facts about a game by name, in the order of the file. Names are those of PGN wherever it has
/// one (`Event`, `Site`, `Date`, `Red`, `RedTeam`, `Opening`, ...).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The most tags a game keeps; those of real files are some twenty.
    pub const MAX: usize = 1000;

    /// Sets a tag, in its place if it is there already. Beyond [`Tags::MAX`], new ones are passed over.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter().position(|(known, _)| known == name) {
            Some(at) => self.0[at].1 = value.into(),
            None if self.0.len() < Tags::MAX => self.0.push((name.to_string(), value.into())),
            None => {}
        }
    }

    /// Sets a tag unless the value is blank; white space around the value goes.
    pub fn set_text(&mut self, name: &str, value: &str) {
        let value = value.trim_matches(|c: char| c.is_whitespace() || c.is_control());
        if !value.is_empty() {
            self.set(name, value);
        }
    }

    /// Takes a tag away.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1)
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A game: where it starts, what was played, what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The position before the first move.
    pub start: Board,
    /// Facts about the game; the start position and the result are not among them.
    pub tags: Tags,
    /// Moves, variations and comments; every move is legal.
    pub tree: Tree,
    /// Who won.
    pub result: Outcome,
}

impl GameRecord {
    /// A game from `start` without moves yet.
    pub fn new(start: Board) -> GameRecord {
        GameRecord { start, tags: Tags::default(), tree: Tree::default(), result: Outcome::Unknown }
    }
}

impl Default for GameRecord {
    /// From the position in which games start.
    fn default() -> GameRecord {
        GameRecord::new(Board::start())
    }
}
