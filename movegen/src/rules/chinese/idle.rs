//! The names of idle moves: 兑, 献, 拦, 跟 and plain 闲 (1999 28.5 to 28.9). They do not bear on the verdict; they explain it.

use super::exchange::{captures_on, is_offer, local_gain};
use super::kill;
use super::newness::Scene;
use super::tracked::{Name, Tracked};
use super::worth::worth;
use crate::attacks;
use crate::rules::{Detail, Ground, Label, PlyLabel};
use crate::{Move, PieceKind};

/// Names the move of `scene`, which is no attack.
pub(super) fn name(scene: &mut Scene) -> PlyLabel {
    let found = [offer, sacrifice, block, follow].into_iter().find_map(|look| look(scene));
    found.map_or(PlyLabel::IDLE, |(label, detail)| PlyLabel {
        label,
        details: vec![detail],
        ..PlyLabel::IDLE
    })
}

/// 兑 with its pair.
pub(super) fn offer_label(pair: Detail) -> PlyLabel {
    PlyLabel { label: Label::Offer, details: vec![pair], ..PlyLabel::IDLE }
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
        let back = Move::new(mv.to(), mv.from());
        let completes = |pos: &mut Tracked| pos.passing(|pos| is_completed(pos, back));
        if strong
            && is_offer(pos, mv.from(), mv.to())
            && completes(pos)
            && local_gain(pos, mv).is_some_and(|gain| gain >= 0)
        {
            pairs.push((pos.name(mv.from()), pos.name(mv.to())));
        }
    }
    pairs
}

/// Whether the capture `mv` can be answered by a recapture.
fn is_completed(pos: &mut Tracked, mv: Move) -> bool {
    let made = pos.make(mv);
    let answered = !captures_on(pos.board(), mv.to()).is_empty();
    pos.unmake(&made);
    answered
}

/// 强子: rook, knight, cannon.
fn is_strong(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Rook | PieceKind::Knight | PieceKind::Cannon)
}

/// 献: the moved piece stands unguarded where an enemy piece of its own kind can take it, and taking it neither loses material nor
/// runs into a mate (1999 28.6).
fn sacrifice(scene: &mut Scene) -> Option<(Label, Detail)> {
    let (moved, home) = (scene.moved(), scene.mv.from());
    let before = scene.before.board();
    let stood = before.attackers_to(home, !before.side_to_move(), before.occupied());
    scene.now.passing(|pos| {
        let offered = pos.board().piece_at(moved).filter(|piece| worth(*piece, moved) > 0)?;
        let takers = pos.board().pieces(pos.board().side_to_move(), offered.kind());
        let capture = captures_on(pos.board(), moved).into_iter().find(|capture| {
            let made = pos.make(*capture);
            let safe = captures_on(pos.board(), moved).is_empty() && !kill::is_refuted(pos.board());
            pos.unmake(&made);
            (takers - stood).contains(capture.from()) && safe
        })?;
        Some((Label::Sacrifice, Detail::new(moved, capture.from(), Ground::OfferedUnguarded)))
    })
}

/// 拦: the moved rook, knight or cannon stands in the way of the enemy one that has just moved, and attacks nothing itself (1999 28.7).
fn block(scene: &mut Scene) -> Option<(Label, Detail)> {
    let (moved, blocked) = (scene.moved(), scene.answered?);
    let board = scene.now.board();
    let kinds = [moved, blocked].map(|square| board.piece_at(square).map(|piece| piece.kind()));
    let attacks_none = (board.attacks_from(moved) & board.color(!board.side_to_move())).is_empty();
    if !kinds.into_iter().all(|kind| kind.is_some_and(is_strong))
        || !attacks_none
        || scene.before.board().in_check()
    {
        return None;
    }
    let (with, bare) = (board.occupied(), board.occupied().without(moved));
    let obstructs = match kinds[1] {
        Some(PieceKind::Knight) => attacks::knight(blocked, bare) != attacks::knight(blocked, with),
        _ => (attacks::rook(blocked, bare) - attacks::rook(blocked, with)).any(),
    };
    obstructs.then(|| (Label::Block, Detail::new(moved, blocked, Ground::Obstructs)))
}

/// 跟: the moved piece keeps watching a guarded rook, knight or cannon of lesser worth that has just moved (1999 28.8).
fn follow(scene: &mut Scene) -> Option<(Label, Detail)> {
    let (moved, target) = (scene.moved(), scene.answered?);
    let board = scene.now.board();
    let [watcher, watched] = [moved, target].map(|square| board.piece_at(square));
    let (watcher, watched) = (watcher?, watched.filter(|piece| is_strong(piece.kind()))?);
    let follows = worth(watched, target) < worth(watcher, moved) && board.is_legal(Move::new(moved, target));
    follows.then(|| (Label::Follow, Detail::new(moved, target, Ground::TrulyRooted)))
}
