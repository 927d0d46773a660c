//! The one face of both evaluations that the search sees.

use std::sync::Arc;

use chuhe_movegen::{Board, Move, Piece};

use crate::bootstrap;
use crate::nnue::{Accumulators, Network};

/// No evaluation exceeds this, so that mate scores can lie beyond it.
pub const EVAL_MAX: i32 = 20_000;

/// Plies without a capture after which an advantage counts half: it leads nowhere if the game is
/// drawn at the natural limit (120 plies in most rule sets).
const HALF_AT_CLOCK: i32 = 120;

/// Evaluates the positions of one search thread. It follows the search by [`push`](Self::push) and
/// [`pop`](Self::pop), so that the network can be updated move by move.
#[derive(Default)]
pub struct Evaluator {
    /// `None`: the bootstrap evaluation is used.
    accumulators: Option<Accumulators>,
}

impl Evaluator {
    /// Evaluates by `network`, or by the bootstrap evaluation without one. It stands at the start
    /// position until [`reset`](Self::reset).
    pub fn new(network: Option<Arc<Network>>) -> Evaluator {
        Evaluator { accumulators: network.map(|network| Accumulators::new(network, &Board::start())) }
    }

    /// Starts over from `board`; every later [`push`](Self::push) counts from here.
    pub fn reset(&mut self, board: &Board) {
        if let Some(accumulators) = &mut self.accumulators {
            accumulators.reset(board);
        }
    }

    /// A move was made: `moved` went from its origin to its target and took `captured`. Null moves
    /// change no piece and are not pushed.
    #[inline]
    pub fn push(&mut self, mv: Move, moved: Piece, captured: Option<Piece>) {
        if let Some(accumulators) = &mut self.accumulators {
            accumulators.push(mv, moved, captured);
        }
    }

    /// The last pushed move was taken back.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(accumulators) = &mut self.accumulators {
            accumulators.pop();
        }
    }

    /// The value of `board`, which must be the position that the pushes led to, for the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        let value = match &mut self.accumulators {
            Some(accumulators) => accumulators.evaluate(board),
            None => bootstrap::evaluate(board),
        };
        damp(value, board.clock()).clamp(-EVAL_MAX, EVAL_MAX)
    }
}

/// Draws `value` towards zero as the plies since the last capture (`clock`) go by.
fn damp(value: i32, clock: u16) -> i32 {
    value - value * i32::from(clock).min(HALF_AT_CLOCK) / (2 * HALF_AT_CLOCK)
}
