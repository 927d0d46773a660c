//! What a move is under the Chinese rule sets: 将, 杀, 捉 or idle, found by exact searches over captures and checks instead of by the
//! look of a single recapture.
//!
//! Start reading at [`Labeller`]. A ply is labelled (in `ply`) from the position before and after it: `kill` looks for mate by checks,
//! `threats` for what the mover could win if it were its turn again, `newness` takes off what stood before the move, `weight` tells a
//! chase by one piece from a joint one, `idle` names the rest. `gain` is the search underneath, `worth` its arithmetic.

mod exchange;
mod gain;
mod idle;
mod kill;
mod newness;
mod ply;
mod seeming;
mod threats;
mod tracked;
mod weight;
mod worth;

use self::gain::Pawns;
use self::ply::label_ply;
use crate::rules::{GainLaw, PlyLabel};
use crate::{Board, Color, Game, Move};
use std::collections::HashMap;
use std::ops::Range;

/// A ply to be labelled.
#[derive(Clone, Debug)]
struct Ply {
    before: Board,
    mv: Move,
    /// The position before the other side's last move, and that move, if there was one.
    previous: Option<(Board, Move)>,
}

/// Labels the plies of a game and remembers them, since a cycle shows the same positions again and again.
#[derive(Debug)]
pub struct Labeller {
    law: GainLaw,
    known: HashMap<MemoKey, PlyLabel>,
}

/// What a label depends on: position, move, the move before it, the position before that where it was a check, and what pawns may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct MemoKey {
    position: u64,
    mv: Move,
    previous: Option<Move>,
    checked_from: Option<u64>,
    pawns: Pawns,
}

impl Labeller {
    /// A labeller that knows no position yet.
    pub fn new(law: GainLaw) -> Labeller {
        Labeller { law, known: HashMap::new() }
    }

    /// The labels of the plies `span` of `game`, in order. A null move is idle.
    pub fn label_span(&mut self, game: &Game, span: Range<usize>) -> Vec<PlyLabel> {
        let plies = plies(game, span);
        let labels = self.label_all(&plies, Pawns::Free);
        if !self.law.pawns_in_mutual_attack || attacks_throughout(&labels, &plies) == [true; 2] {
            return labels;
        }
        // 1999 27.2: a pawn's own attacks count where that makes both sides attack on every move.
        let with_pawns = self.label_all(&plies, Pawns::Attack);
        if attacks_throughout(&with_pawns, &plies) == [true; 2] { with_pawns } else { labels }
    }

    fn label_all(&mut self, plies: &[Option<Ply>], pawns: Pawns) -> Vec<PlyLabel> {
        plies.iter().map(|ply| ply.as_ref().map_or(PlyLabel::IDLE, |ply| self.label(ply, pawns))).collect()
    }

    fn label(&mut self, ply: &Ply, pawns: Pawns) -> PlyLabel {
        let key = MemoKey {
            position: ply.before.key(),
            mv: ply.mv,
            previous: ply.previous.as_ref().map(|(_, mv)| *mv),
            checked_from: ply
                .previous
                .as_ref()
                .filter(|_| ply.before.in_check())
                .map(|(board, _)| board.key()),
            pawns,
        };
        self.known.entry(key).or_insert_with(|| label_ply(ply, pawns)).clone()
    }
}

/// The name of an idle move (兑, 献, 拦, 跟 or plain 闲), whatever set called it idle.
pub(super) fn name_idle(before: &Board, mv: Move, previous: Option<(&Board, Move)>) -> PlyLabel {
    idle::name(&mut newness::Scene::new(before, mv, previous, Pawns::Free))
}

/// The plies `span` of `game`, with the positions they were played in; `None` for a null move.
fn plies(game: &Game, span: Range<usize>) -> Vec<Option<Ply>> {
    let mut board = game.start().clone();
    let mut previous = None;
    let mut plies = Vec::with_capacity(span.len());
    for (at, played) in game.plies().iter().enumerate().take(span.end) {
        let is_needed = at + 1 >= span.start;
        let before = is_needed.then(|| board.clone());
        match played.mv {
            Some(mv) => board.make_move(mv),
            None => board.make_null(),
        };
        let here = played.mv.zip(before);
        if at >= span.start {
            plies.push(here.clone().map(|(mv, before)| Ply { before, mv, previous }));
        }
        previous = here.map(|(mv, before)| (before, mv));
    }
    plies
}

/// Whether each side attacks on every one of its moves.
fn attacks_throughout(labels: &[PlyLabel], plies: &[Option<Ply>]) -> [bool; 2] {
    Color::ALL.map(|side| {
        let moved = |ply: &Option<Ply>| ply.as_ref().is_some_and(|ply| ply.before.side_to_move() == side);
        labels.iter().zip(plies).filter(|(_, ply)| moved(ply)).all(|(label, _)| label.label.is_attack())
    })
}
