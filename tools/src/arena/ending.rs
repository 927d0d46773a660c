//! How games end, and the record of a finished game.

use std::fmt;

use chuhe_movegen::Color;
use serde::{Deserialize, Serialize};

use crate::client::Score;

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Red wins.
    #[serde(rename = "1-0")]
    RedWins,
    /// Black wins.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Nobody wins.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// The game was broken off and does not count.
    #[serde(rename = "*")]
    Unfinished,
}

impl Outcome {
    /// The result in which this side loses.
    #[must_use]
    pub fn loss_of(side: Color) -> Self {
        match side {
            Color::Red => Self::BlackWins,
            Color::Black => Self::RedWins,
        }
    }

    /// Red's half points: 2, 1 or 0; `None` for an unfinished game.
    #[must_use]
    pub fn red_half_points(self) -> Option<u32> {
        match self {
            Self::RedWins => Some(2),
            Self::Draw => Some(1),
            Self::BlackWins => Some(0),
            Self::Unfinished => None,
        }
    }

    /// As written in game files.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::RedWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }
}

/// The class of an ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// 将死.
    Checkmate,
    /// 困毙: no legal move, which loses.
    Stalemate,
    /// 长将 by one side.
    PerpetualCheck,
    /// 长杀 by one side.
    PerpetualKill,
    /// 长捉 by one side.
    PerpetualChase,
    /// 长打 of mixed kinds by one side.
    PerpetualAttack,
    /// Both sides check on every move.
    MutualPerpetualCheck,
    /// Both sides attack on every move.
    MutualPerpetualAttack,
    /// A repetition that both sides may keep up.
    Repetition,
    /// Too many moves without a capture.
    NaturalLimit,
    /// Neither side can win.
    InsufficientMaterial,
    /// Both engines call the game lost for one of them.
    ResignAdjudication,
    /// Both engines call the game drawn.
    DrawAdjudication,
    /// The match's cap on game length.
    LengthCap,
    /// An engine gave up.
    Resignation,
    /// Both engines offered a draw.
    Agreement,
    /// An engine's move was illegal.
    IllegalMove,
    /// An engine's time ran out.
    Time,
    /// An engine did not answer at all.
    Hang,
    /// An engine's process ended.
    Crash,
    /// An engine's answer was no move.
    ProtocolError,
    /// The match was stopped.
    Aborted,
}

impl Class {
    /// Whether an engine is to blame beyond bad play.
    #[must_use]
    pub fn is_fault(self) -> bool {
        matches!(self, Self::IllegalMove | Self::Time | Self::Hang | Self::Crash | Self::ProtocolError)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualKill => "perpetual kill",
            Self::PerpetualChase => "perpetual chase",
            Self::PerpetualAttack => "perpetual attack",
            Self::MutualPerpetualCheck => "mutual perpetual check",
            Self::MutualPerpetualAttack => "mutual perpetual attack",
            Self::Repetition => "repetition",
            Self::NaturalLimit => "natural limit",
            Self::InsufficientMaterial => "insufficient material",
            Self::ResignAdjudication => "adjudicated win",
            Self::DrawAdjudication => "adjudicated draw",
            Self::LengthCap => "length cap",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::IllegalMove => "illegal move",
            Self::Time => "time",
            Self::Hang => "hang",
            Self::Crash => "crash",
            Self::ProtocolError => "protocol error",
            Self::Aborted => "aborted",
        };
        f.write_str(text)
    }
}

/// Result and class of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Who won.
    #[serde(rename = "result")]
    pub outcome: Outcome,
    /// Why.
    pub class: Class,
    /// In words, where there is more to say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

impl Ending {
    /// This side loses.
    #[must_use]
    pub fn loss(side: Color, class: Class, detail: impl Into<String>) -> Self {
        Self { outcome: Outcome::loss_of(side), class, detail: detail.into() }
    }

    /// A draw.
    #[must_use]
    pub fn draw(class: Class, detail: impl Into<String>) -> Self {
        Self { outcome: Outcome::Draw, class, detail: detail.into() }
    }

    /// A game broken off.
    #[must_use]
    pub fn aborted() -> Self {
        Self { outcome: Outcome::Unfinished, class: Class::Aborted, detail: String::new() }
    }
}

/// One move of a finished game, with what the engine said about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlyRecord {
    /// The move, ICCS.
    #[serde(rename = "move")]
    pub mv: String,
    /// Wall time used, in milliseconds, from before the command was written until the answer had been read.
    pub ms: f64,
    /// Wall time beyond what the engine reported, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<f64>,
    /// The engine's score, from its own side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Depth reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds left on the clock after the move, where there is a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<f64>,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number of the game in the match, from 0.
    pub id: u32,
    /// Number of the encounter (games between the same two in one round) it belongs to.
    pub encounter: u32,
    /// Round, from 1.
    pub round: u32,
    /// Red's name.
    pub red: String,
    /// Black's name.
    pub black: String,
    /// Start position.
    pub fen: String,
    /// The moves.
    pub plies: Vec<PlyRecord>,
    /// How it ended.
    #[serde(flatten)]
    pub ending: Ending,
    /// When it began: seconds since 1970.
    pub began: u64,
    /// Wall time of all moves together, in milliseconds.
    pub wall_ms: f64,
    /// Part of it in which no engine was thinking, in milliseconds.
    pub overhead_ms: f64,
    /// What was odd and cost nobody the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}
