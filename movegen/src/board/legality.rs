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
}

impl Constraint {
    const NONE: Constraint =
        Constraint { blockers: Bitboard::EMPTY, blocker_targets: Bitboard::ALL, targets: Bitboard::ALL };
}

/// More enemy pieces cannot matter at once: three along each of four lines, eight knights, three pawns.
const MAX_CONSTRAINTS: usize = 4 * 3 + 8 + 3;

/// The demands of all enemy pieces on the side to move, for one position.
#[derive(Clone)]
pub struct Legality {
    checkers: Bitboard,
    targets: Bitboard,
    blockers: Bitboard,
    constraints: [Constraint; MAX_CONSTRAINTS],
    len: usize,
}

impl Legality {
    /// Looks around the king of the side to move.
    #[inline]
    pub fn of(board: &Board) -> Legality {
        let mut legality = Legality {
            checkers: Bitboard::EMPTY,
            targets: Bitboard::ALL,
            blockers: Bitboard::EMPTY,
            constraints: [Constraint::NONE; MAX_CONSTRAINTS],
            len: 0,
        };
        legality.look_along_lines(board);
        legality.look_for_knights_and_pawns(board);
        legality
    }

    /// The pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Where the piece on `from`, not the king, may go without leaving the king attacked.
    #[inline]
    pub fn targets(&self, from: Square) -> Bitboard {
        if self.blockers.contains(from) { self.blocker_targets(from) } else { self.targets }
    }

    fn blocker_targets(&self, from: Square) -> Bitboard {
        self.constraints[..self.len].iter().fold(Bitboard::ALL, |targets, constraint| {
            targets
                & if constraint.blockers.contains(from) {
                    constraint.blocker_targets
                } else {
                    constraint.targets
                }
        })
    }

    #[inline]
    fn add(&mut self, constraint: Constraint) {
        self.targets &= constraint.targets;
        self.blockers |= constraint.blockers;
        self.constraints[self.len] = constraint;
        self.len += 1;
    }

    #[inline]
    fn look_along_lines(&mut self, board: &Board) {
        let (us, them) = (board.side, !board.side);
        let king = board.king(us);
        let occupied = board.occupied();
        let zones = attacks::zones(king, occupied);
        let rooks = (board.kind(PieceKind::Rook) | board.kind(PieceKind::King)) & board.color(them);
        let cannons = board.pieces(them, PieceKind::Cannon);
        let concerned = (rooks & (zones[0] | zones[1])) | (cannons & (zones[0] | zones[1] | zones[2]));
        for attacker in concerned {
            let line = attacks::between(king, attacker);
            let in_between = line & occupied;
            let ours = in_between & board.color(us);
            let open = (line - in_between).with(attacker);
            let is_rook = rooks.contains(attacker);
            match (is_rook, in_between.len()) {
                (true, 0) | (false, 1) => self.checkers.insert(attacker),
                _ => {}
            }
            self.add(match (is_rook, in_between.len()) {
                // A rook's check: capture it or stand between.
                (true, 0) => Constraint { targets: open, ..Constraint::NONE },
                // One piece holds it off, and must go on doing so.
                (true, _) => Constraint { blockers: ours, blocker_targets: open, ..Constraint::NONE },
                // Nothing between: whatever steps there becomes the screen.
                (false, 0) => Constraint { targets: !line, ..Constraint::NONE },
                // A cannon's check: capture it, add a second piece, or take the screen away.
                (false, 1) => Constraint { blockers: ours, blocker_targets: !line, targets: open },
                // Two pieces hold it off: neither may leave the line or capture the other.
                (false, _) => Constraint { blockers: ours, blocker_targets: open, ..Constraint::NONE },
            });
        }
    }

    #[inline]
    fn look_for_knights_and_pawns(&mut self, board: &Board) {
        let (us, them) = (board.side, !board.side);
        let king = board.king(us);
        let occupied = board.occupied();
        let knights = attacks::knight_to(king, Bitboard::EMPTY) & board.pieces(them, PieceKind::Knight);
        for knight in knights {
            let Some(leg) = attacks::knight_leg(knight, king) else { continue };
            if !occupied.contains(leg) {
                self.checkers.insert(knight);
                self.add(Constraint { targets: Bitboard::from(knight).with(leg), ..Constraint::NONE });
            } else if board.color(us).contains(leg) {
                self.add(Constraint {
                    blockers: leg.into(),
                    blocker_targets: knight.into(),
                    ..Constraint::NONE
                });
            }
        }
        for pawn in attacks::pawn_to(them, king) & board.pieces(them, PieceKind::Pawn) {
            self.checkers.insert(pawn);
            self.add(Constraint { targets: pawn.into(), ..Constraint::NONE });
        }
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
            legality.targets(mv.from()).contains(mv.to())
        }
    }
}
