//! The part of the mechanism that the search calls at every node: checks and chases, without kill threats and gains by
//! exchange, which need a search of their own.
//!
//! Positions are compared by key. The run is walked backwards from the last position and left as soon as neither side can
//! be an offender, so that a harmless repetition costs a few attack look-ups.

use std::cmp::Ordering;

use super::chase;
use super::league;
use super::set::{ChaseLaw, RuleSet, Rules};
use crate::{Bitboard, Board, Color, Game, Move, Ply};

/// What a repetition means for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// Neither side is to blame, or both are.
    Draw,
    /// The side to move loses: its own run is forbidden.
    Loss,
    /// The side to move wins: its opponent's run is forbidden.
    Win,
}

/// How often a position must stand, counting the game before the root, for a repetition that does not lie within the tree.
const GAME_OCCURRENCES: usize = 3;

/// Judges the last position of `game`; `None` where it does not repeat: for the second time within the tree (after
/// `root_len` plies, the root itself left out), or for the third time counting the game before it.
#[inline]
pub fn repetition(game: &Game, set: RuleSet, root_len: usize) -> Option<Repetition> {
    let mut occurrences = 1;
    let first = game.previous_occurrences().find(|&at| {
        occurrences += 1;
        at > root_len || occurrences >= GAME_OCCURRENCES
    })?;
    Some(judge(game, set.rules(), first))
}

/// Weighs both sides' runs since the position after `first` plies.
fn judge(game: &Game, rules: &Rules, first: usize) -> Repetition {
    let plies = &game.plies()[first..];
    let mover = game.board().side_to_move();
    let checks = Color::ALL.map(|side| Checks::of(plies, side == mover));
    let mut levels = checks.map(|run| if run.all { rules.weights.check } else { 0 });
    // A perpetual check outweighs whatever the other side does.
    if !checks.iter().any(|run| run.all) && rules.chase != ChaseLaw::Nothing {
        levels = chases(game.board(), plies, rules, checks)
            .map(|chase| if chase { rules.weights.heavy } else { 0 });
    }
    match levels[mover.index()].cmp(&levels[(!mover).index()]) {
        Ordering::Equal => Repetition::Draw,
        Ordering::Greater => Repetition::Loss,
        Ordering::Less => Repetition::Win,
    }
}

/// One side's checks in a run.
#[derive(Clone, Copy)]
struct Checks {
    any: bool,
    all: bool,
}

impl Checks {
    /// Of the side that moves at the start of the run, or of the other. A run has an even number of plies.
    fn of(plies: &[Ply], moves_first: bool) -> Checks {
        let own = || plies.iter().skip(usize::from(!moves_first)).step_by(2).map(|ply| ply.gives_check);
        Checks { any: own().any(|check| check), all: own().all(|check| check) }
    }
}

/// Whether each side attacks on every move of the run that ends in `last`.
fn chases(last: &Board, plies: &[Ply], rules: &Rules, checks: [Checks; 2]) -> [bool; 2] {
    let mut after = last.clone();
    let mut before = last.clone();
    let mut chasing = checks.map(|run| rules.mixtures || !run.any);
    let mut quarry = Color::ALL.map(|side| last.color(!side));
    for ply in plies.iter().rev() {
        let (Some(mv), true) = (ply.mv, chasing[0] || chasing[1]) else { break };
        before.undo_move(mv, &ply.undo);
        let side = before.side_to_move();
        if chasing[side.index()] && !ply.gives_check {
            let hit = newly_chased(&before, mv, &after, side, quarry[side.index()], rules);
            chasing[side.index()] = hit.any();
            if !rules.many_victims {
                quarry[side.index()] = hit;
            }
        }
        follow_back(&mut quarry[(!side).index()], mv);
        after.undo_move(mv, &ply.undo);
    }
    chasing
}

fn newly_chased(
    before: &Board,
    mv: Move,
    after: &Board,
    side: Color,
    among: Bitboard,
    rules: &Rules,
) -> Bitboard {
    match rules.chase {
        ChaseLaw::Nothing => Bitboard::EMPTY,
        ChaseLaw::MovedPiece => league::chased(after, mv, side, among),
        ChaseLaw::Recapture | ChaseLaw::Gain(_) => chase::newly_chased(before, mv, after, side, among),
    }
}

/// Moves a piece of the set back to where it came from.
fn follow_back(set: &mut Bitboard, mv: Move) {
    if set.contains(mv.to()) {
        *set = set.without(mv.to()).with(mv.from());
    }
}
