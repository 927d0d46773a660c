//! How heavy a chase is (2020 26.9): of a rook or a rootless piece by one piece alone, or only jointly, or of a piece with too few roots.

use super::exchange::{captures_on, local_gain};
use super::gain::GainSearch;
use super::newness::Scene;
use super::threats::{Form, Rooting, Threat};
use super::tracked::Tracked;
use crate::attacks;
use crate::rules::ChaseKind;
use crate::{Bitboard, Color, Move, PieceKind, Square};

/// The kind of one threat.
pub(super) fn kind(scene: &mut Scene, threat: &Threat) -> ChaseKind {
    let is_joint = match threat.form {
        Form::Direct => has_helper(scene, threat),
        Form::Run => !is_solo(scene, threat) && !only_clears_the_way(scene, threat),
        Form::Exchange => true,
    };
    let rook =
        threat.victims.into_iter().any(|victim| piece_kind(&scene.now, victim) == Some(PieceKind::Rook));
    match () {
        () if threat.form == Form::Direct && threat.rooting == Rooting::UnderRooted => ChaseKind::UnderRooted,
        () if is_joint => ChaseKind::Joint,
        () if rook => ChaseKind::Rook,
        () => ChaseKind::Rootless,
    }
}

fn piece_kind(pos: &Tracked, square: Square) -> Option<PieceKind> {
    pos.board().piece_at(square).map(|piece| piece.kind())
}

/// Own pieces other than the king and `attacker`.
fn others(pos: &Tracked, attacker: Square) -> Bitboard {
    let side = pos.board().side_to_move();
    (pos.board().color(side) - pos.board().pieces(side, PieceKind::King)).without(attacker)
}

/// Whether another own piece takes an active part in a direct attack: the mount that has just been brought for a cannon, the second
/// capturer, or the piece that pins a root. A piece that merely stands in the way of a root is no helper.
fn has_helper(scene: &mut Scene, threat: &Threat) -> bool {
    let capture = threat.line[0].mv;
    let moved = scene.moved();
    let brings_mount = piece_kind(&scene.now, capture.from()) == Some(PieceKind::Cannon)
        && piece_kind(&scene.now, capture.to()) != Some(PieceKind::Rook)
        && attacks::between(capture.from(), capture.to()).contains(moved)
        && others(&scene.now, capture.from()).contains(moved);
    brings_mount
        || others(&scene.now, capture.from()).into_iter().any(|helper| is_needed(&scene.now, helper, capture))
}

/// Whether the exchange that `capture` starts is only won because `helper` recaptures too or pins a root.
fn is_needed(now: &Tracked, helper: Square, capture: Move) -> bool {
    let mut bare = now.without(helper);
    let fails_without = local_gain(&mut bare, capture).is_some_and(|gain| gain <= 0);
    fails_without && (is_second_capturer(now, helper, capture) || pins_root(now, &bare, capture))
}

fn is_second_capturer(now: &Tracked, helper: Square, capture: Move) -> bool {
    let mut board = now.board().clone();
    let side = board.side_to_move();
    board.make_move(capture);
    let recaptured = !captures_on(&board, capture.to()).is_empty();
    recaptured && board.attackers_to(capture.to(), side, board.occupied()).contains(helper)
}

/// Whether some recapture that is there by the look of it is illegal, and legal in `bare`.
fn pins_root(now: &Tracked, bare: &Tracked, capture: Move) -> bool {
    let after = |pos: &Tracked| {
        let mut board = pos.board().clone();
        board.make_move(capture);
        board
    };
    let (with, without) = (after(now), after(bare));
    let roots = with.attackers_to(capture.to(), with.side_to_move(), with.occupied());
    roots
        .into_iter()
        .map(|root| Move::new(root, capture.to()))
        .any(|back| !with.is_legal(back) && without.is_legal(back))
}

/// Whether a run of checks is the work of one piece: it makes all the moves, gives all the checks, and needs none of the others.
fn is_solo(scene: &mut Scene, threat: &Threat) -> bool {
    let side = scene.now.board().side_to_move();
    plays_alone(&mut scene.now, threat)
        && strong_others(&scene.now, side, threat.attacker).into_iter().all(|other| {
            let mut bare = scene.now.without(other);
            let first = threat.line[0].mv;
            bare.board().is_legal(first)
                && GainSearch::new(&mut bare, Bitboard::EMPTY, scene.pawns)
                    .starting_with(first)
                    .is_some_and(|outcome| outcome.balance > 0)
        })
}

/// Whether the piece that takes the victim could do so at once if the others that move in the run were gone: they give their checks
/// only to get out of its way.
fn only_clears_the_way(scene: &Scene, threat: &Threat) -> bool {
    let Some(taking) = threat.line.iter().step_by(2).rfind(|step| step.victim == Some(threat.victim)) else {
        return false;
    };
    let movers = threat.line.iter().step_by(2).map(|step| step.mover).filter(|mover| *mover != taking.mover);
    let mut bare = scene.now.clone();
    let mut cleared = false;
    for mover in movers {
        cleared = true;
        bare = bare.without(mover);
    }
    cleared && local_gain(&mut bare, Move::new(taking.mover, threat.victim)).is_some_and(|gain| gain > 0)
}

/// Own rooks, knights, cannons and crossed pawns other than `attacker`.
fn strong_others(pos: &Tracked, side: Color, attacker: Square) -> Bitboard {
    let board = pos.board();
    let pieces = board.pieces(side, PieceKind::Rook)
        | board.pieces(side, PieceKind::Knight)
        | board.pieces(side, PieceKind::Cannon);
    (pieces | (board.pieces(side, PieceKind::Pawn) - Bitboard::home(side))).without(attacker)
}

fn plays_alone(now: &mut Tracked, threat: &Threat) -> bool {
    let mut alone = true;
    let mut made = Vec::new();
    for (ply, step) in threat.line.iter().enumerate() {
        made.push(now.make(step.mv));
        if ply % 2 == 0 {
            alone &= step.mover == threat.attacker && now.board().checkers().without(step.mv.to()).is_empty();
        }
    }
    for step in made.iter().rev() {
        now.unmake(step);
    }
    alone
}
