//! The names of idle moves: 兑, 献, 拦, 跟 and plain 闲 (1999 28.5 to 28.9). They do not bear on the verdict; they explain it.

use super::exchange::{captures_on, is_offer, local_gain, swap};
use super::kill;
use super::newness::Scene;
use super::tracked::{Name, Tracked};
use super::worth::worth;
use crate::attacks;
use crate::rules::{Detail, Ground, Label, PlyLabel};
use crate::{Bitboard, Move, PieceKind, Square};

/// Names the move of `scene`, which is no attack.
pub(super) fn name(scene: &mut Scene) -> PlyLabel {
    let found = [offer, sacrifice, block, follow].into_iter().find_map(|look| look(scene));
    match found {
        Some((label, detail)) => PlyLabel { label, details: vec![detail], ..PlyLabel::IDLE },
        None => PlyLabel::IDLE,
    }
}

/// 兑: a pair of rooks or minor pieces can be exchanged now and could not before.
fn offer(scene: &mut Scene) -> Option<(Label, Detail)> {
    let before = if scene.before.board().in_check() { Vec::new() } else { offers(&mut scene.before) };
    let now = offers(&mut scene.now);
    let (attacker, target) = now.into_iter().find(|pair| !before.contains(pair))?;
    Some((Label::Offer, Detail::new(attacker, target, Ground::EqualExchange)))
}

/// The pairs of strong pieces, by name, that the side to move offers to exchange, and could itself begin to exchange without loss.
fn offers(pos: &mut Tracked) -> Vec<(Name, Name)> {
    let board = pos.board();
    let captures: Vec<Move> =
        board.legal_moves().iter().copied().filter(|mv| board.piece_at(mv.to()).is_some()).collect();
    let mut pairs = Vec::new();
    for mv in captures {
        let strong = pos.board().piece_at(mv.to()).is_some_and(|piece| is_strong(piece.kind()));
        if strong && is_offer(pos, mv.from(), mv.to()) && local_gain(pos, mv).is_some_and(|gain| gain >= 0) {
            pairs.push((pos.name(mv.from()), pos.name(mv.to())));
        }
    }
    pairs
}

/// 强子: rook, knight, cannon.
fn is_strong(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Rook | PieceKind::Knight | PieceKind::Cannon)
}

/// 献: the moved piece stands unguarded where a piece can take it, and taking it neither loses material nor runs into a mate.
fn sacrifice(scene: &mut Scene) -> Option<(Label, Detail)> {
    let moved = scene.moved();
    scene.now.passing(|pos| {
        let offered = pos.board().piece_at(moved)?;
        let capture = captures_on(pos.board(), moved).into_iter().find(|capture| {
            let made = pos.make(*capture);
            let mut board = pos.board().clone();
            pos.unmake(&made);
            let guarded = swap(&mut board, moved) > 0 || !captures_on(&board, moved).is_empty();
            !guarded && !kill::is_refuted(&board)
        })?;
        (worth(offered, moved) > 0)
            .then(|| (Label::Sacrifice, Detail::new(moved, capture.from(), Ground::OfferedUnguarded)))
    })
}

/// 拦: the moved piece stands on a line along which an enemy rook or cannon worked before.
fn block(scene: &mut Scene) -> Option<(Label, Detail)> {
    let moved = scene.moved();
    let board = scene.now.board();
    let bare = board.occupied().without(moved);
    let enemy = !board.side_to_move();
    let liners = board.pieces(enemy, PieceKind::Rook) | board.pieces(enemy, PieceKind::Cannon);
    let knights = board.pieces(enemy, PieceKind::Knight);
    let own = board.color(board.side_to_move());
    let shut_out =
        |from: Square| (attacks::rook(from, bare) - attacks::rook(from, board.occupied())).without(moved);
    let hobbled = |from: Square| attacks::knight(from, bare) - attacks::knight(from, board.occupied());
    let is_vital = |lost: Bitboard| (lost & (own | Bitboard::palace(board.side_to_move()))).any();
    let blocked = liners.into_iter().find(|from| is_vital(shut_out(*from)));
    let blocked = blocked.or_else(|| knights.into_iter().find(|from| is_vital(hobbled(*from))))?;
    Some((Label::Block, Detail::new(moved, blocked, Ground::Obstructs)))
}

/// 跟: the moved rook, knight or cannon newly watches a piece that is truly guarded.
fn follow(scene: &mut Scene) -> Option<(Label, Detail)> {
    let moved = scene.moved();
    let board = scene.now.board();
    if !board.piece_at(moved).is_some_and(|piece| is_strong(piece.kind())) {
        return None;
    }
    let watched = board.attacks_from(moved) & board.color(!board.side_to_move());
    let target = watched
        .into_iter()
        .find(|square| board.piece_at(*square).is_some_and(|piece| worth(piece, *square) > 0))?;
    Some((Label::Follow, Detail::new(moved, target, Ground::TrulyRooted)))
}
