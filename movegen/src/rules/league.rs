//! 捉 as the UCCI computer league defines it: by the moved piece alone, on the squares as they are occupied, without a look
//! at pins, exchanges or discovered lines.

use super::Ground;
use crate::attacks;
use crate::{Bitboard, Board, Color, Move, PieceKind, Square};

/// Those of `candidates` that the piece just moved chases.
pub(super) fn chased(after: &Board, mv: Move, side: Color, candidates: Bitboard) -> Bitboard {
    aimed_at(after, mv, side)
        .filter(|&square| ground(after, mv, square, side).is_some())
        .collect::<Bitboard>()
        & candidates
}

/// The enemy pieces that the moved piece could take by its way of moving.
fn aimed_at(after: &Board, mv: Move, side: Color) -> impl Iterator<Item = Square> {
    (after.attacks_from(mv.to()) & after.color(!side)).into_iter()
}

/// Why the moved piece chases the enemy piece on `victim`, if it does.
pub(super) fn ground(after: &Board, mv: Move, victim: Square, side: Color) -> Option<Ground> {
    let hunter = after.piece_at(mv.to())?.kind();
    let prey = after.piece_at(victim)?.kind();
    let crossed_pawn = prey == PieceKind::Pawn && !Bitboard::home(!side).contains(victim);
    let counts = match hunter {
        PieceKind::Knight if prey == PieceKind::Rook => return Some(Ground::WorthMore),
        PieceKind::Cannon if prey == PieceKind::Rook => return Some(Ground::WorthMore),
        PieceKind::Knight => prey == PieceKind::Cannon || crossed_pawn,
        PieceKind::Cannon => prey == PieceKind::Knight || crossed_pawn,
        PieceKind::Rook => {
            let prey_counts = matches!(prey, PieceKind::Knight | PieceKind::Cannon) || crossed_pawn;
            prey_counts && across(mv, victim)
        }
        _ => false,
    };
    let guarded = after.is_attacked(victim, !side);
    (counts && !guarded).then_some(Ground::Rootless)
}

/// Whether the rook looks at `victim` across the line it moved along: a target on that line it saw before.
fn across(mv: Move, victim: Square) -> bool {
    let along_file = mv.from().file() == mv.to().file();
    let on_file = victim.file() == mv.to().file();
    along_file != on_file && attacks::aligned(mv.to(), victim)
}
