//! What the moved piece only seems to attack, and why it is no threat: for the reader of a label, not for the verdict.

use super::exchange::local_gain;
use super::gain::Pawns;
use super::newness::Scene;
use super::worth::worth;
use crate::rules::{Excuse, Refused};
use crate::{Move, PieceKind, Square};

/// The pieces within the moved piece's reach that are no victims of a threat, those of `known` pairs left out.
pub(super) fn attacks(scene: &mut Scene, known: &[(Square, Square)]) -> Vec<Refused> {
    let attacker = scene.moved();
    let board = scene.now.board();
    let enemies = board.color(!board.side_to_move()) - board.kind(PieceKind::King);
    let reach = board.attacks_from(attacker) & enemies;
    let unknown = reach.into_iter().filter(|target| !known.contains(&(attacker, *target)));
    unknown.map(|target| Refused { attacker, target, excuse: excuse(scene, attacker, target) }).collect()
}

fn excuse(scene: &mut Scene, attacker: Square, target: Square) -> Excuse {
    let board = scene.now.board();
    let kind = board.piece_at(attacker).map(|piece| piece.kind());
    let stake = board.piece_at(target).map_or(0, |piece| worth(piece, target));
    if kind == Some(PieceKind::King) {
        return Excuse::King;
    }
    if kind == Some(PieceKind::Pawn) && scene.pawns == Pawns::Free {
        return Excuse::Pawn;
    }
    if stake == 0 {
        return Excuse::UncrossedPawn;
    }
    match local_gain(&mut scene.now, Move::new(attacker, target)) {
        None => Excuse::Pinned,
        Some(gain) if gain <= 0 => Excuse::Guarded,
        Some(_) => Excuse::Costs,
    }
}
