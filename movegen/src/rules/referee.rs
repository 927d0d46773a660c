//! The referee: the verdict on a game, as an arbiter would give it without waiting for a claim.

use super::counters;
use super::history::History;
use super::labels::Labels;
use super::material;
use super::runs::{self, Runs};
use super::set::{Articles, CheckCount, Rules};
use super::{Cycle, Earlier, Outcome, PlyNote, Reason, RuleSet, SideRun, Verdict};
use crate::notation::chinese;
use crate::{Game, Move};

/// Judges games by one rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Referee {
    set: RuleSet,
    natural_limit: Option<u16>,
}

impl Referee {
    /// A referee with the set's own natural limit.
    pub fn new(set: RuleSet) -> Referee {
        Referee { set, natural_limit: Some(2 * set.rules().natural.rounds) }
    }

    /// Another natural limit, in plies; `None` switches it off.
    pub fn with_natural_limit(self, plies: Option<u16>) -> Referee {
        Referee { natural_limit: plies, ..self }
    }

    /// The whole verdict: the final position's, its moves explained, and what earlier positions deserved.
    pub fn judge(&self, game: &Game) -> Verdict {
        let history = History::new(game);
        let mut hearing = Hearing::new(self, &history);
        let finding = hearing.finding(history.len());
        let plies = finding.span.map_or(Vec::new(), |span| hearing.notes(span));
        Verdict {
            rules: self.set,
            outcome: finding.outcome,
            is_final: finding.is_final,
            reason: finding.reason,
            article: article(&self.set.rules().articles, finding.reason),
            cycle: finding.cycle,
            sides: finding.sides,
            plies,
            earlier: hearing.earlier(),
        }
    }

    /// The verdict on a game whose next move is illegal: its side loses (1999 rules, 4.1.6).
    pub fn judge_illegal(&self, game: &Game) -> Verdict {
        let before = self.judge(game);
        let (outcome, reason) = (Outcome::Loses(game.board().side_to_move()), Reason::IllegalMove);
        let mut earlier = before.earlier;
        let standing =
            earlier.last().is_some_and(|last| (last.outcome, last.reason) == (before.outcome, before.reason));
        if before.outcome != Outcome::Ongoing && !standing {
            earlier.push(Earlier {
                ply: game.len().saturating_sub(1),
                outcome: before.outcome,
                reason: before.reason,
            });
        }
        let finding = Finding::plain(outcome, reason);
        Verdict {
            rules: self.set,
            outcome,
            is_final: true,
            reason,
            article: article(&self.set.rules().articles, reason),
            cycle: None,
            sides: finding.sides,
            plies: Vec::new(),
            earlier,
        }
    }

    /// Outcome and reason of the final position alone.
    pub fn outcome(&self, game: &Game) -> (Outcome, Reason) {
        let history = History::new(game);
        let finding = Hearing::new(self, &history).finding(history.len());
        (finding.outcome, finding.reason)
    }

    /// The moves of the side to move that would lose by rule at once.
    pub fn losing_moves(&self, game: &Game) -> Vec<Move> {
        let mover = game.board().side_to_move();
        let mut trial = game.clone();
        let mut losing = Vec::new();
        for mv in game.board().legal_moves().iter().copied() {
            trial.push(mv);
            if self.may_be_decided(&trial) && self.outcome(&trial).0 == Outcome::Loses(mover) {
                losing.push(mv);
            }
            trial.pop();
        }
        losing
    }

    /// Whether the last position repeats often enough to be looked at more closely.
    fn may_be_decided(&self, game: &Game) -> bool {
        let rules = self.set.rules();
        self.set == RuleSet::Sky
            || game.occurrences_before() + 1 >= rules.occurrences
            || rules.open_run.is_some() && game.occurrences_before() > 0
    }
}

/// What one position of the game deserves.
struct Finding {
    outcome: Outcome,
    is_final: bool,
    reason: Reason,
    cycle: Option<Cycle>,
    /// The plies the finding rests on.
    span: Option<Span>,
    sides: [SideRun; 2],
}

/// Plies from `first` up to, not including, `end`.
#[derive(Clone, Copy)]
struct Span {
    first: usize,
    end: usize,
}

impl Finding {
    /// Without a look at anybody's moves.
    fn plain(outcome: Outcome, reason: Reason) -> Finding {
        let sides = [SideRun::IDLE, SideRun::IDLE];
        Finding { outcome, is_final: true, reason, cycle: None, span: None, sides }
    }
}

/// One game before one referee.
struct Hearing<'h> {
    set: RuleSet,
    rules: &'static Rules,
    natural_limit: Option<u16>,
    history: &'h History<'h>,
    labels: Labels<'h>,
}

