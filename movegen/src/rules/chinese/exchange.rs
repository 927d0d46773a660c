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

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        Board::from_fen(fen).expect("a position")
    }

    fn gain(fen: &str, mv: &str) -> Option<i32> {
        local_gain(&mut Tracked::new(board(fen)), mv.parse().expect("a move"))
    }

    #[test]
    fn a_guarded_piece_costs_its_taker() {
        // The rook on b7 is guarded by the one on b9; a knight takes it all the same.
        assert_eq!(gain("1r2k4/9/1r7/9/9/9/9/1R7/9/3K5 w - - 0 1", "b2b7"), Some(0));
        assert_eq!(gain("1r2k4/9/1r7/9/2N6/9/9/9/9/3K5 w - - 0 1", "c5b7"), Some(20));
    }

    #[test]
    fn a_pinned_root_is_none() {
        // The rook on e5 would guard b5, but the rook on e1 pins it.
        let fen = "4k4/9/9/9/1c2r4/9/9/9/1R2R4/3K5 w - - 0 1";
        assert_eq!(gain(fen, "b1b5"), Some(20));
        assert_eq!(gain(&fen.replace("/1R2R4/", "/1R7/"), "b1b5"), Some(-20));
    }

    #[test]
    fn rooks_that_can_take_each_other_are_an_offer() {
        let mut pos = Tracked::new(board("3k5/9/9/9/r3R4/9/9/9/9/4K4 w - - 0 1"));
        assert!(is_offer(&mut pos, Square::E5, Square::A5));
        // A pinned one cannot take back.
        let mut pos = Tracked::new(board("4k4/9/9/4r3R/9/9/9/9/4R4/3K5 w - - 0 1"));
        assert!(!is_offer(&mut pos, Square::I6, Square::E6));
    }
}
