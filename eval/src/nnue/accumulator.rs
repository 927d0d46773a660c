//! The first layer's output along the search path, updated move by move and only when asked for.

use std::sync::Arc;

use chuhe_movegen::{Board, Color, Move, Piece, PieceKind};

use super::arch::MAX_ACTIVE;
use super::features::View;
use super::network::Network;
use super::simd::{Block, Kernels};

/// What a move changed.
#[derive(Clone, Copy, Debug)]
struct Change {
    mv: Move,
    moved: Piece,
    captured: Option<Piece>,
}

/// One position of the path.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The move that led here; `None` at the root.
    change: Option<Change>,
    /// How each side sees the board.
    views: [View; 2],
    /// Whether each side's accumulator is up to date.
    ready: [bool; 2],
}

/// A stack of accumulators, one a position of the path from the root.
pub struct Accumulators {
    network: Arc<Network>,
    kernels: &'static Kernels,
    entries: Vec<Entry>,
    /// For each entry, Red's accumulator, then Black's.
    values: Vec<Block>,
}

impl Accumulators {
    /// A stack that holds `board` alone.
    pub fn new(network: Arc<Network>, board: &Board) -> Accumulators {
        Accumulators::with_kernels(network, board, Kernels::detected())
    }

    /// The same, computed by given kernels.
    pub fn with_kernels(network: Arc<Network>, board: &Board, kernels: &'static Kernels) -> Accumulators {
        let mut stack = Accumulators { network, kernels, entries: Vec::new(), values: Vec::new() };
        stack.reset(board);
        stack
    }

    /// Starts over from `board`.
    pub fn reset(&mut self, board: &Board) {
        let buckets = self.network.arch().king_buckets;
        let views = Color::ALL.map(|color| View::of(board, color, buckets));
        self.entries.clear();
        self.entries.push(Entry { change: None, views, ready: [false; 2] });
        self.reserve();
        // At once, whether the root is evaluated or not: every other entry is computed from it.
        Color::ALL.into_iter().for_each(|color| self.refresh(board, color));
    }

    /// A move was made.
    #[inline]
    pub fn push(&mut self, mv: Move, moved: Piece, captured: Option<Piece>) {
        let mut views = self.top().views;
        if moved.kind() == PieceKind::King {
            let color = moved.color();
            views[color.index()] = View::new(color, mv.to(), self.network.arch().king_buckets);
        }
        self.entries.push(Entry { change: Some(Change { mv, moved, captured }), views, ready: [false; 2] });
        self.reserve();
    }

    /// The last move was taken back.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.entries.len() > 1, "no move to take back");
        self.entries.pop();
    }

    /// The value of `board`, the position on top, for its side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        for color in Color::ALL {
            self.bring_up(board, color);
        }
        let top = self.entries.len() - 1;
        let us = board.side_to_move();
        let (own, other) = (self.value(top, us), self.value(top, !us));
        self.network.output(self.kernels, own, other, board.occupied().len())
    }

    fn top(&self) -> &Entry {
        &self.entries[self.entries.len() - 1]
    }

    /// Makes room for the top entry's values.
    #[inline]
    fn reserve(&mut self) {
        let needed = self.entries.len() * 2 * self.network.blocks();
        if self.values.len() < needed {
            self.values.resize(2 * needed, Block::ZERO);
        }
    }

    /// Where `color`'s accumulator of an entry starts in `values`.
    #[inline]
    fn offset(&self, entry: usize, color: Color) -> usize {
        (2 * entry + color.index()) * self.network.blocks()
    }

    #[inline]
    fn value(&self, entry: usize, color: Color) -> &[Block] {
        &self.values[self.offset(entry, color)..][..self.network.blocks()]
    }

    /// Brings `color`'s accumulator on top up to date: move by move from the nearest one that is, or
    /// afresh where its view changed on the way.
    #[inline]
    fn bring_up(&mut self, board: &Board, color: Color) {
        let side = color.index();
        let top = self.entries.len() - 1;
        let view = self.entries[top].views[side];
        let mut base = top;
        while !self.entries[base].ready[side] {
            if base == 0 || self.entries[base - 1].views[side] != view {
                return self.refresh(board, color);
            }
            base -= 1;
        }
        for entry in base + 1..=top {
            self.update(entry, color);
        }
    }

    /// Computes an accumulator from that of the entry before it.
    #[inline]
    fn update(&mut self, entry: usize, color: Color) {
        let Entry { change, views, .. } = self.entries[entry];
        let Some(Change { mv, moved, captured }) = change else { return };
        let view = views[color.index()];
        let network = &*self.network;
        let blocks = network.blocks();
        let (before, after) = self.values.split_at_mut(2 * entry * blocks);
        let source = &before[before.len() - (2 - color.index()) * blocks..][..blocks];
        let target = &mut after[color.index() * blocks..][..blocks];
        let add = network.row(view.row(moved, mv.to()));
        let sub = network.row(view.row(moved, mv.from()));
        match captured {
            None => self.kernels.update(target, source, add, sub),
            Some(piece) => {
                self.kernels.update_capture(target, source, add, sub, network.row(view.row(piece, mv.to())))
            }
        }
        self.entries[entry].ready[color.index()] = true;
    }

    /// Computes the accumulator on top from the pieces on the board.
    fn refresh(&mut self, board: &Board, color: Color) {
        let top = self.entries.len() - 1;
        let view = self.entries[top].views[color.index()];
        let mut rows = [0; MAX_ACTIVE];
        let mut count = 0;
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                rows[count] = view.row(piece, square);
                count += 1;
            }
        }
        let start = self.offset(top, color);
        let network = &*self.network;
        let target = &mut self.values[start..][..network.blocks()];
        self.kernels.refresh(target, network.hidden_bias(), network.rows(), &rows[..count]);
        self.entries[top].ready[color.index()] = true;
    }
}
