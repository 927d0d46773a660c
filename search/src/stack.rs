//! Per-ply state of one thread's search, and the principal variations that it collects.

use std::ops::{Index, IndexMut};

use chuhe_movegen::Move;

use crate::history::{CONTINUATIONS, PieceTo};
use crate::score::{MAX_PLY, NONE, Value};

/// Entries before the root, so that plies back from the root need no test.
const MARGIN: usize = 7;

/// What a node leaves for its neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The move made from this node, as a history key.
    pub(crate) piece_to: PieceTo,
    /// The move made from this node; `None` for a null move.
    pub(crate) mv: Option<Move>,
    /// Whether that move captured.
    pub(crate) capture: bool,
    /// Corrected static evaluation; `NONE` in check.
    pub(crate) static_eval: Value,
    /// A move left out of the search of this node (singular extension).
    pub(crate) excluded: Option<Move>,
    /// Plies by which the move made from this node was reduced.
    pub(crate) reduction: i32,
    /// Cut-offs among the children of this node's parent's other moves.
    pub(crate) cutoffs: i32,
    /// Whether the node is or was on a principal variation.
    pub(crate) tt_pv: bool,
    /// Double extensions on the path to this node.
    pub(crate) double_extensions: i32,
}

impl Entry {
    const EMPTY: Entry = Entry {
        piece_to: PieceTo::NONE,
        mv: None,
        capture: false,
        static_eval: NONE,
        excluded: None,
        reduction: 0,
        cutoffs: 0,
        tt_pv: false,
        double_extensions: 0,
    };
}

/// The entries of a path, by ply.
pub(crate) struct Stack(Box<[Entry]>);

impl Stack {
    pub(crate) fn new() -> Stack {
        Stack(vec![Entry::EMPTY; MARGIN + MAX_PLY + 4].into_boxed_slice())
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(Entry::EMPTY);
    }

    /// The entry `back` plies before `ply`, which may lie before the root.
    #[inline]
    pub(crate) fn before(&self, ply: usize, back: usize) -> &Entry {
        &self.0[ply + MARGIN - back]
    }

    /// The moves that the continuation histories of a node are conditioned on.
    #[inline]
    pub(crate) fn continuations(&self, ply: usize) -> [PieceTo; CONTINUATIONS.len()] {
        CONTINUATIONS.map(|(back, _)| self.before(ply, back).piece_to)
    }
}

impl Index<usize> for Stack {
    type Output = Entry;

    #[inline]
    fn index(&self, ply: usize) -> &Entry {
        &self.0[ply + MARGIN]
    }
}

impl IndexMut<usize> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Entry {
        &mut self.0[ply + MARGIN]
    }
}

/// The best line found below each ply.
pub(crate) struct PvTable(Box<[Vec<Move>]>);

impl PvTable {
    pub(crate) fn new() -> PvTable {
        PvTable(vec![Vec::new(); MAX_PLY + 2].into_boxed_slice())
    }

    /// Forgets the line at `ply`.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The line at `ply` becomes `mv` and the line found after it.
    pub(crate) fn extend(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.0.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// The line at `ply`.
    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}