impl<'h> Hearing<'h> {
    fn new(referee: &Referee, history: &'h History<'h>) -> Hearing<'h> {
        let rules = referee.set.rules();
        let labels = Labels::new(history, rules);
        Hearing { set: referee.set, rules, natural_limit: referee.natural_limit, history, labels }
    }

    /// What the position after `at` plies deserves.
    fn finding(&mut self, at: usize) -> Finding {
        let board = self.history.board(at);
        let repetition = self.repetition(at);
        let settled = if at == self.history.len() && board.is_lost() {
            let reason = if board.in_check() { Reason::Checkmate } else { Reason::Stalemate };
            Some((Outcome::Loses(board.side_to_move()), reason))
        } else if material::is_dead(board) {
            Some((Outcome::Draw, Reason::InsufficientMaterial))
        } else if repetition.outcome == Outcome::Ongoing && self.limit_reached(at) {
            Some((Outcome::Draw, Reason::NaturalMoveLimit))
        } else {
            None
        };
        match settled {
            Some((outcome, reason)) => Finding { outcome, reason, is_final: true, ..repetition },
            None => repetition,
        }
    }

    /// The verdict by repetition; ongoing where there is none yet.
    fn repetition(&mut self, at: usize) -> Finding {
        let stood = self.history.occurrences(at);
        let cycle = (stood.len() > 1).then(|| Cycle {
            first_ply: stood[0],
            length: at - stood[stood.len() - 2],
            count: stood.len() - 1,
        });
        if let Some(finding) = self.open_run(at, cycle) {
            return finding;
        }
        let Some(cycle) = cycle else { return Finding::plain(Outcome::Ongoing, Reason::None) };
        let ripe = stood.len() >= self.rules.occurrences;
        if !ripe && at < self.history.len() {
            return Finding { cycle: Some(cycle), ..Finding::plain(Outcome::Ongoing, Reason::None) };
        }
        let span = Span { first: cycle.first_ply, end: at };
        let runs = Runs::of(self.history, &mut self.labels, self.rules, span.first, span.end);
        let (outcome, reason) = match (ripe, self.set) {
            (false, _) => (Outcome::Ongoing, Reason::None),
            (true, RuleSet::Sky) => (Outcome::Draw, Reason::Repetition),
            (true, _) => runs.outcome(),
        };
        // The order to vary has been given, and the cycle was played once more (24.3).
        let warned = stood.len() > self.rules.occurrences;
        let is_offence = matches!(outcome, Outcome::Loses(_)) && reason != Reason::PerpetualCheck;
        let is_final = !(self.rules.warns && is_offence && !warned);
        Finding { outcome, is_final, reason, cycle: Some(cycle), span: Some(span), sides: runs.sides }
    }

    /// Runs that are counted rather than compared: those of the sky rules, and attacks over changing positions.
    fn open_run(&mut self, at: usize, cycle: Option<Cycle>) -> Option<Finding> {
        let over = if self.set == RuleSet::Sky {
            counters::overrun(self.history, &mut self.labels, at)?
        } else {
            let open = self.rules.open_run?;
            cycle?;
            runs::open_run(self.history, &mut self.labels, open, at)?
        };
        let span = Span { first: over.first, end: at };
        let mut sides = Runs::of(self.history, &mut self.labels, self.rules, span.first, span.end).sides;
        let offender = &mut sides[over.side.index()];
        (offender.class, offender.level) = (over.class, self.rules.weights.check);
        let reason = over.class.offence().unwrap_or(Reason::Repetition);
        let outcome = Outcome::Loses(over.side);
        Some(Finding { outcome, is_final: true, reason, cycle, span: Some(span), sides })
    }

    /// 自然限着.
    fn limit_reached(&self, at: usize) -> bool {
        let Some(limit) = self.natural_limit else { return false };
        let clock = self.history.board(at).clock();
        match self.rules.natural.checks {
            CheckCount::All => clock >= limit,
            CheckCount::TenASide => self.history.rule_clock(at) >= limit,
            CheckCount::TwentyTogether => {
                let beyond = self.history.checks_since_capture(at).saturating_sub(20);
                clock.saturating_sub(2 * beyond) >= limit
            }
        }
    }

    /// The moves of a span, explained.
    fn notes(&mut self, span: Span) -> Vec<PlyNote> {
        let labels = self.labels.explained(span.first..span.end);
        let note = |(ply, label)| {
            let mv = self.history.move_at(ply)?;
            let text = chinese::format(self.history.board(ply), mv);
            Some(PlyNote { ply, side: self.history.mover(ply), mv, text, label })
        };
        (span.first..).zip(labels).filter_map(note).collect()
    }

    /// What the positions before the last deserved; a verdict that stands over several positions is listed once.
    fn earlier(&mut self) -> Vec<Earlier> {
        let mut found: Vec<Earlier> = Vec::new();
        let mut standing = None;
        for at in 0..self.history.len() {
            let finding = self.finding(at);
            let verdict = (finding.outcome, finding.reason);
            if finding.outcome != Outcome::Ongoing && standing != Some(verdict) {
                found.push(Earlier {
                    ply: at.saturating_sub(1),
                    outcome: finding.outcome,
                    reason: finding.reason,
                });
            }
            standing = Some(verdict);
        }
        found
    }
}

/// The article that gives the reason its force.
fn article(articles: &'static Articles, reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate | Reason::Stalemate => articles.mate,
        Reason::PerpetualCheck => articles.check,
        Reason::PerpetualKill => articles.kill,
        Reason::PerpetualChase => articles.chase,
        Reason::PerpetualAttack => articles.attack,
        Reason::MutualPerpetualCheck => articles.mutual_check,
        Reason::MutualPerpetualAttack => articles.mutual_attack,
        Reason::Repetition => articles.repetition,
        Reason::NaturalMoveLimit => articles.natural,
        Reason::InsufficientMaterial => articles.material,
        Reason::IllegalMove => articles.illegal,
        Reason::None => "",
    }
}
