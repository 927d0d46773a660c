//! What a side's run of moves amounts to under a rule set, and which side has to answer for it.

use super::history::{History, Name};
use super::labels::Labels;
use super::set::{ChaseLaw, OpenRun, Rules};
use super::{Class, Label, Outcome, Reason, SideRun};
use crate::Color;

/// Both sides' runs over a span of plies.
pub(super) struct Runs {
    /// By `Color::index`.
    pub sides: [SideRun; 2],
}

/// Whether a pawn's own attacks count where both sides attack (27.2 of 1999).
fn counts_pawns(rules: &Rules) -> bool {
    matches!(rules.chase, ChaseLaw::Gain(law) if law.pawns_in_mutual_attack)
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
    pawn_attack: bool,
}

impl Runs {
    /// Judges the plies from `first` up to `end`.
    pub fn of(history: &History, labels: &mut Labels, rules: &Rules, first: usize, end: usize) -> Runs {
        let mut runs = Color::ALL.map(|side| Run::of(history, labels, side, first, end));
        let judge = |run: &Run| run.judge(history, rules, end);
        let mut sides = runs.each_ref().map(judge);
        for (own, other) in [(0, 1), (1, 0)] {
            if sides[own].level == 0 && sides[other].level > 0 && counts_pawns(rules) {
                runs[own].count_pawns();
                sides[own] = judge(&runs[own]);
            }
        }
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
    fn of(history: &History, labels: &mut Labels, side: Color, first: usize, end: usize) -> Run {
        let own = (first..end).filter(|&ply| history.mover(ply) == side);
        let plies = own.map(|ply| Step::of(history, labels, ply)).collect();
        Run { plies }
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

    /// Lets a pawn's attacks count, as 27.2 of 1999 does in a mutual attack.
    fn count_pawns(&mut self) {
        for step in &mut self.plies {
            if !step.label.is_attack() && step.pawn_attack {
                step.label = Label::Chase;
            }
        }
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
    fn of(history: &History, labels: &mut Labels, ply: usize) -> Step {
        let label = labels.judged(ply);
        Step {
            label: label.label,
            light: label.label == Label::Chase && label.kind.is_some_and(|kind| kind.is_light()),
            chased: label.chased().map(|square| history.name(ply + 1, square)).collect(),
            pawn_attack: label.has_pawn_attack(),
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

/// Whether the side that moved to reach the position after `at` plies has attacked on all its last moves, as many as
/// `open` allows, on that many points, while the other side did not. The run holds no capture.
pub(super) fn open_run(history: &History, labels: &mut Labels, open: OpenRun, at: usize) -> Option<Overrun> {
    let first = at.checked_sub(2 * open.attacks - 1)?;
    if (first..at).any(|ply| history.captures(ply)) {
        return None;
    }
    let side = history.mover(first);
    let mut points = Vec::new();
    for ply in (first..at).step_by(2) {
        let label = labels.judged(ply);
        if !label.label.is_attack() {
            return None;
        }
        points.extend(label.details.iter().map(|detail| detail.target));
    }
    points.sort_unstable();
    points.dedup();
    let answered_in_kind = (first + 1..at).step_by(2).all(|ply| labels.judged(ply).label.is_attack());
    let broken = points.len() >= open.points && !answered_in_kind;
    broken.then_some(Overrun { side, class: Class::PerpetualAttack, first })
}
