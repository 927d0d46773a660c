//! Time controls and the clocks that keep them.
//!
//! A control is a row of stages, `moves/seconds+increment` each, separated by colons: `10+0.1` (base and increment),
//! `300` (sudden death), `40/5400+0` (a session of 40 moves, repeated), `40/5400:10/900` (90 minutes for 40 moves, then
//! 15 minutes for every 10). The last stage repeats if it counts moves.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::client::{ClockView, Go};

/// Part of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stage {
    /// Moves that must be made in it; `None`: the rest of the game.
    pub moves: Option<u32>,
    /// Time that it adds to the clock.
    pub time: Duration,
    /// Added after each move of it.
    pub increment: Duration,
}

/// A time control: at least one stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl(Vec<Stage>);

/// A time control that makes no sense.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("time control `{text}`: {reason} (examples: 10+0.1, 40/5400+0, 40/5400:10/900)")]
pub struct BadTimeControl {
    text: String,
    reason: &'static str,
}

impl TimeControl {
    /// Its stages.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.0
    }
}

impl std::str::FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = |reason| BadTimeControl { text: text.to_owned(), reason };
        let stages = text.split(':').map(stage).collect::<Result<Vec<_>, _>>().map_err(bad)?;
        let last = stages.len() - 1;
        if stages[..last].iter().any(|stage| stage.moves.is_none()) {
            return Err(bad("every stage but the last needs a number of moves"));
        }
        Ok(Self(stages))
    }
}

fn stage(text: &str) -> Result<Stage, &'static str> {
    let (moves, clock) = match text.split_once('/') {
        Some((moves, clock)) => {
            let moves = moves
                .parse()
                .ok()
                .filter(|&n| n > 0)
                .ok_or("the number of moves is not a positive number")?;
            (Some(moves), clock)
        }
        None => (None, text),
    };
    let (time, increment) = clock.split_once('+').unwrap_or((clock, "0"));
    let time = seconds(time).ok_or("the time is not a number of seconds")?;
    let increment = seconds(increment).ok_or("the increment is not a number of seconds")?;
    if time.is_zero() {
        return Err("no time at all");
    }
    Ok(Stage { moves, time, increment })
}

fn seconds(text: &str) -> Option<Duration> {
    text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, stage) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(":")?;
            }
            if let Some(moves) = stage.moves {
                write!(f, "{moves}/")?;
            }
            write!(f, "{}+{}", stage.time.as_secs_f64(), stage.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = BadTimeControl;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

/// How long an engine may think: everything given holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Time a move.
    #[serde(
        default,
        rename = "movetime_ms",
        with = "super::millis::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub movetime: Option<Duration>,
    /// Nodes a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl Limit {
    /// Whether nothing limits the engine.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.tc.as_ref().map(ToString::to_string),
            self.movetime.map(|time| format!("{} ms a move", time.as_millis())),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&if parts.is_empty() { "no limit".to_owned() } else { parts.join(", ") })
    }
}

/// The clock of one player in one game.
#[derive(Debug, Clone)]
pub struct Clock {
    limit: Limit,
    left: Duration,
    stage: usize,
    moves_in_stage: u32,
}

impl Clock {
    /// A clock at the start of a game.
    #[must_use]
    pub fn new(limit: &Limit) -> Self {
        let left = limit.tc.as_ref().map_or(Duration::ZERO, |tc| tc.0[0].time);
        Self { limit: limit.clone(), left, stage: 0, moves_in_stage: 0 }
    }

    /// Time that may be used for the next move, if time is limited at all.
    #[must_use]
    pub fn allowance(&self) -> Option<Duration> {
        match (&self.limit.tc, self.limit.movetime) {
            (Some(_), Some(movetime)) => Some(movetime.min(self.left)),
            (Some(_), None) => Some(self.left),
            (None, movetime) => movetime,
        }
    }

    /// Takes the time of a move off the clock; false if it was more than there was, `margin` forgiven.
    #[must_use]
    pub fn spend(&mut self, used: Duration, margin: Duration) -> bool {
        if self.allowance().is_some_and(|allowed| used > allowed + margin) {
            return false;
        }
        let Some(tc) = &self.limit.tc else { return true };
        let stage = tc.0[self.stage];
        self.left = self.left.saturating_sub(used) + stage.increment;
        self.moves_in_stage += 1;
        if stage.moves == Some(self.moves_in_stage) {
            self.stage = (self.stage + 1).min(tc.0.len() - 1);
            self.left += tc.0[self.stage].time;
            self.moves_in_stage = 0;
        }
        true
    }

