//! How much of the clock a move may use.

use std::time::Duration;

use crate::params;
use crate::request::Request;
use crate::score::Value;

/// The time that is kept on the clock whatever happens.
const RESERVE: Duration = Duration::from_millis(1);
/// Moves assumed to be left when the clock has no control to come.
const HORIZON: u32 = 40;

/// Bounds on the time of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeManager {
    /// Time after which no new iteration starts, before it is scaled by what the search finds.
    pub(crate) soft: Option<Duration>,
    /// Time after which the search stops wherever it is.
    pub(crate) hard: Option<Duration>,
}

/// What the finished iterations say about how hard the move is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difficulty {
    /// Iterations in a row with the same best move.
    pub(crate) stability: u32,
    /// Share of all nodes that went into the best move, 0 to 1.
    pub(crate) best_share: f64,
    /// By how much the score fell since the last search's and the last iterations', in internal units.
    pub(crate) falling: Value,
}

impl TimeManager {
    pub(crate) fn new(request: &Request) -> TimeManager {
        let overhead = request.options.move_overhead;
        let movetime = request.limits.movetime.map(|time| time.saturating_sub(overhead).max(RESERVE));
        let Some(clock) = request.limits.clock else {
            return TimeManager { soft: None, hard: movetime };
        };
        let usable = clock.time.saturating_sub(overhead).max(RESERVE);
        let increment = clock.increment.mul_f64(f64::from(params::time_increment()) / 100.0);
        let share = match clock.moves_to_go {
            Some(moves) => usable / u32::from(moves.clamp(1, HORIZON as u16)),
            None => usable.mul_f64(f64::from(params::time_share()) / 10_000.0),
        };
        /// The most of the clock that a single move may use.
        const MOST: f64 = 0.7;
        let last_before_control = clock.moves_to_go == Some(1);
        let most = if last_before_control { usable.mul_f64(0.9) } else { usable.mul_f64(MOST) };
        let soft = (share + increment).min(most);
        let hard = soft.mul_f64(f64::from(params::time_hard()) / 100.0).min(most);
        TimeManager { soft: Some(soft), hard: Some(movetime.map_or(hard, |time| time.min(hard))) }
    }

    /// The soft bound for a move of this difficulty.
    pub(crate) fn scaled(&self, difficulty: Difficulty) -> Option<Duration> {
        let stability = 1.35 - 0.07 * f64::from(difficulty.stability.min(10));
        let effort = 1.9 - 1.3 * difficulty.best_share;
        let falling = (1.0 + f64::from(difficulty.falling) / 80.0).clamp(0.7, 1.7);
        let soft = self.soft?.mul_f64(stability * effort * falling);
        Some(self.hard.map_or(soft, |hard| soft.min(hard)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Clock, Limits};
    use chuhe_movegen::{Board, Game};
    use proptest::prelude::*;

    fn managed(clock: Option<Clock>, movetime: Option<u64>, overhead: u64) -> TimeManager {
        let limits = Limits { clock, movetime: movetime.map(Duration::from_millis), ..Limits::default() };
        let mut request = Request::new(Game::new(Board::start()), limits);
        request.options.move_overhead = Duration::from_millis(overhead);
        TimeManager::new(&request)
    }

    #[test]
    fn no_clock_no_bound() {
        assert_eq!(managed(None, None, 10), TimeManager::default());
        assert_eq!(managed(None, Some(100), 10).hard, Some(Duration::from_millis(90)));
    }

    proptest! {
        #[test]
        fn bounds_leave_the_overhead_on_the_clock(time in 0u64..10_000_000, increment in 0u64..60_000, moves in prop::option::of(0u16..100), overhead in 0u64..500, movetime in prop::option::of(1u64..100_000)) {
            let clock = Clock { time: Duration::from_millis(time), increment: Duration::from_millis(increment), moves_to_go: moves };
            let bounds = managed(Some(clock), movetime, overhead);
            let (soft, hard) = (bounds.soft.unwrap(), bounds.hard.unwrap());
            let left = Duration::from_millis(time.saturating_sub(overhead)).max(RESERVE);
            prop_assert!(soft <= left && hard <= left);
            if let Some(most) = movetime {
                prop_assert!(hard <= Duration::from_millis(most).max(RESERVE));
            }
            let hardest = Difficulty { stability: 0, best_share: 0.0, falling: 1000 };
            prop_assert!(bounds.scaled(hardest).unwrap() <= hard);
        }
    }
}
