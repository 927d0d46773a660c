//! The label of each ply under a rule set's own definition of a chase.
//!
//! Two tiers: [`Labels::judged`] is what the verdict needs; [`Labels::explained`] adds what a reader wants to see besides,
//! kill threats where the set lets them pass, and the names of idle moves.

use std::collections::HashMap;
use std::ops::Range;

use super::chinese::{self, Labeller};
use super::history::History;
use super::set::{ChaseLaw, Rules};
use super::{ChaseKind, Detail, Excuse, Ground, Label, PlyLabel, Refused, chase, league};
use crate::mate;
use crate::{Bitboard, Board, Move, PieceKind, Square};

/// How far a kill threat is looked for. Eight checks in a row is what the figures of 2020 need; a search that meets the
/// node limit names no kill: a limit must not accuse.
pub(super) const KILL_LIMITS: mate::Limits = mate::Limits { moves: 8, nodes: 20_000, checks_only: true };

/// Labels of a game's plies, each worked out once.
pub(super) struct Labels<'h> {
    history: &'h History<'h>,
    /// The static definitions look at one ply alone.
    known: Vec<Option<PlyLabel>>,
    law: ChaseLaw,
    labeller: Option<Labeller>,
}

impl<'h> Labels<'h> {
    pub fn new(history: &'h History<'h>, rules: &Rules) -> Labels<'h> {
        let labeller = match rules.chase {
            ChaseLaw::Gain(law) => Some(Labeller::new(law)),
            _ => None,
        };
        Labels { history, known: vec![None; history.len()], law: rules.chase, labeller }
    }

    /// The labels of a span of plies as the verdict needs them.
    pub fn judged(&mut self, span: Range<usize>) -> Vec<PlyLabel> {
        match &mut self.labeller {
            Some(labeller) => {
                let mut labels = labeller.label_span(self.history.game(), span.clone());
                borrow_first(self.history, span, &mut labels);
                labels
            }
            None => span.map(|ply| self.judged_alone(ply)).collect(),
        }
    }

    /// The same with what a reader wants to know besides.
    pub fn explained(&mut self, span: Range<usize>) -> Vec<PlyLabel> {
        let labels = self.judged(span.clone());
        if self.labeller.is_some() {
            return labels;
        }
        // A long repetition shows the same few moves again and again.
        let mut told = HashMap::new();
        let history = self.history;
        let explained = span.clone().zip(labels).map(|(ply, label)| {
            let last = ply.checked_sub(1).and_then(|last| history.move_at(last));
            let same = (history.board(ply).key(), history.move_at(ply), last);
            told.entry(same).or_insert_with(|| explain(history, ply, label)).clone()
        });
        let mut explained: Vec<PlyLabel> = explained.collect();
        borrow_first(self.history, span, &mut explained);
        explained
    }

    fn judged_alone(&mut self, ply: usize) -> PlyLabel {
        let (history, law) = (self.history, self.law);
        self.known[ply].get_or_insert_with(|| static_label(history, law, ply)).clone()
    }
}

/// Where a game begins with the cycle, nothing is known of what came before its first ply: the same move, when it comes back
/// later in the span, is judged knowing more.
fn borrow_first(history: &History, span: Range<usize>, labels: &mut [PlyLabel]) {
    let same = |ply: &usize| {
        history.board(*ply).key() == history.board(0).key() && history.move_at(*ply) == history.move_at(0)
    };
    if span.start == 0
        && let Some(later) = span.skip(1).find(same)
    {
        labels[0] = labels[later].clone();
    }
}

/// Adds kill threats and the names of idle moves to a label of a static definition.
fn explain(history: &History, ply: usize, label: PlyLabel) -> PlyLabel {
    let Some(mv) = history.move_at(ply).filter(|_| label.label != Label::Check) else { return label };
    if let Some(kill) = kill_threat(history.board(ply + 1)) {
        let details = std::iter::once(kill).chain(label.details).collect();
        return PlyLabel { label: Label::Kill, kind: None, details, ..label };
    }
    match label.label {
        Label::Idle => {
            let previous =
                ply.checked_sub(1).and_then(|last| Some((history.board(last), history.move_at(last)?)));
            PlyLabel { refused: label.refused, ..chinese::name_idle(history.board(ply), mv, previous) }
        }
        _ => label,
    }
}

