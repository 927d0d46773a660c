//! Who plays whom: the formats of a tournament as sources of encounters.
//!
//! A schedule hands out batches; a batch is played to its end before the next is asked for, so that the later rounds of
//! a Swiss or knockout tournament can depend on it. Given the same results it gives the same encounters, which is what
//! lets an interrupted tournament go on.

mod knockout;
mod round_robin;
mod swiss;

use serde::{Deserialize, Serialize};

pub use knockout::Knockout;
pub use round_robin::{Gauntlet, RoundRobin, berger_round};
pub use swiss::Swiss;

/// Games between the same two in one round. The first has Red in its games 0, 2, 4 ...
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encounter {
    /// Round, from 1.
    pub round: u32,
    /// Player who begins with Red.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Number of games.
    pub games: u32,
}

/// A finished encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// What was played.
    pub encounter: Encounter,
    /// Half points of the first and of the second.
    pub half_points: [u32; 2],
    /// Games won by each.
    pub wins: [u32; 2],
}

/// A player who had no opponent in a round: the points of a full win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bye {
    /// Round, from 1.
    pub round: u32,
    /// Who.
    pub player: usize,
}

/// What is to be played next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// Encounters that may be played at the same time; none: the tournament is over.
    pub encounters: Vec<Encounter>,
    /// Players left over in these rounds.
    pub byes: Vec<Bye>,
}

/// A tournament format.
pub trait Schedule: Send {
    /// The next batch, given everything played so far.
    fn next(&mut self, played: &[Played]) -> Batch;
}

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two engines.
    Match,
    /// The first against each of the others.
    Gauntlet,
    /// Everyone against everyone, by the rule book's pairing table.
    RoundRobin,
    /// 积分编排: opponents of like score, nobody twice.
    Swiss,
    /// Who loses an encounter is out.
    Knockout,
}

impl Format {
    /// The schedule of `players` (numbered in seeding order) with so many games an encounter. `rounds`: how often the
    /// whole is repeated, or the number of Swiss rounds.
    #[must_use]
    pub fn schedule(self, players: usize, games: u32, rounds: Option<u32>) -> Box<dyn Schedule> {
        match self {
            Self::Match | Self::Gauntlet => Box::new(Gauntlet::new(players, games, rounds.unwrap_or(1))),
            Self::RoundRobin => Box::new(RoundRobin::new(players, games, rounds.unwrap_or(1))),
            Self::Swiss => Box::new(Swiss::new(players, games, rounds)),
            Self::Knockout => Box::new(Knockout::new(players, games)),
        }
    }
}