    /// Time left on a clock with a time control.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.limit.tc.as_ref().map(|_| self.left)
    }

    fn view(&self) -> ClockView {
        let stage = self.limit.tc.as_ref().map(|tc| tc.0[self.stage]);
        ClockView {
            time: self.left,
            increment: stage.map_or(Duration::ZERO, |stage| stage.increment),
            moves_to_go: stage.and_then(|stage| stage.moves).map(|moves| moves - self.moves_in_stage),
        }
    }
}

/// The `go` command of the player whose clock is `own`; `clocks` are Red's and Black's.
#[must_use]
pub fn go_command(clocks: &[Clock; 2], own: &Clock, ponder: bool) -> Go {
    Go {
        ponder,
        // The opponent may play without a clock (odds): then its own is shown for both.
        clocks: own.limit.tc.is_some().then(|| {
            clocks.each_ref().map(|clock| if clock.limit.tc.is_some() { clock.view() } else { own.view() })
        }),
        movetime: own.limit.movetime,
        nodes: own.limit.nodes,
        depth: own.limit.depth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> Limit {
        Limit { tc: Some(text.parse().expect(text)), ..Limit::default() }
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn controls_are_read_and_written() {
        for text in ["10+0.1", "300+0", "40/5400+0", "40/5400+0:10/900+0", "40/60+1:20+2"] {
            let parsed: TimeControl = text.parse().expect(text);
            assert_eq!(parsed.to_string(), text);
        }
        assert_eq!("300".parse::<TimeControl>(), "300+0".parse());
        for text in ["", "x", "0", "-1", "10+x", "0/10", "10:20", "40/10:", "1e999", "nan", "10+-1"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn increments_come_after_the_move() {
        let mut clock = Clock::new(&control("10+2"));
        assert!(clock.spend(3 * SECOND, Duration::ZERO));
        assert_eq!(clock.left(), Some(9 * SECOND));
        assert!(!clock.spend(10 * SECOND, Duration::ZERO));
        assert!(clock.spend(10 * SECOND, SECOND), "within the margin");
        assert_eq!(clock.left(), Some(2 * SECOND));
    }

    #[test]
    fn rule_book_stages_follow_each_other_and_the_last_repeats() {
        let mut clock = Clock::new(&control("40/5400:10/900"));
        let clocks = [clock.clone(), clock.clone()];
        let go = go_command(&clocks, &clock, false);
        assert_eq!(go.clocks.map(|c| c[0].moves_to_go), Some(Some(40)));
        for _ in 0..40 {
            assert!(clock.spend(100 * SECOND, Duration::ZERO));
        }
        assert_eq!(clock.left(), Some((5400 - 4000 + 900) * SECOND));
        assert_eq!(clock.view().moves_to_go, Some(10));
        for _ in 0..10 {
            assert!(clock.spend(100 * SECOND, Duration::ZERO));
        }
        assert_eq!(clock.left(), Some((2300 - 1000 + 900) * SECOND));
        assert_eq!(clock.view().moves_to_go, Some(10));
    }

    #[test]
    fn limits_combine() {
        let limit = Limit { movetime: Some(SECOND), nodes: Some(5), ..control("3+0") };
        let mut clock = Clock::new(&limit);
        assert_eq!(clock.allowance(), Some(SECOND));
        assert!(!clock.spend(2 * SECOND, Duration::ZERO));
        for _ in 0..2 {
            assert!(clock.spend(SECOND, Duration::ZERO));
        }
        assert!(clock.spend(SECOND / 2, Duration::ZERO));
        assert_eq!(clock.allowance(), Some(SECOND / 2));
        let nodes = Clock::new(&Limit { nodes: Some(5), ..Limit::default() });
        assert_eq!(nodes.allowance(), None);
        assert_eq!(go_command(&[nodes.clone(), clock], &nodes, false).clocks, None);
    }
}
