//! Incremental hash keys: the position's own, and partial ones for tables that look at a part of it.

#[cfg(test)]
use crate::Color;
use crate::{Piece, PieceKind, Square};

/// Keys of a position and of parts of it; each is the exclusive or of its pieces' numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keys {
    /// Pieces and side to move.
    pub full: u64,
    /// Pawns.
    pub pawn: u64,
    /// Knights and cannons.
    pub minor: u64,
    /// Rooks.
    pub major: u64,
    /// Advisors and bishops.
    pub guard: u64,
    /// All but pawns, by colour.
    pub nonpawn: [u64; 2],
}

/// Seed of the numbers: the digits of pi after the point in hexadecimal, 64 bits of them.
const SEED: u64 = 0x243f_6a88_85a3_08d3;

/// One step of SplitMix64 (Steele, Lea and Flood 2014): the next state and its number.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ z >> 31)
}

struct Numbers {
    pieces: [[u64; Square::NUM]; Piece::NUM],
    side: u64,
}

static NUMBERS: Numbers = {
    let mut numbers = Numbers { pieces: [[0; Square::NUM]; Piece::NUM], side: 0 };
    let mut state = SEED;
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut square = 0;
        while square < Square::NUM {
            (state, numbers.pieces[piece][square]) = split_mix(state);
            square += 1;
        }
        piece += 1;
    }
    (_, numbers.side) = split_mix(state);
    numbers
};

impl Keys {
    /// Adds or takes away a piece.
    #[inline]
    pub(super) fn toggle(&mut self, piece: Piece, square: Square) {
        let number = NUMBERS.pieces[piece.index()][square.index()];
        self.full ^= number;
        match piece.kind() {
            PieceKind::Pawn => {
                self.pawn ^= number;
                return;
            }
            PieceKind::Knight | PieceKind::Cannon => self.minor ^= number,
            PieceKind::Rook => self.major ^= number,
            PieceKind::Advisor | PieceKind::Bishop => self.guard ^= number,
            PieceKind::King => {}
        }
        self.nonpawn[piece.color().index()] ^= number;
    }

    /// Gives the move to the other side.
    #[inline]
    pub(super) fn toggle_side(&mut self) {
        self.full ^= NUMBERS.side;
    }
}

/// The number that a piece on a square adds to the keys; lets a caller predict the key after a move.
#[inline]
pub(super) fn number(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece.index()][square.index()]
}

/// The number that stands for Black to move.
#[inline]
pub(super) fn side_number() -> u64 {
    NUMBERS.side
}

/// Recomputes all keys of a placement, for tests of the incremental ones.
#[cfg(test)]
pub(super) fn from_scratch(pieces: impl Iterator<Item = (Square, Piece)>, side: Color) -> Keys {
    let mut keys = Keys::default();
    pieces.for_each(|(square, piece)| keys.toggle(piece, square));
    if side == Color::Black {
        keys.toggle_side();
    }
    keys
}
