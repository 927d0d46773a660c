//! 天天象棋: attacks in a row are counted, whether or not a position repeats, and the player must vary before the counter is
//! full. A capture by either side empties the counters.

use super::history::{History, Name};
use super::labels::Labels;
use super::runs::Overrun;
use super::{Class, Label};

/// Checks in a row allowed to one, to two, and to more checking pieces.
const CHECKS: [usize; 3] = [6, 12, 18];
/// Rounds for which pieces may be chased.
const CHASES: usize = 6;
/// Checks and chases in turn allowed to one attacking piece, and to several.
const MIXED: [usize; 2] = [12, 18];

/// The run that the side which moved to reach the position after `at` plies has just made too long, if it has.
pub(super) fn overrun(history: &History, labels: &mut Labels, at: usize) -> Option<Overrun> {
    let last = at.checked_sub(1)?;
    let side = history.mover(last);
    let found = |class, run: &Run| Some(Overrun { side, class, first: run.first });
    let checks = Run::back_from(history, labels, last, |label| label == Label::Check);
    if checks.length > CHECKS[checks.attackers.len().clamp(1, CHECKS.len()) - 1] {
        return found(Class::PerpetualCheck, &checks);
    }
    let chases = Run::back_from(history, labels, last, |label| label == Label::Chase);
    if chases.length > CHASES {
        return found(Class::PerpetualChase, &chases);
    }
    let mixed = Run::back_from(history, labels, last, |label| label.is_attack());
    if mixed.length > MIXED[mixed.attackers.len().clamp(1, MIXED.len()) - 1] {
        return found(Class::PerpetualAttack, &mixed);
    }
    None
}

/// One side's moves in a row of one character.
struct Run {
    first: usize,
    length: usize,
    attackers: Vec<Name>,
}

impl Run {
    fn back_from(history: &History, labels: &mut Labels, last: usize, fits: impl Fn(Label) -> bool) -> Run {
        let mut run = Run { first: last, length: 0, attackers: Vec::new() };
        for ply in (0..=last).rev() {
            if history.captures(ply) {
                break;
            }
            if history.mover(ply) != history.mover(last) {
                continue;
            }
            let [label] = &labels.judged(ply..ply + 1)[..] else { break };
            if !fits(label.label) {
                break;
            }
            for detail in &label.details {
                let name = history.name(ply + 1, detail.attacker);
                if !run.attackers.contains(&name) {
                    run.attackers.push(name);
                }
            }
            run.first = ply;
            run.length += 1;
        }
        run
    }
}