fn static_label(history: &History, law: ChaseLaw, ply: usize) -> PlyLabel {
    let Some(mv) = history.move_at(ply) else { return PlyLabel::IDLE };
    let (before, after) = (history.board(ply), history.board(ply + 1));
    if history.gives_check(ply) {
        return check(after);
    }
    match law {
        ChaseLaw::Recapture => recapture_chase(before, mv, after),
        ChaseLaw::MovedPiece => moved_piece_chase(before, mv, after),
        ChaseLaw::Nothing | ChaseLaw::Gain(_) => PlyLabel::IDLE,
    }
}

fn check(after: &Board) -> PlyLabel {
    let king = after.king(after.side_to_move());
    let details =
        after.checkers().into_iter().map(|checker| Detail::new(checker, king, Ground::Check)).collect();
    PlyLabel { label: Label::Check, details, ..PlyLabel::IDLE }
}

/// 杀: what the mover could do if its opponent passed.
fn kill_threat(after: &Board) -> Option<Detail> {
    let mate::Answer::Mate(line) = mate::threat(after, KILL_LIMITS) else { return None };
    let king = after.king(after.side_to_move());
    Some(Detail { line: line.clone(), ..Detail::new(line.first()?.from(), king, Ground::Mate) })
}

/// The Asian chase, every pair looked at.
fn recapture_chase(before: &Board, mv: Move, after: &Board) -> PlyLabel {
    let side = before.side_to_move();
    let mut found = Found::default();
    for target in after.color(!side) - after.pieces(!side, PieceKind::King) {
        for attacker in after.attackers_to(target, side, after.occupied()) {
            found.add(attacker, target, recapture_pair(before, mv, after, attacker, target));
        }
    }
    found.label(after)
}

fn recapture_pair(
    before: &Board,
    mv: Move,
    after: &Board,
    attacker: Square,
    target: Square,
) -> Result<Ground, Excuse> {
    let side = before.side_to_move();
    if !chase::victims(after, !side).contains(target) {
        return Err(Excuse::UncrossedPawn);
    }
    match after.piece_at(attacker).map(|piece| piece.kind()) {
        Some(PieceKind::King) => return Err(Excuse::King),
        Some(PieceKind::Pawn) => return Err(Excuse::Pawn),
        _ => {}
    }
    let ground = chase::explain(after, attacker, target, side)?;
    if chase::stood_before(before, mv, attacker, target, side) { Err(Excuse::Standing) } else { Ok(ground) }
}

/// The league's chase.
fn moved_piece_chase(before: &Board, mv: Move, after: &Board) -> PlyLabel {
    let side = before.side_to_move();
    let mut found = Found::default();
    let aimed_at: Bitboard =
        after.attacks_from(mv.to()) & (after.color(!side) - after.pieces(!side, PieceKind::King));
    for target in aimed_at {
        let ground = league::ground(after, mv, target, side).ok_or(Excuse::OutsideTheSet);
        found.add(mv.to(), target, ground);
    }
    found.label(after)
}

/// The pairs that count and those that do not.
#[derive(Default)]
struct Found {
    details: Vec<Detail>,
    refused: Vec<Refused>,
}

impl Found {
    fn add(&mut self, attacker: Square, target: Square, judged: Result<Ground, Excuse>) {
        match judged {
            Ok(ground) => self.details.push(Detail::new(attacker, target, ground)),
            Err(excuse) => self.refused.push(Refused { attacker, target, excuse }),
        }
    }

    fn label(self, after: &Board) -> PlyLabel {
        if self.details.is_empty() {
            return PlyLabel { refused: self.refused, ..PlyLabel::IDLE };
        }
        let is_rook = |square| after.piece_at(square).is_some_and(|piece| piece.kind() == PieceKind::Rook);
        let rook = self.details.iter().any(|detail| is_rook(detail.target));
        let kind = Some(if rook { ChaseKind::Rook } else { ChaseKind::Rootless });
        PlyLabel { label: Label::Chase, kind, details: self.details, refused: self.refused }
    }
}

impl PlyLabel {
    /// The pieces chased, on their squares after the move.
    pub(super) fn chased(&self) -> impl Iterator<Item = Square> + '_ {
        let is_chase = |ground: Ground| {
            matches!(
                ground,
                Ground::Rootless
                    | Ground::FalseRoot(_)
                    | Ground::UnderRooted
                    | Ground::WorthMore
                    | Ground::ThroughChecks
                    | Ground::ThroughExchange
                    | Ground::EachTakesOne
            )
        };
        self.details.iter().filter(move |detail| is_chase(detail.ground)).map(|detail| detail.target)
    }
}
