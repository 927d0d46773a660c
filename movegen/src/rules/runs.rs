//! What a side's run of moves amounts to under a rule set, and which side has to answer for it.

use super::history::{History, Name};
use super::labels::Labels;
use super::set::{OpenRun, Rules};
use super::{Class, Label, Outcome, PlyLabel, Reason, SideRun};
use crate::{Bitboard, Color};

/// Both sides' runs over a span of plies.
pub(super) struct Runs {
    /// By `Color::index`.
    pub sides: [SideRun; 2],
}

/// One side's plies in the span, with their labels' gist.
struct Run {
    plies: Vec<Step>,
}

/// The gist of a label.
#[derive(Clone)]
struct Step {
    label: Label,
    light: bool,
    chased: Vec<Name>,
}

impl Runs {
    /// Judges the plies from `first` up to `end`.
    pub fn of(history: &History, labels: &mut Labels, rules: &Rules, first: usize, end: usize) -> Runs {
        let labels = labels.judged(first..end);
        let runs = Color::ALL.map(|side| Run::of(history, &labels, side, first));
        let mut sides = runs.each_ref().map(|run| run.judge(history, rules, end));
        for (own, other) in [(0, 1), (1, 0)] {
            if rules.answers_excused && runs[own].answers(&runs[other], &sides[own], &sides[other]) {
                sides[own] = SideRun::IDLE;
            }
        }
        Runs { sides }
    }

    /// Who loses, or that nobody does, and why.
    pub fn outcome(&self) -> (Outcome, Reason) {
        let [red, black] = &self.sides;
        let heavier = match red.level.cmp(&black.level) {
            std::cmp::Ordering::Greater => Some((Color::Red, red)),
            std::cmp::Ordering::Less => Some((Color::Black, black)),
            std::cmp::Ordering::Equal => None,
        };
        match heavier {
            Some((side, run)) => (Outcome::Loses(side), run.class.offence().unwrap_or(Reason::Repetition)),
            None if red.level == 0 => (Outcome::Draw, Reason::Repetition),
            None if red.class == Class::PerpetualCheck && black.class == Class::PerpetualCheck => {
                (Outcome::Draw, Reason::MutualPerpetualCheck)
            }
            None => (Outcome::Draw, Reason::MutualPerpetualAttack),
        }
    }
}

impl Run {
    fn of(history: &History, labels: &[PlyLabel], side: Color, first: usize) -> Run {
        let own = (first..).zip(labels).filter(|(ply, _)| history.mover(*ply) == side);
        Run { plies: own.map(|(ply, label)| Step::of(history, label, ply)).collect() }
    }

    /// The run's class, its weight, and the pieces it is aimed at.
    fn judge(&self, history: &History, rules: &Rules, end: usize) -> SideRun {
        let all = |label: Label| !self.plies.is_empty() && self.plies.iter().all(|step| step.label == label);
        if all(Label::Check) {
            return SideRun { class: Class::PerpetualCheck, level: rules.weights.check, targets: Vec::new() };
        }
        let victims = self.victims(rules);
        let Some(victims) = victims else { return SideRun::IDLE };
        let class = match (all(Label::Kill), all(Label::Chase)) {
            (true, _) => Class::PerpetualKill,
            (_, true) => Class::PerpetualChase,
            _ => Class::PerpetualAttack,
        };
        let light = self.plies.iter().any(|step| step.light);
        let level = if light { rules.weights.light } else { rules.weights.heavy };
        let targets = victims.iter().filter_map(|&name| history.square_of(end, name)).collect();
        SideRun { class, level, targets }
    }

    /// The pieces chased on every move, or in a set that allows for several, on any; `None` if the run is allowed.
    fn victims(&self, rules: &Rules) -> Option<Vec<Name>> {
        let counts = |step: &Step| match step.label {
            Label::Check => rules.mixtures,
            Label::Kill => rules.kill,
            Label::Chase => true,
            _ => false,
        };
        if self.plies.is_empty() || !self.plies.iter().all(counts) {
            return None;
        }
        let mut chased = self.plies.iter().map(|step| step.chased.clone());
        let mut victims = chased.next()?;
        if rules.many_victims {
            victims.extend(chased.flatten());
            victims.sort_unstable();
            victims.dedup();
            return Some(victims);
        }
        for more in chased {
            victims.retain(|name| more.contains(name));
        }
        victims.dedup();
        (!victims.is_empty()).then_some(victims)
    }

    /// 两打一还打: this side attacks on every move, the other on every second one at least, so that one of the two attacks
    /// answers an attack. A perpetual check is no answer.
    fn answers(&self, other: &Run, own_side: &SideRun, other_side: &SideRun) -> bool {
        let attacks = other.plies.iter().filter(|step| step.label.is_attack()).count();
        let excusable =
            own_side.level > 0 && own_side.class != Class::PerpetualCheck && other_side.level == 0;
        excusable && 2 * attacks >= self.plies.len()
    }
}

impl Step {
    fn of(history: &History, label: &PlyLabel, ply: usize) -> Step {
        Step {
            label: label.label,
            light: label.label == Label::Chase && label.kind.is_some_and(|kind| kind.is_light()),
            chased: label.chased().map(|square| history.name(ply + 1, square)).collect(),
        }
    }
}

/// A run of attacks that breaks the rule by its length, whether or not it closes.
pub(super) struct Overrun {
    /// Who attacks.
    pub side: Color,
    /// By which means.
    pub class: Class,
    /// The first ply of the run.
    pub first: usize,
}

/// Whether a side has attacked on all its last moves before the position after `at` plies, as many as `open` allows, on that
/// many points, while the other side did not. The run holds no capture.
pub(super) fn open_run(history: &History, labels: &mut Labels, open: OpenRun, at: usize) -> Option<Overrun> {
    // The run ends with the last ply or with the one before it.
    [at, at.checked_sub(1)?].into_iter().find_map(|end| open_run_to(history, labels, open, end))
}

fn open_run_to(history: &History, labels: &mut Labels, open: OpenRun, end: usize) -> Option<Overrun> {
    let first = end.checked_sub(2 * open.attacks - 1)?;
    if (first..end).any(|ply| history.captures(ply)) {
        return None;
    }
    let labels = labels.judged(first..end);
    let attacks = |skip: usize| labels.iter().skip(skip).step_by(2).all(|label| label.label.is_attack());
    let targets = labels.iter().step_by(2).flat_map(|label| &label.details).map(|detail| detail.target);
    let points: Bitboard = targets.collect();
    let broken = attacks(0) && !attacks(1) && points.len() >= open.points;
    broken.then_some(Overrun { side: history.mover(first), class: Class::PerpetualAttack, first })
}
