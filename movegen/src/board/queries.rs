//! Who attacks what: attackers, checkers, moves that give check.

use super::Board;
use crate::attacks;
use crate::{Bitboard, Color, Move, PieceKind, Square};

impl Board {
    /// The pieces of `by` that attack `square` when the occupied squares are `occupied`: what could
    /// capture there if legality allowed. Facing kings are not counted. `occupied` may differ from the
    /// board's own; pieces on squares that it leaves out count as gone.
    pub fn attackers_to(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let of = |kind| self.pieces(by, kind);
        let near = (attacks::king(square) & of(PieceKind::King))
            | (attacks::advisor(square) & of(PieceKind::Advisor))
            | (attacks::bishop_to(square, occupied) & of(PieceKind::Bishop));
        // Palace and home steps are defined by the square left as well: a king or advisor that attacks
        // stands in its own palace, and so must the square attacked.
        let near =
            if Bitboard::palace(by).contains(square) { near } else { near & self.kind(PieceKind::Bishop) };
        (near | self.strong_attackers_to(square, by, occupied, of(PieceKind::Rook))) & occupied
    }

    /// The pieces of `by` that give check to a king on `square`: attackers, and a king that faces it.
    #[inline]
    pub fn checkers_to(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        // The enemy king sees along its file as a rook does; along ranks the palaces never meet.
        let rooks = (self.kind(PieceKind::Rook) | self.kind(PieceKind::King)) & self.color(by);
        self.strong_attackers_to(square, by, occupied, rooks) & occupied
    }

    /// Pawns, knights, cannons and `rooks` of `by` that attack `square`.
    #[inline]
    fn strong_attackers_to(
        &self,
        square: Square,
        by: Color,
        occupied: Bitboard,
        rooks: Bitboard,
    ) -> Bitboard {
        let [open, screened, _] = attacks::zones(square, occupied);
        (open & rooks)
            | (screened & self.pieces(by, PieceKind::Cannon))
            | (attacks::knight_to(square, occupied) & self.pieces(by, PieceKind::Knight))
            | (attacks::pawn_to(by, square) & self.pieces(by, PieceKind::Pawn))
    }

    /// Whether a piece of `by` attacks `square`.
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers_to(square, by, self.occupied()).any()
    }

    /// The squares that the piece on `square` attacks, taking friend and foe alike; empty for an empty square.
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        let Some(piece) = self.piece_at(square) else { return Bitboard::EMPTY };
        let occupied = self.occupied();
        match piece.kind() {
            PieceKind::Pawn => attacks::pawn(piece.color(), square),
            PieceKind::Advisor => attacks::advisor(square),
            PieceKind::Bishop => attacks::bishop(square, occupied),
            PieceKind::Knight => attacks::knight(square, occupied),
            PieceKind::Cannon => attacks::cannon_captures(square, occupied),
            PieceKind::Rook => attacks::rook(square, occupied),
            PieceKind::King => attacks::king(square),
        }
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers_to(self.king(self.side), !self.side, self.occupied())
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// The occupied squares after a move.
    #[inline]
    fn occupied_after(&self, mv: Move) -> Bitboard {
        self.occupied().without(mv.from()).with(mv.to())
    }

    /// Whether a pseudo-legal move leaves the enemy king in check; discovered checks, new and lost
    /// cannon screens included.
    pub fn gives_check(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from()) else { return false };
        let occupied = self.occupied_after(mv);
        let king = self.king(!self.side);
        let on_lines = attacks::around_king(king);
        let changes_lines = on_lines.contains(mv.from()) || on_lines.contains(mv.to());
        let direct = match piece.kind() {
            PieceKind::Pawn => attacks::pawn(self.side, mv.to()),
            PieceKind::Knight => attacks::knight(mv.to(), occupied),
            PieceKind::Cannon if changes_lines => attacks::cannon_captures(mv.to(), occupied),
            PieceKind::Rook if changes_lines => attacks::rook(mv.to(), occupied),
            // A king that steps aside or between can only uncover or screen.
            _ => Bitboard::EMPTY,
        };
        if direct.contains(king) {
            return true;
        }
        // The others check only through what changed on their way: the square left, the square entered.
        changes_lines && self.checkers_to(king, self.side, occupied).without(mv.to()).without(mv.from()).any()
    }

    /// Whether the side to move has no legal move: it has lost, in check or not.
    pub fn is_lost(&self) -> bool {
        !self.has_legal_move()
    }

    /// Whether the side to move is checkmated.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && self.is_lost()
    }

    /// Whether the side to move is stalemated, which loses.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && self.is_lost()
    }
}
