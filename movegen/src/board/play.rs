//! Making and taking back moves.

use super::{Board, Keys, zobrist};
use crate::{Bitboard, Move, Piece, PieceKind};

/// What [`Board::make_move`] cannot recompute, to be given to [`Board::undo_move`].
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The piece captured.
    pub captured: Option<Piece>,
    keys: Keys,
    clock: u16,
}

/// The move is not legal in the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is not legal in {fen}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The position.
    pub fen: String,
}

impl Board {
    /// Plays a move that must be at least pseudo-legal; checked only in debug builds.
    #[inline]
    pub fn make_move(&mut self, mv: Move) -> Undo {
        debug_assert!(self.is_pseudo_legal(mv), "{mv} in {}", self.fen());
        let (from, to) = (mv.from(), mv.to());
        let captured = self.squares[to.index()];
        let undo = Undo { captured, keys: self.keys, clock: self.clock };
        let Some(piece) = self.squares[from.index()] else { return undo };
        self.clock += 1;
        if let Some(victim) = captured {
            self.kinds[victim.kind().index()].remove(to);
            self.colors[victim.color().index()].remove(to);
            self.keys.toggle(victim, to);
            self.clock = 0;
        }
        self.relocate(piece, mv);
        self.keys.toggle(piece, from);
        self.keys.toggle(piece, to);
        self.pass();
        undo
    }

    /// Takes back `mv`, the last move made, with what making it returned.
    #[inline]
    pub fn undo_move(&mut self, mv: Move, undo: &Undo) {
        let Some(piece) = self.squares[mv.to().index()] else { return };
        self.unpass();
        self.relocate(piece, Move::new(mv.to(), mv.from()));
        if let Some(victim) = undo.captured {
            self.squares[mv.to().index()] = Some(victim);
            self.kinds[victim.kind().index()].insert(mv.to());
            self.colors[victim.color().index()].insert(mv.to());
        }
        self.keys = undo.keys;
        self.clock = undo.clock;
    }

    /// Moves a piece on the board, keys aside.
    #[inline]
    fn relocate(&mut self, piece: Piece, mv: Move) {
        let change = Bitboard::from(mv.from()) | mv.to().into();
        self.squares[mv.from().index()] = None;
        self.squares[mv.to().index()] = Some(piece);
        self.kinds[piece.kind().index()] ^= change;
        self.colors[piece.color().index()] ^= change;
        if piece.kind() == PieceKind::King {
            self.kings[piece.color().index()] = mv.to();
        }
    }

    #[inline]
    fn pass(&mut self) {
        self.fullmove = self.fullmove.saturating_add(self.side.index() as u16);
        self.side = !self.side;
        self.keys.toggle_side();
    }

    #[inline]
    fn unpass(&mut self) {
        self.side = !self.side;
        self.fullmove -= self.side.index() as u16;
    }

    /// Gives the move to the other side; not in check.
    #[inline]
    pub fn make_null(&mut self) -> Undo {
        let undo = Undo { captured: None, keys: self.keys, clock: self.clock };
        self.clock += 1;
        self.pass();
        undo
    }

    /// Takes back a null move.
    #[inline]
    pub fn undo_null(&mut self, undo: &Undo) {
        self.unpass();
        self.keys = undo.keys;
        self.clock = undo.clock;
    }

    /// Plays a move after checking that it is legal.
    ///
    /// # Errors
    /// Where it is not; the board is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove { mv, fen: self.fen() });
        }
        Ok(self.make_move(mv))
    }

    /// The key after `mv`, to fetch its table entry ahead of making it.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let mut key = self.keys.full ^ zobrist::side_number();
        if let Some(piece) = self.piece_at(mv.from()) {
            key ^= zobrist::number(piece, mv.from()) ^ zobrist::number(piece, mv.to());
        }
        if let Some(victim) = self.piece_at(mv.to()) {
            key ^= zobrist::number(victim, mv.to());
        }
        key
    }
}
