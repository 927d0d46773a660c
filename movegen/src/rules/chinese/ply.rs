//! The label of one ply, with its evidence: what it attacks and why that counts, and what it only seems to attack.

use super::gain::Pawns;
use super::newness::Scene;
use super::threats::{Form, Keep, Rooting, Survey, Threat, survey};
use super::{Ply, idle, kill, seeming, weight};
use crate::rules::{Detail, Excuse, Ground, Label, PlyLabel, Refused};
use crate::{Bitboard, Board, Move, PieceKind, Square};

/// The label of one ply.
pub(super) fn label_ply(ply: &Ply, pawns: Pawns) -> PlyLabel {
    let mut after = ply.before.clone();
    after.make_move(ply.mv);
    if after.in_check() {
        return check_label(&after);
    }
    let mut scene =
        Scene::new(&ply.before, ply.mv, ply.previous.as_ref().map(|(board, mv)| (board, *mv)), pawns);
    let moved_king = after.piece_at(ply.mv.to()).is_some_and(|piece| piece.kind() == PieceKind::King);
    if ply.before.in_check() && moved_king {
        return kings_answer(&mut scene);
    }
    if let Some(line) = kill::kill(scene.now.board()) {
        let king = after.king(after.side_to_move());
        let detail = Detail { line: line.clone(), ..Detail::new(line[0].from(), king, Ground::Mate) };
        return PlyLabel { label: Label::Kill, details: vec![detail], ..PlyLabel::IDLE };
    }
    chase_or_idle(&mut scene)
}

fn check_label(after: &Board) -> PlyLabel {
    let king = after.king(after.side_to_move());
    let details =
        after.checkers().into_iter().map(|checker| Detail::new(checker, king, Ground::Check)).collect();
    PlyLabel { label: Label::Check, details, ..PlyLabel::IDLE }
}

/// 2020 26.1: the king's answer to a check is idle, whatever it uncovers.
fn kings_answer(scene: &mut Scene) -> PlyLabel {
    let found = survey(&mut scene.now, Keep::Sound, scene.pawns).threats;
    let refuse = |threat: Threat| Refused {
        attacker: threat.attacker,
        target: threat.victim,
        excuse: Excuse::AnswersCheck,
    };
    PlyLabel { refused: found.into_iter().map(refuse).collect(), ..idle::name(scene) }
}

/// Looks for threats that are new, no offers, and not excused.
fn chase_or_idle(scene: &mut Scene) -> PlyLabel {
    let found = survey(&mut scene.now, Keep::Sound, scene.pawns);
    let past = scene.past().threats;
    let mut refused = Vec::new();
    let (mut chases, mut offers) = (Vec::new(), Vec::new());
    for threat in &found.threats {
        let Some(excuse) = excuse(scene, threat, &past, &found) else {
            chases.push(threat.clone());
            continue;
        };
        refused.push(Refused { attacker: threat.attacker, target: threat.victim, excuse });
        offers.extend((excuse == Excuse::Exchange).then_some(threat));
    }
    let known: Vec<(Square, Square)> =
        found.threats.iter().map(|threat| (threat.attacker, threat.victim)).collect();
    refused.extend(seeming::attacks(scene, &known));
    if chases.is_empty() {
        // What would be a new chase but for the victim's power to take back in kind is the offer of an exchange; told by the pair itself.
        let telling = offers.iter().find(|threat| threat.offer).or(offers.first());
        let pair = telling.map(|threat| Detail::new(threat.attacker, threat.victim, Ground::EqualExchange));
        return PlyLabel { refused, ..pair.map_or_else(|| idle::name(scene), idle::offer_label) };
    }
    let kind = chases.iter().map(|threat| weight::kind(scene, threat)).min();
    PlyLabel { label: Label::Chase, kind, details: details(scene, &chases), refused }
}

/// Why `threat` is not counted, if it is not.
fn excuse(scene: &mut Scene, threat: &Threat, past: &[Threat], now: &Survey) -> Option<Excuse> {
    if scene.is_old(threat, past, now.victims(Form::Direct)) {
        Some(Excuse::Standing)
    } else if threat.offer || is_light_on_offered(scene, threat, now.offered) {
        Some(Excuse::Exchange)
    } else if is_lone_defender(scene, threat) {
        Some(Excuse::LoneDefender)
    } else {
        None
    }
}

/// Whether a direct threat needs several captures or pieces to win what some piece offers to exchange: the other side would exchange
/// before. A single piece that attacks it is not excused by the offer of another.
fn is_light_on_offered(scene: &mut Scene, threat: &Threat, offered: Bitboard) -> bool {
    threat.form == Form::Direct && offered.contains(threat.victim) && weight::kind(scene, threat).is_light()
}

/// 27.3 of 1999, 26.2 of 2020: the side's only attacker takes the point that parries a mate, and so happens to hit an advisor or bishop.
fn is_lone_defender(scene: &mut Scene, threat: &Threat) -> bool {
    let board = scene.now.board();
    let side = board.side_to_move();
    let guards = [PieceKind::Advisor, PieceKind::Bishop, PieceKind::King];
    let attackers = guards.into_iter().fold(board.color(side), |rest, kind| rest - board.kind(kind));
    let hits_guard = board
        .piece_at(threat.victim)
        .is_some_and(|piece| matches!(piece.kind(), PieceKind::Advisor | PieceKind::Bishop));
    if attackers.len() != 1 || !hits_guard || scene.before.board().in_check() {
        return false;
    }
    let mut before = scene.before.board().clone();
    before.make_null();
    let mut after = board.clone();
    after.make_null();
    kill::kill(&before).is_some() && kill::kill(&after).is_none()
}

/// The evidence for a chase: of several ways for one piece to win another, the first of the best.
fn details(scene: &Scene, chases: &[Threat]) -> Vec<Detail> {
    let mut told: Vec<&Threat> = Vec::new();
    for threat in chases {
        match told.iter_mut().find(|other| other.attacker == threat.attacker && other.victim == threat.victim)
        {
            Some(other) if threat.balance > other.balance => *other = threat,
            Some(_) => {}
            None => told.push(threat),
        }
    }
    told.into_iter().map(|threat| detail(scene, threat)).collect()
}

fn detail(scene: &Scene, threat: &Threat) -> Detail {
    let ground = match (threat.form, threat.rooting) {
        (Form::Run, _) => Ground::ThroughChecks,
        (Form::Exchange, _) => Ground::ThroughExchange,
        (Form::Direct, _) if threat.balance == 0 => Ground::EachTakesOne,
        (Form::Direct, Rooting::Dearer) => Ground::WorthMore,
        (Form::Direct, Rooting::UnderRooted) => Ground::UnderRooted,
        (Form::Direct, Rooting::Rootless) => {
            false_root(scene, threat.line[0].mv).map_or(Ground::Rootless, Ground::FalseRoot)
        }
    };
    let line =
        if threat.line.len() > 1 { threat.line.iter().map(|step| step.mv).collect() } else { Vec::new() };
    Detail { line, ..Detail::new(threat.attacker, threat.victim, ground) }
}

/// A piece that seems to guard the victim of `capture` but may not recapture.
fn false_root(scene: &Scene, capture: Move) -> Option<Square> {
    let mut board = scene.now.board().clone();
    board.make_move(capture);
    board.attackers_to(capture.to(), board.side_to_move(), board.occupied()).first()
}
