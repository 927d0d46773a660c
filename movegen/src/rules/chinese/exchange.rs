//! Complete exchanges on one square, with the legality of every capture: pinned roots, facing kings, and lines that the captures
//! themselves open or close need no special case.

use super::kill;
use super::tracked::Tracked;
use super::worth::{same_class, worth};
use crate::{Board, GenKind, Move, MoveList, Square};

/// What the side to move wins at best by starting captures on `square`, or 0 if it had better not.
pub(super) fn swap(board: &mut Board, square: Square) -> i32 {
    let Some(target) = board.piece_at(square) else { return 0 };
    let at_stake = worth(target, square);
    let mut best = 0;
    for mv in captures_on(board, square) {
        let undo = board.make_move(mv);
        best = best.max(at_stake - swap(board, square));
        board.undo_move(mv, &undo);
    }
    best
}

/// What the capture `mv` brings on its own square, or `None` if it is illegal.
pub(super) fn local_gain(pos: &mut Tracked, mv: Move) -> Option<i32> {
    let victim = pos.board().piece_at(mv.to())?;
    if !pos.board().is_legal(mv) {
        return None;
    }
    let made = pos.make(mv);
    let lost = swap(&mut pos.board().clone(), mv.to());
    pos.unmake(&made);
    Some(worth(victim, mv.to()) - lost)
}

/// What the capture `mv` brings on its own square if nobody minds a check: for attacks "as if not in check".
pub(super) fn pseudo_gain(board: &mut Board, mv: Move) -> i32 {
    let stake = board.piece_at(mv.to()).map_or(0, |victim| worth(victim, mv.to()));
    let undo = board.make_move(mv);
    let attackers = board.attackers_to(mv.to(), board.side_to_move(), board.occupied());
    let reply =
        attackers.into_iter().map(|from| pseudo_gain(board, Move::new(from, mv.to()))).max().unwrap_or(0);
    board.undo_move(mv, &undo);
    stake - reply.max(0)
}

/// Legal captures of what stands on `square`.
pub(super) fn captures_on(board: &Board, square: Square) -> Vec<Move> {
    let attackers = board.attackers_to(square, board.side_to_move(), board.occupied());
    attackers.into_iter().map(|from| Move::new(from, square)).filter(|mv| board.is_legal(*mv)).collect()
}

/// The best swap of the side to move on any square but those for which `skip` holds.
pub(super) fn best_swap(board: &mut Board, skip: impl Fn(Square) -> bool) -> i32 {
    let mut captures = MoveList::new();
    board.generate(GenKind::Captures, &mut captures);
    let mut squares: Vec<Square> = captures.iter().map(|mv| mv.to()).filter(|to| !skip(*to)).collect();
    squares.sort_unstable_by_key(|square| square.index());
    squares.dedup();
    squares.into_iter().map(|square| swap(board, square)).max().unwrap_or(0)
}

/// Whether the attack of `attacker` on `victim` is an offer to exchange (兑, 1999 28.5): they are of one class, the victim could as well
/// take the attacker without losing by it, and the attacker's side could not answer that with a mate by checks. The attacker's side is to move.
pub(super) fn is_offer(pos: &mut Tracked, attacker: Square, victim: Square) -> bool {
    let kinds = [attacker, victim].map(|square| pos.board().piece_at(square).map(|piece| piece.kind()));
    let [Some(own), Some(other)] = kinds else { return false };
    if !same_class(own, other) {
        return false;
    }
    let take = Move::new(victim, attacker);
    pos.passing(|pos| {
        if !pos.board().is_legal(take) {
            return false;
        }
        let made = pos.make(take);
        let gain = made.victim.map_or(0, |(piece, _)| worth(piece, attacker));
        let mut board = pos.board().clone();
        pos.unmake(&made);
        gain >= swap(&mut board, attacker) && !kill::is_refuted(&board)
    })
}
