//! What earlier nodes taught about moves: the history tables that order, prune and reduce.
//!
//! Every table holds small signed numbers that are pulled towards a limit ("gravity"): the closer an entry is to
//! its limit, the less a further bonus moves it.

use chuhe_movegen::{Color, Move, Piece, PieceKind, Square};

/// Limit of butterfly, low-ply and pawn-structure entries.
const QUIET_LIMIT: i32 = 8192;
/// Limit of capture entries.
const CAPTURE_LIMIT: i32 = 10_692;
/// Limit of continuation entries.
const CONTINUATION_LIMIT: i32 = 16_384;
/// Plies from the root with a butterfly table of their own.
pub(crate) const LOW_PLIES: usize = 5;
/// Pawn structures told apart (a power of two).
const PAWN_SLOTS: usize = 1024;
/// Values of [`PieceTo`], the null move included.
pub(crate) const PIECE_TOS: usize = 14 * Square::NUM + 1;
/// Values of a move's raw code.
const MOVE_CODES: usize = 1 << 14;

/// How many plies back a continuation table looks, and the weight of its updates in 128ths.
pub(crate) const CONTINUATIONS: [(usize, i32); 5] = [(1, 128), (2, 100), (3, 48), (4, 72), (6, 56)];

/// A piece and the square it moved to: what the history of a later move is conditioned on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// No move: a null move, or before the game began.
    pub(crate) const NONE: PieceTo = PieceTo((PIECE_TOS - 1) as u16);

    #[inline]
    pub(crate) fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.index() * Square::NUM + to.index()) as u16)
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Moves `entry` by `bonus`, the less the nearer it is to `limit`.
#[inline]
pub(crate) fn pull(entry: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / limit) as i16;
}

type ByPieceTo = [i16; PIECE_TOS];

/// The tables of one thread.
pub(crate) struct Histories {
    butterfly: Box<[[i16; MOVE_CODES]; 2]>,
    low_ply: Box<[[i16; MOVE_CODES]]>,
    capture: Box<[[i16; PieceKind::NUM]; PIECE_TOS]>,
    continuation: Box<[ByPieceTo]>,
    pawn: Box<[ByPieceTo]>,
}

/// A boxed array of zeros built on the heap.
pub(crate) fn zeros<T: Copy + Default, const ROW: usize>(rows: usize) -> Box<[[T; ROW]]> {
    vec![[T::default(); ROW]; rows].into_boxed_slice()
}

fn fixed<T: Copy + Default, const ROW: usize, const ROWS: usize>() -> Box<[[T; ROW]; ROWS]> {
    zeros::<T, ROW>(ROWS).try_into().unwrap_or_else(|_| unreachable!("the slice was made with ROWS rows"))
}

