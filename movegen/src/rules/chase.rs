//! 捉 as the Asian rules define it: a new attack on a piece that a single recapture does not guard, or that is worth more
//! than its attacker (AXF 15 to 19, 25; appendix on roots).
//!
//! Everything here reads sets of squares only: no move is made, so that the search can ask at every node. Whether a side is
//! to move does not matter: a threat is judged as if its side could capture next.

use super::{Excuse, Ground};
use crate::{Bitboard, Board, Color, Move, PieceKind, Square};

/// Values for the comparison of attacker and target (AXF 15: only a rook is worth more than another piece): rook 4, knight
/// and cannon 2, advisor, bishop and crossed pawn 1.
const VALUE: [u8; PieceKind::NUM] = {
    let mut value = [1; PieceKind::NUM];
    value[PieceKind::Knight as usize] = 2;
    value[PieceKind::Cannon as usize] = 2;
    value[PieceKind::Rook as usize] = 4;
    value
};

/// The pieces of `side` that can be chased: all but the king and the pawns that have not crossed the river (25.3).
pub(super) fn victims(board: &Board, side: Color) -> Bitboard {
    let at_home = board.pieces(side, PieceKind::Pawn) & Bitboard::home(side);
    board.color(side) - board.pieces(side, PieceKind::King) - at_home
}

/// The pieces of `side` whose own attacks can be chases: all but king and pawns (AXF 28, 29).
pub(super) fn chasers(board: &Board, side: Color) -> Bitboard {
    board.color(side) - board.kind(PieceKind::King) - board.kind(PieceKind::Pawn)
}

/// Whether `side`'s piece on `from` has a capture onto `to` by its way of moving, legal or not.
pub(super) fn reaches(board: &Board, from: Square, to: Square, side: Color) -> bool {
    board.attackers_to(to, side, board.occupied()).contains(from)
}

/// Whether the piece on `from` can go to `to` without leaving its own king attacked or face to face.
pub(super) fn keeps_king_safe(board: &Board, from: Square, to: Square, side: Color) -> bool {
    let king = if board.king(side) == from { to } else { board.king(side) };
    let occupied = board.occupied().without(from).with(to);
    board.checkers_to(king, !side, occupied).without(to).is_empty()
}

/// How a target is guarded against one attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    /// 无根: nothing even seems to guard it.
    None,
    /// 假根: this piece seems to, but cannot recapture.
    False(Square),
    /// 真根: this piece can recapture.
    True(Square),
}

/// Who could recapture on `victim` after `attacker` has taken there.
///
/// Two pictures must both hold a legal recapture: the board after the capture, and the same with the lines of rooks and
/// cannons read before it, where the attacker still stands on its square (WXF diagrams 39 to 41, 61 and 74 need the latter).
pub(super) fn guard(board: &Board, attacker: Square, victim: Square, owner: Color) -> Guard {
    let occupied = board.occupied();
    let lines = board.kind(PieceKind::Rook) | board.kind(PieceKind::Cannon);
    let seen = board.attackers_to(victim, owner, occupied);
    let left = board.attackers_to(victim, owner, occupied.without(attacker));
    let legal =
        |set: Bitboard| set.into_iter().find(|&root| can_recapture(board, attacker, victim, root, owner));
    match legal(left) {
        Some(root) if legal((seen & lines) | (left - lines)).is_some() => Guard::True(root),
        _ => (seen | left).first().map_or(Guard::None, Guard::False),
    }
}

/// Whether `root` may legally take back on `victim` after `attacker` has captured there.
fn can_recapture(board: &Board, attacker: Square, victim: Square, root: Square, owner: Color) -> bool {
    let king = if board.king(owner) == root { victim } else { board.king(owner) };
    let occupied = board.occupied().without(attacker).without(root).with(victim);
    board.checkers_to(king, !owner, occupied).is_empty()
}

/// Judges one pair, where `attacker` reaches `victim` by its way of moving: why it is a chase, or why it is none.
/// A target that is worth more is reported as such even when nothing guards it; [`explain`] tells the two apart.
pub(super) fn attack(board: &Board, attacker: Square, victim: Square, side: Color) -> Result<Ground, Excuse> {
    let kind = |square| board.piece_at(square).map_or(PieceKind::King, |piece| piece.kind());
    let (hunter, prey) = (kind(attacker), kind(victim));
    if !keeps_king_safe(board, attacker, victim, side) {
        return Err(Excuse::Pinned);
    }
    if hunter == prey
        && reaches(board, victim, attacker, !side)
        && keeps_king_safe(board, victim, attacker, !side)
    {
        return Err(Excuse::Exchange);
    }
    if VALUE[prey.index()] > VALUE[hunter.index()] {
        return Ok(Ground::WorthMore);
    }
    match guard(board, attacker, victim, !side) {
        Guard::None => Ok(Ground::Rootless),
        Guard::False(root) => Ok(Ground::FalseRoot(root)),
        Guard::True(_) => Err(Excuse::Guarded),
    }
}

/// [`attack`] with the guard of a target that is worth more looked at as well, for the reader.
pub(super) fn explain(
    board: &Board,
    attacker: Square,
    victim: Square,
    side: Color,
) -> Result<Ground, Excuse> {
    match attack(board, attacker, victim, side) {
        Ok(Ground::WorthMore) => Ok(match guard(board, attacker, victim, !side) {
            Guard::None => Ground::Rootless,
            Guard::False(root) => Ground::FalseRoot(root),
            Guard::True(_) => Ground::WorthMore,
        }),
        other => other,
    }
}

/// Whether the pair stood as a chase already before `mv` (29.2; the attacker may have come from elsewhere).
pub(super) fn stood_before(before: &Board, mv: Move, attacker: Square, victim: Square, side: Color) -> bool {
    let origin = if attacker == mv.to() { mv.from() } else { attacker };
    reaches(before, origin, victim, side) && attack(before, origin, victim, side).is_ok()
}

/// Those of `candidates` that `side`'s move `mv`, played from `before` to `after`, chases anew.
pub(super) fn newly_chased(
    before: &Board,
    mv: Move,
    after: &Board,
    side: Color,
    candidates: Bitboard,
) -> Bitboard {
    let hunters = chasers(after, side);
    let chased = |&victim: &Square| {
        let attackers = after.attackers_to(victim, side, after.occupied()) & hunters;
        attackers.into_iter().any(|attacker| {
            attack(after, attacker, victim, side).is_ok() && !stood_before(before, mv, attacker, victim, side)
        })
    };
    (candidates & victims(after, !side)).into_iter().filter(chased).collect()
}
