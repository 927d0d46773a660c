//! Correction history: how far search results have lain from the static evaluation in positions that share
//! a feature, added to the evaluation of the next such position.

use chuhe_movegen::{Board, Color};

use crate::history::{PIECE_TOS, PieceTo, pull, zeros};
use crate::params;
use crate::score::{EVAL_LIMIT, Value};

/// Slots of each table (a power of two).
const SLOTS: usize = 16_384;
/// Limit of an entry.
const LIMIT: i32 = 1024;
/// What an entry at its limit, with a weight of 1024, adds in internal units is `LIMIT * 1024 / SCALE` = 64.
const SCALE: i32 = 16_384;
/// Largest bonus of one update.
const BONUS_MAX: i32 = LIMIT / 4;

type BySlot = [[i16; SLOTS]; 2];

/// The tables of one thread, each by the side to move.
pub(crate) struct Corrections {
    pawn: Box<BySlot>,
    minor: Box<BySlot>,
    nonpawn: [Box<BySlot>; 2],
    continuation: Box<[[i16; PIECE_TOS]]>,
}

/// The moves that a continuation correction is keyed by.
pub(crate) type LastMoves = [PieceTo; 2];

fn by_slot() -> Box<BySlot> {
    zeros::<i16, SLOTS>(2).try_into().unwrap_or_else(|_| unreachable!("two rows were asked for"))
}

fn slot(key: u64) -> usize {
    key as usize % SLOTS
}

impl Corrections {
    pub(crate) fn new() -> Corrections {
        Corrections {
            pawn: by_slot(),
            minor: by_slot(),
            nonpawn: [by_slot(), by_slot()],
            continuation: zeros(PIECE_TOS),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for table in [&mut self.pawn, &mut self.minor].into_iter().chain(&mut self.nonpawn) {
            table.as_flattened_mut().fill(0);
        }
        self.continuation.as_flattened_mut().fill(0);
    }

    /// What to add to the static evaluation, in internal units.
    pub(crate) fn value(&self, board: &Board, last: LastMoves) -> Value {
        let stm = board.side_to_move().index();
        let at = |table: &BySlot, key| i32::from(table[stm][slot(key)]);
        let sum = params::correction_pawn() * at(&self.pawn, board.pawn_key())
            + params::correction_minor() * at(&self.minor, board.minor_key())
            + params::correction_nonpawn()
                * Color::ALL
                    .into_iter()
                    .map(|color| at(&self.nonpawn[color.index()], board.nonpawn_key(color)))
                    .sum::<i32>()
            + params::correction_continuation()
                * i32::from(self.continuation[last[1].index()][last[0].index()]);
        sum / SCALE
    }

    /// Learns that a search to `depth` found `error` more than the static evaluation.
    pub(crate) fn update(&mut self, board: &Board, last: LastMoves, error: Value, depth: i32) {
        let stm = board.side_to_move().index();
        let bonus = (error * depth / 8).clamp(-BONUS_MAX, BONUS_MAX);
        pull(&mut self.pawn[stm][slot(board.pawn_key())], bonus, LIMIT);
        pull(&mut self.minor[stm][slot(board.minor_key())], bonus, LIMIT);
        for color in Color::ALL {
            pull(&mut self.nonpawn[color.index()][stm][slot(board.nonpawn_key(color))], bonus, LIMIT);
        }
        if last[0] != PieceTo::NONE {
            pull(&mut self.continuation[last[1].index()][last[0].index()], bonus, LIMIT);
        }
    }
}

/// Adds a correction and keeps the result an evaluation.
pub(crate) fn corrected(eval: Value, correction: Value) -> Value {
    (eval + correction).clamp(-EVAL_LIMIT, EVAL_LIMIT)
}