/// What identifies a quiet move for the tables.
#[derive(Clone, Copy)]
pub(crate) struct QuietKey<'a> {
    pub(crate) color: Color,
    pub(crate) mv: Move,
    pub(crate) piece_to: PieceTo,
    pub(crate) pawn_key: u64,
    /// The moves 1, 2, 3, 4 and 6 plies before.
    pub(crate) before: &'a [PieceTo; CONTINUATIONS.len()],
}

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            butterfly: fixed(),
            low_ply: zeros(LOW_PLIES),
            capture: fixed(),
            continuation: zeros(PIECE_TOS),
            pawn: zeros(PAWN_SLOTS),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.butterfly.as_flattened_mut().fill(0);
        self.low_ply.as_flattened_mut().fill(0);
        self.capture.as_flattened_mut().fill(0);
        self.continuation.as_flattened_mut().fill(0);
        self.pawn.as_flattened_mut().fill(0);
    }

    /// Prepares for a new search: old quiet statistics count less, those near the root not at all.
    pub(crate) fn age(&mut self) {
        for entry in self.butterfly.as_flattened_mut() {
            *entry = (i32::from(*entry) * 3 / 4) as i16;
        }
        self.low_ply.as_flattened_mut().fill(0);
    }

    /// Score of a capture.
    #[inline]
    pub(crate) fn capture(&self, piece_to: PieceTo, victim: PieceKind) -> i32 {
        i32::from(self.capture[piece_to.index()][victim.index()])
    }

    /// Score of a quiet move for pruning and reductions: butterfly and the last two continuations.
    #[inline]
    pub(crate) fn quiet(&self, key: &QuietKey) -> i32 {
        let to = key.piece_to.index();
        i32::from(self.butterfly[key.color.index()][usize::from(key.mv.raw())])
            + i32::from(self.pawn[pawn_slot(key.pawn_key)][to])
            + i32::from(self.continuation[key.before[0].index()][to])
            + i32::from(self.continuation[key.before[1].index()][to])
    }

    /// Score of a quiet move for ordering.
    #[inline]
    pub(crate) fn quiet_order(&self, key: &QuietKey, ply: usize) -> i32 {
        let (code, to) = (usize::from(key.mv.raw()), key.piece_to.index());
        let followed: i32 =
            key.before.iter().map(|before| i32::from(self.continuation[before.index()][to])).sum();
        let low = if ply < LOW_PLIES { 8 * i32::from(self.low_ply[ply][code]) / (1 + ply as i32) } else { 0 };
        2 * i32::from(self.butterfly[key.color.index()][code])
            + 2 * i32::from(self.pawn[pawn_slot(key.pawn_key)][to])
            + followed
            + low
    }

    /// The last continuation alone: what the table says of a quiet evasion.
    pub(crate) fn evasion_order(&self, key: &QuietKey) -> i32 {
        i32::from(self.butterfly[key.color.index()][usize::from(key.mv.raw())])
            + i32::from(self.continuation[key.before[0].index()][key.piece_to.index()])
    }

    /// Rewards or punishes a quiet move in every table.
    pub(crate) fn update_quiet(&mut self, key: &QuietKey, ply: usize, bonus: i32) {
        let code = usize::from(key.mv.raw());
        pull(&mut self.butterfly[key.color.index()][code], bonus, QUIET_LIMIT);
        if ply < LOW_PLIES {
            pull(&mut self.low_ply[ply][code], bonus, QUIET_LIMIT);
        }
        pull(&mut self.pawn[pawn_slot(key.pawn_key)][key.piece_to.index()], bonus, QUIET_LIMIT);
        self.update_continuations(key.before, key.piece_to, bonus);
    }

    /// Rewards or punishes a quiet move in the butterfly table alone.
    pub(crate) fn update_butterfly(&mut self, color: Color, mv: Move, bonus: i32) {
        pull(&mut self.butterfly[color.index()][usize::from(mv.raw())], bonus, QUIET_LIMIT);
    }

    /// Rewards or punishes a move as the continuation of those before it.
    pub(crate) fn update_continuations(
        &mut self,
        before: &[PieceTo; CONTINUATIONS.len()],
        piece_to: PieceTo,
        bonus: i32,
    ) {
        for (before, (_, weight)) in before.iter().zip(CONTINUATIONS) {
            if *before != PieceTo::NONE {
                pull(
                    &mut self.continuation[before.index()][piece_to.index()],
                    bonus * weight / 128,
                    CONTINUATION_LIMIT,
                );
            }
        }
    }

    /// Rewards or punishes a capture.
    pub(crate) fn update_capture(&mut self, piece_to: PieceTo, victim: PieceKind, bonus: i32) {
        pull(&mut self.capture[piece_to.index()][victim.index()], bonus, CAPTURE_LIMIT);
    }
}

#[inline]
fn pawn_slot(key: u64) -> usize {
    key as usize % PAWN_SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn entries_stay_within_their_limit(start in -8192i16..=8192, bonuses in prop::collection::vec(-20000i32..=20000, 1..50)) {
            let mut entry = start;
            for bonus in bonuses {
                pull(&mut entry, bonus, QUIET_LIMIT);
                prop_assert!(i32::from(entry).abs() <= QUIET_LIMIT);
            }
        }
    }
}
