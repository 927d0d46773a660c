//! Everything that defines a match, as it is kept in the log.

use std::path::PathBuf;
use std::time::Duration;

use chuhe_movegen::rules::RuleSet;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::adjudicate::Adjudication;
use super::game::Conditions;
use super::openings::Source;
use super::referee::Arbiter;
use super::schedule::Format;
use super::spec::Player;
use super::stats::Sprt;
use crate::client::Traffic;

/// A match or tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// Name of the event in game files and reports.
    pub event: String,
    /// Who plays whom.
    pub format: Format,
    /// The engines, in seeding order.
    pub players: Vec<Player>,
    /// Games an encounter.
    pub games: u32,
    /// Cycles of a round robin or gauntlet; rounds of a Swiss.
    pub rounds: Option<u32>,
    /// Games at the same time.
    pub concurrency: usize,
    /// Start positions.
    pub openings: Source,
    /// Rule set of the referee, by name.
    #[serde(with = "rule_name")]
    pub rules: RuleSet,
    /// Natural limit in rounds, 0 for none, in place of the rule set's own.
    pub natural_limit: Option<u16>,
    /// Early ends.
    pub adjudication: Adjudication,
    /// Forgiven overstep of a time limit.
    #[serde(rename = "margin_ms", with = "super::millis")]
    pub margin: Duration,
    /// Longest search without a time limit.
    #[serde(rename = "hang_ms", with = "super::millis")]
    pub hang_time: Duration,
    /// Time for an engine to start.
    #[serde(rename = "start_ms", with = "super::millis")]
    pub start_time: Duration,
    /// Sequential test between two engines.
    pub sprt: Option<Sprt>,
    /// Files to write.
    pub outputs: Outputs,
}

/// Files that a match writes, besides its log.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args, Serialize, Deserialize)]
pub struct Outputs {
    /// Write the games as PGN
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write the summary as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write a report for a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

impl Config {
    /// What holds for every game.
    #[must_use]
    pub fn conditions(&self, traffic: Option<Traffic>) -> Conditions {
        Conditions {
            arbiter: Arbiter::new(self.rules, self.natural_limit),
            adjudication: self.adjudication,
            margin: self.margin,
            hang_time: self.hang_time,
            start_time: self.start_time,
            traffic,
        }
    }

    /// Names of the players in seeding order.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.players.iter().map(|player| player.launch.name.as_str()).collect()
    }
}

/// Rule sets go by name in files.
mod rule_name {
    use chuhe_movegen::rules::RuleSet;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(rules: &RuleSet, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(rules.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<RuleSet, D::Error> {
        String::deserialize(input)?.parse().map_err(D::Error::custom)
    }
}
