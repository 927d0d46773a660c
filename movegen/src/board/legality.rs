//! Which moves would leave one's own king attacked, known before any is tried.
//!
//! Each enemy piece that attacks the king, or would if one piece moved, puts a [`Constraint`] on the
//! moves of the others. A king's own moves are tested one by one.

use super::Board;
use crate::attacks;
use crate::{Bitboard, Move, PieceKind, Square};

/// What one enemy piece demands of our moves other than the king's.
#[derive(Clone, Copy)]
struct Constraint {
    /// Our pieces that stand in its way.
    blockers: Bitboard,
    /// Where those may go.
    blocker_targets: Bitboard,
    /// Where all others may go.
    targets: Bitboard,
    /// Whether the enemy piece gives check.
    is_check: bool,
}

impl Constraint {
    const NONE: Constraint = Constraint {
        blockers: Bitboard::EMPTY,
        blocker_targets: Bitboard::ALL,
        targets: Bitboard::ALL,
        is_check: false,
    };

    /// A check that is answered by going to `targets`.
    #[inline]
    fn check(targets: Bitboard) -> Constraint {
        Constraint { targets, is_check: true, ..Constraint::NONE }
    }

    /// No check as long as `blockers` stay within `blocker_targets`.
    #[inline]
    fn block(blockers: Bitboard, blocker_targets: Bitboard) -> Constraint {
        Constraint { blockers, blocker_targets, ..Constraint::NONE }
    }
}

/// The demands of all enemy pieces on the side to move, for one position.
#[derive(Clone, Copy)]
pub struct Legality {
    checkers: Bitboard,
    targets: Bitboard,
    blockers: Bitboard,
}

impl Legality {
    /// Looks around the king of the side to move.
    #[inline]
    pub fn of(board: &Board) -> Legality {
        let mut legality =
            Legality { checkers: Bitboard::EMPTY, targets: Bitboard::ALL, blockers: Bitboard::EMPTY };
        for_each_constraint(board, |attacker, constraint| {
            if constraint.is_check {
                legality.checkers.insert(attacker);
            }
            legality.targets &= constraint.targets;
            legality.blockers |= constraint.blockers;
        });
        legality
    }

    /// The pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Where the piece on `from`, not the king, may go without leaving the king attacked; `board` is
    /// the position that the legality was computed for.
    #[inline]
    pub fn targets(&self, board: &Board, from: Square) -> Bitboard {
        if self.blockers.contains(from) { blocker_targets(board, from) } else { self.targets }
    }
}

/// Blockers are rare: their constraints are computed anew rather than stored.
#[cold]
fn blocker_targets(board: &Board, from: Square) -> Bitboard {
    let mut targets = Bitboard::ALL;
    for_each_constraint(board, |_, constraint| {
        let is_blocker = constraint.blockers.contains(from);
        targets &= if is_blocker { constraint.blocker_targets } else { constraint.targets };
    });
    targets
}

#[inline]
fn for_each_constraint(board: &Board, mut visit: impl FnMut(Square, Constraint)) {
    let (us, them) = (board.side, !board.side);
    let king = board.king(us);
    let occupied = board.occupied();
    let zones = attacks::zones(king, occupied);
    let rooks = (board.kind(PieceKind::Rook) | board.kind(PieceKind::King)) & board.color(them);
    let cannons = board.pieces(them, PieceKind::Cannon);
    for rook in rooks & (zones[0] | zones[1]) {
        visit(rook, rook_constraint(board, king, rook));
    }
    for cannon in cannons & (zones[0] | zones[1] | zones[2]) {
        visit(cannon, cannon_constraint(board, king, cannon));
    }
    let knights = attacks::knight_to(king, Bitboard::EMPTY) & board.pieces(them, PieceKind::Knight);
    for knight in knights {
        if let Some(constraint) = knight_constraint(board, king, knight) {
            visit(knight, constraint);
        }
    }
    for pawn in attacks::pawn_to(them, king) & board.pieces(them, PieceKind::Pawn) {
        visit(pawn, Constraint::check(pawn.into()));
    }
}

/// A rook, or the enemy king, with at most one piece between it and the king.
#[inline]
fn rook_constraint(board: &Board, king: Square, rook: Square) -> Constraint {
    let line = attacks::between(king, rook);
    let blockers = line & board.occupied();
    if blockers.is_empty() {
        // Capture it or stand between.
        return Constraint::check(line.with(rook));
    }
    // One piece holds it off, and must go on doing so.
    Constraint::block(blockers & board.color(board.side), line.with(rook))
}

/// A cannon with at most two pieces between it and the king.
#[inline]
fn cannon_constraint(board: &Board, king: Square, cannon: Square) -> Constraint {
    let line = attacks::between(king, cannon);
    let blockers = line & board.occupied();
    let open = (line - blockers).with(cannon);
    let ours = blockers & board.color(board.side);
    if blockers.is_empty() {
        // Whatever steps between becomes the screen.
        Constraint { targets: !line, ..Constraint::NONE }
    } else if !blockers.many() {
        // Capture it, add a second piece, or take the screen away.
        Constraint { blockers: ours, blocker_targets: !line, ..Constraint::check(open) }
    } else {
        // Neither of the two may leave the line or capture the other.
        Constraint::block(ours, open)
    }
}

/// A knight a jump away from the king, unless an enemy piece holds it off.
#[inline]
fn knight_constraint(board: &Board, king: Square, knight: Square) -> Option<Constraint> {
    let leg = attacks::knight_leg(knight, king)?;
    match board.piece_at(leg) {
        None => Some(Constraint::check(Bitboard::from(knight).with(leg))),
        Some(piece) if piece.color() == board.side => Some(Constraint::block(leg.into(), knight.into())),
        Some(_) => None,
    }
}

impl Board {
    /// Whether the king of the side to move may step to `to`.
    #[inline]
    pub(super) fn king_may_step(&self, to: Square) -> bool {
        let occupied = self.occupied().without(self.king(self.side)).with(to);
        self.checkers_to(to, !self.side, occupied).without(to).is_empty()
    }

    /// Whether a pseudo-legal move leaves its own king safe.
    #[inline]
    pub fn is_safe(&self, mv: Move, legality: &Legality) -> bool {
        if mv.from() == self.king(self.side) {
            self.king_may_step(mv.to())
        } else {
            legality.targets(self, mv.from()).contains(mv.to())
        }
    }
}
