//! One position: where the pieces stand, who is to move, the capture clock, hash keys.

mod fen;
mod generate;
mod legality;
mod play;
mod queries;
mod setup;
#[cfg(test)]
mod tests;
mod zobrist;

pub use fen::{FenError, FenFault};
pub use generate::GenKind;
pub use legality::Legality;
pub use play::{IllegalMove, Undo};
pub use setup::{Setup, SetupError, SetupFault, SetupWarning};
pub use zobrist::Keys;

use crate::{Bitboard, Color, Piece, PieceKind, Square};

/// The start position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// A position. Each side has exactly one king; the side not to move is not in check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    squares: [Option<Piece>; Square::NUM],
    kinds: [Bitboard; PieceKind::NUM],
    colors: [Bitboard; 2],
    kings: [Square; 2],
    side: Color,
    clock: u16,
    fullmove: u16,
    keys: Keys,
}

impl Board {
    /// The start position.
    pub fn start() -> Board {
        START_FEN.parse().expect("the start position is sound")
    }

    /// Who is to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The piece on `square`.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// All pieces of a kind, of both sides.
    #[inline]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// All pieces of a side.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// A side's pieces of a kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Where a side's king stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    /// Plies since the last capture, as FEN field 5 counts them. The natural limit of the rules,
    /// which leaves out some checks, is [`Game::rule_clock`](crate::Game::rule_clock).
    #[inline]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the current round, from 1.
    #[inline]
    pub fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// All hash keys.
    #[inline]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The key of pieces, squares and side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.keys.full
    }

    /// The key of both sides' pawns.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.keys.pawn
    }

    /// The key of knights and cannons.
    #[inline]
    pub fn minor_key(&self) -> u64 {
        self.keys.minor
    }

    /// The key of rooks.
    #[inline]
    pub fn major_key(&self) -> u64 {
        self.keys.major
    }

    /// The key of advisors and bishops.
    #[inline]
    pub fn guard_key(&self) -> u64 {
        self.keys.guard
    }

    /// The key of a side's pieces other than pawns.
    #[inline]
    pub fn nonpawn_key(&self, color: Color) -> u64 {
        self.keys.nonpawn[color.index()]
    }

    /// The position mirrored left to right.
    pub fn mirror(&self) -> Board {
        self.transformed(self.side, |square, piece| (square.mirror(), piece))
    }

    /// The same position with the colours exchanged: the board seen from the other side.
    pub fn flip_colors(&self) -> Board {
        self.transformed(!self.side, |square, piece| {
            (square.flip(), Piece::new(!piece.color(), piece.kind()))
        })
    }

    fn transformed(&self, side: Color, place: impl Fn(Square, Piece) -> (Square, Piece)) -> Board {
        let mut board = Board::empty(side);
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                let (square, piece) = place(square, piece);
                board.put(square, piece);
            }
        }
        (board.clock, board.fullmove) = (self.clock, self.fullmove);
        board
    }

    /// The board with the piece on `square` taken off, to see what it contributes; not always a legal position.
    pub(crate) fn without(&self, square: Square) -> Board {
        let mut bare = Board::empty(self.side);
        for occupied in self.occupied().without(square) {
            if let Some(piece) = self.piece_at(occupied) {
                bare.put(occupied, piece);
            }
        }
        bare
    }

    /// A board without pieces, to be filled by [`put`](Board::put); not yet a position.
    fn empty(side: Color) -> Board {
        let mut board = Board {
            squares: [None; Square::NUM],
            kinds: [Bitboard::EMPTY; PieceKind::NUM],
            colors: [Bitboard::EMPTY; 2],
            kings: [Square::E0, Square::E9],
            side,
            clock: 0,
            fullmove: 1,
            keys: Keys::default(),
        };
        if side == Color::Black {
            board.keys.toggle_side();
        }
        board
    }

    /// Puts a piece on an empty square.
    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        self.squares[square.index()] = Some(piece);
        self.kinds[piece.kind().index()].insert(square);
        self.colors[piece.color().index()].insert(square);
        self.keys.toggle(piece, square);
        if piece.kind() == PieceKind::King {
            self.kings[piece.color().index()] = square;
        }
    }
}
