//! What a score means: internal values, and the form in which they leave the search.
//!
//! Internal values are on the evaluation's own scale (about centipawns) and split the range of an `i32` into
//! bands, from the middle outwards:
//!
//! | band | meaning |
//! | --- | --- |
//! | `0 ..= EVAL_LIMIT` | evaluations and everything derived from them |
//! | `RULE_BOUND ..= RULE_WIN` | won because the other side breaks a repetition rule; depends on the path, never proved |
//! | `MATE_BOUND ..= MATE` | mate (stalemate counts as mate), `MATE - v` plies away |
//!
//! Keeping victories by rule below every mate makes false mates impossible: a side that can repeat, even
//! wrongly, always has a score better than being mated, so such a line can never be announced as a mate.

use chuhe_eval::wdl;
use chuhe_movegen::Board;

/// An internal score, from the view of the side to move.
pub type Value = i32;

/// The deepest ply that the search visits.
pub const MAX_PLY: usize = 240;
/// Mate at the node itself is `-MATE`; a mate found `n` plies below scores `MATE - n`.
pub const MATE: Value = 32_000;
/// The smallest value that means mate.
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// A win by the repetition rules at the node itself.
pub const RULE_WIN: Value = 25_000;
/// The smallest value that means a win by rule.
pub const RULE_BOUND: Value = RULE_WIN - MAX_PLY as Value;
/// Static evaluations are kept within this bound on either side.
pub const EVAL_LIMIT: Value = 20_000;
/// Larger than every value.
pub const INFINITE: Value = MATE + 1;
/// Marks a value that does not exist, as the static evaluation of a side in check.
pub const NONE: Value = MATE + 2;

/// The value of being mated `ply` plies below the root.
#[inline]
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// The value of giving mate `ply` plies below the root.
#[inline]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Whether the value is a mate for either side.
#[inline]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// Whether the value is a victory of either side, by mate or by rule.
#[inline]
pub const fn is_decisive(value: Value) -> bool {
    value.abs() >= RULE_BOUND
}

/// Whether the value rests on a repetition rule, and so on the path that led to the node.
#[inline]
pub const fn is_by_rule(value: Value) -> bool {
    is_decisive(value) && !is_mate(value)
}

/// Whether the value is a win for the side to move.
#[inline]
pub const fn is_win(value: Value) -> bool {
    value >= RULE_BOUND
}

/// Whether the value is a loss for the side to move.
#[inline]
pub const fn is_loss(value: Value) -> bool {
    value <= -RULE_BOUND
}

/// A score as a GUI shows it, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns, normalised so that 100 are an even chance of winning.
    Cp(i32),
    /// Moves (not plies) to mate; negative when the side to move is mated, 0 when it is mated already.
    Mate(i32),
}

impl Score {
    /// Converts an internal value.
    pub fn from_value(value: Value) -> Score {
        if value >= MATE_BOUND {
            Score::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_BOUND {
            Score::Mate(-(MATE + value) / 2)
        } else {
            Score::Cp(wdl::to_cp(value))
        }
    }
}

/// How a reported score relates to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// Win, draw and loss chances in permille for any value, decisive ones included.
pub fn win_draw_loss(value: Value, board: &Board) -> [u16; 3] {
    if is_win(value) {
        [1000, 0, 0]
    } else if is_loss(value) {
        [0, 0, 1000]
    } else {
        wdl::wdl(value, board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_do_not_overlap() {
        const { assert!(EVAL_LIMIT < RULE_BOUND && RULE_WIN < MATE_BOUND && MATE < INFINITE) };
        assert!(
            is_by_rule(RULE_WIN) && is_by_rule(-RULE_BOUND) && !is_by_rule(MATE) && !is_by_rule(EVAL_LIMIT)
        );
    }

    #[test]
    fn mates_count_moves() {
        for (value, moves) in [
            (mate_in(1), 1),
            (mate_in(3), 2),
            (mate_in(2), 1),
            (mated_in(0), 0),
            (mated_in(2), -1),
            (mated_in(4), -2),
        ] {
            assert_eq!(Score::from_value(value), Score::Mate(moves), "{value}");
        }
    }
}
