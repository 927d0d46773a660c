//! 杀: mate by consecutive checks (1999 28.2).

use crate::mate::{self, Answer, Limits};
use crate::{Board, Move};

/// Checks in a row up to which a kill threat is looked for.
const LONGEST_KILL: u8 = 8;
/// Checks in a row that are looked at when a mate would refute an exchange or a sacrifice.
const LONGEST_REFUTATION: u8 = 4;
/// Positions after which the solver gives up. A cap must not make an accusation: it then counts as no kill.
const NODE_CAP: u64 = 100_000;

/// The mate by consecutive checks that the side to move has, if there is one.
pub(super) fn kill(board: &Board) -> Option<Vec<Move>> {
    by_checks(board, LONGEST_KILL)
}

/// Whether the side to move can answer what was just played with a mate by a few checks.
pub(super) fn is_refuted(board: &Board) -> bool {
    by_checks(board, LONGEST_REFUTATION).is_some()
}

fn by_checks(board: &Board, moves: u8) -> Option<Vec<Move>> {
    match mate::solve(board, Limits { moves, nodes: NODE_CAP, checks_only: true }) {
        Answer::Mate(line) => Some(line),
        Answer::NoMate | Answer::Unknown => None,
    }
}
