//! Move generation: every list holds legal moves only.

use super::{Board, Legality};
use crate::attacks;
use crate::{Bitboard, Move, MoveList, PieceKind, Square};

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenKind {
    /// Every legal move; the evasions where the side to move is in check.
    All,
    /// Captures.
    Captures,
    /// Moves that capture nothing.
    Quiets,
}

impl Board {
    /// Adds the legal moves of a kind to `moves`.
    #[inline]
    pub fn generate(&self, kind: GenKind, moves: &mut MoveList) {
        self.generate_with(kind, &Legality::of(self), moves);
    }

    /// As [`generate`](Board::generate), where the caller has computed the legality already.
    #[inline]
    pub fn generate_with(&self, kind: GenKind, legality: &Legality, moves: &mut MoveList) {
        self.for_each_move(kind, legality, |mv| moves.push(mv));
    }

    /// Calls `visit` with each legal move of a kind, for callers that keep their own lists.
    #[inline]
    pub fn for_each_move(&self, kind: GenKind, legality: &Legality, mut visit: impl FnMut(Move)) {
        let allowed = match kind {
            GenKind::All => !self.color(self.side),
            GenKind::Captures => self.color(!self.side),
            GenKind::Quiets => !self.occupied(),
        };
        self.for_each_piece(legality, allowed, |from, targets| {
            for to in targets {
                visit(Move::new(from, to));
            }
            true
        });
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(GenKind::All, &mut moves);
        moves
    }

    /// The quiet moves that give check.
    pub fn generate_checks(&self, moves: &mut MoveList) {
        let mut quiets = MoveList::new();
        self.generate(GenKind::Quiets, &mut quiets);
        for mv in &quiets {
            if self.gives_check(mv) {
                moves.push(mv);
            }
        }
    }

    /// The number of legal moves, without listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> usize {
        let mut count = 0;
        self.for_each_piece(&Legality::of(self), !self.color(self.side), |_, targets| {
            count += targets.len();
            true
        });
        count
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        let mut found = false;
        self.for_each_piece(&Legality::of(self), !self.color(self.side), |_, targets| {
            found |= targets.any();
            !found
        });
        found
    }

    /// Calls `visit` with each piece's legal destinations within `allowed` until it returns false.
    #[inline]
    fn for_each_piece(
        &self,
        legality: &Legality,
        allowed: Bitboard,
        mut visit: impl FnMut(Square, Bitboard) -> bool,
    ) {
        let us = self.side;
        let occupied = self.occupied();
        let enemies = self.color(!us);
        macro_rules! visit_kind {
            ($kind:ident, |$from:ident| $attacks:expr) => {
                for $from in self.pieces(us, PieceKind::$kind) {
                    let targets = $attacks & allowed & legality.targets(self, $from);
                    if !visit($from, targets) {
                        return;
                    }
                }
            };
        }
        visit_kind!(Rook, |from| attacks::rook(from, occupied));
        visit_kind!(Cannon, |from| attacks::cannon(from, occupied, enemies));
        visit_kind!(Knight, |from| attacks::knight(from, occupied));
        visit_kind!(Pawn, |from| attacks::pawn(us, from));
        visit_kind!(Bishop, |from| attacks::bishop(from, occupied));
        visit_kind!(Advisor, |from| attacks::advisor(from));
        let king = self.king(us);
        let steps = (attacks::king(king) & allowed).into_iter().filter(|&to| self.king_may_step(to));
        visit(king, steps.collect());
    }

    /// Whether a move obeys its piece's way of moving and does not capture a friend.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from()) else { return false };
        if piece.color() != self.side || self.color(self.side).contains(mv.to()) {
            return false;
        }
        let occupied = self.occupied();
        let targets = match piece.kind() {
            PieceKind::Pawn => attacks::pawn(self.side, mv.from()),
            PieceKind::Advisor => attacks::advisor(mv.from()),
            PieceKind::Bishop => attacks::bishop(mv.from(), occupied),
            PieceKind::Knight => attacks::knight(mv.from(), occupied),
            PieceKind::Cannon => attacks::cannon(mv.from(), occupied, self.color(!self.side)),
            PieceKind::Rook => attacks::rook(mv.from(), occupied),
            PieceKind::King => attacks::king(mv.from()),
        };
        targets.contains(mv.to())
    }

    /// Whether a move, from a table or a user, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe(mv, &Legality::of(self))
    }
}
