//! The rules of repetition (棋例): rule sets as data, the search's quick judge, and the referee.
//!
//! Start reading at [`Rules`] (what a set may say), then [`Referee`] (how a game is judged by it). [`quick`] is the part of
//! the mechanism that the search calls at every node.

mod chase;
mod chinese;
mod counters;
mod history;
mod label;
mod labels;
mod league;
pub mod material;
pub mod quick;
mod referee;
mod runs;
mod set;
mod sets;
mod verdict;

pub use chinese::Labeller;
pub use label::{ChaseKind, Detail, Excuse, Ground, Label, PlyLabel, Refused};
pub use quick::Repetition;
pub use referee::Referee;
pub use set::{
    Articles, ChaseLaw, CheckCount, GainLaw, NaturalLimit, OpenRun, RuleSet, Rules, UnknownRuleSet, Weights,
};
pub use verdict::{Class, Cycle, Earlier, Outcome, PlyNote, Reason, SideRun, Verdict};

#[cfg(test)]
mod tests;
