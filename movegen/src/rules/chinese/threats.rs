//! The threats a side has when it is its turn: what it could take directly, through a run of checks, or through an exchange
//! (1999 29.1), each with what it brings and why the victim's roots do not save it.

use super::exchange::{captures_on, is_offer, swap};
use super::gain::{GainSearch, Outcome, Pawns, Step, is_free};
use super::tracked::{Name, Tracked};
use super::worth::worth;
use crate::{Bitboard, Move, PieceKind, Square};

/// How a threat wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// By taking the victim at once.
    Direct,
    /// By a run that begins with a check.
    Run,
    /// By a sequence that begins with a capture which by itself wins nothing.
    Exchange,
}

/// What protects the victim of a direct threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rooting {
    /// Nothing can legally recapture: 无根, or 假根 if something only seems to.
    Rootless,
    /// It can be recaptured but is worth more than the attacker.
    Dearer,
    /// It can be recaptured, but the full exchange still loses it: 少根.
    UnderRooted,
}

/// One threat of the side to move.
#[derive(Clone, Debug)]
pub(super) struct Threat {
    pub(super) form: Form,
    pub(super) rooting: Rooting,
    /// The piece that takes the victim.
    pub(super) attacker: Name,
    /// The direct victim, or the last piece of worth that the line takes.
    pub(super) victim: Name,
    /// All pieces of worth that the line takes.
    pub(super) victims: Bitboard,
    /// The full line, best play of both sides.
    pub(super) line: Vec<Step>,
    /// What the line brings.
    pub(super) balance: i32,
    /// What the exchange on the victim's own square brings.
    pub(super) local: i32,
    /// The capture is an offer to exchange.
    pub(super) offer: bool,
}

/// All threats of a side, and the pieces it merely offers to exchange.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    pub(super) threats: Vec<Threat>,
    /// Pieces of the other side that some own piece offers to exchange: the other side would exchange first, so nothing hangs on them.
    pub(super) offered: Bitboard,
}

impl Survey {
    /// What the threats of one form aim at.
    pub(super) fn victims(&self, form: Form) -> Bitboard {
        self.threats
            .iter()
            .filter(|threat| threat.form == form)
            .fold(Bitboard::EMPTY, |set, threat| set.with(threat.victim))
    }
}

/// Which threats a survey keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// Those that can be carried out with gain.
    Sound,
    /// Also direct attacks whose price is elsewhere on the board, for comparison.
    Standing,
}

/// The threats of the side to move in `pos`, which must not be in check.
pub(super) fn survey(pos: &mut Tracked, keep: Keep, pawns: Pawns) -> Survey {
    let moves = pos.board().legal_moves();
    let captures: Vec<Move> =
        moves.iter().copied().filter(|mv| pos.board().piece_at(mv.to()).is_some()).collect();
    let mut offers: Vec<(Name, Name)> = Vec::new();
    let mut offered = Bitboard::EMPTY;
    for mv in &captures {
        if is_offer(pos, mv.from(), mv.to()) {
            offers.push((pos.name(mv.from()), pos.name(mv.to())));
            offered.insert(pos.name(mv.to()));
        }
    }
    let mut found = Survey { threats: Vec::new(), offered };
    let mut surveyor = Surveyor { pos, offers, offered, pawns };
    found.threats.extend(captures.iter().filter_map(|mv| surveyor.direct(*mv, keep)));
    let direct: Vec<Move> = found.threats.iter().map(|threat| threat.line[0].mv).collect();
    let direct_victims = found.victims(Form::Direct);
    for mv in moves.iter().copied().filter(|mv| !direct.contains(mv)) {
        found.threats.extend(if surveyor.pos.board().gives_check(mv) {
            surveyor.run(mv)
        } else {
            surveyor.exchange(mv, direct_victims)
        });
    }
    found
}

struct Surveyor<'a> {
    pos: &'a mut Tracked,
    offers: Vec<(Name, Name)>,
    offered: Bitboard,
    pawns: Pawns,
}

impl Surveyor<'_> {
    fn kind(&self, square: Square) -> Option<PieceKind> {
        self.pos.board().piece_at(square).map(|piece| piece.kind())
    }

    /// A king's or pawn's own attack is free (1999 27.1, 27.2), unless a pawn's capture uncovers a check (2020 26.8).
    fn may_begin(&mut self, mv: Move) -> bool {
        match self.kind(mv.from()) {
            Some(PieceKind::Pawn) if self.pawns == Pawns::Free => uncovers_check(self.pos, mv),
            kind => kind.is_some_and(|kind| !is_free(kind, self.pawns)),
        }
    }

    fn direct(&mut self, mv: Move, keep: Keep) -> Option<Threat> {
        let victim = self.pos.board().piece_at(mv.to())?;
        let attacker = self.pos.board().piece_at(mv.from())?;
        let stake = worth(victim, mv.to());
        if stake == 0 || !self.may_begin(mv) {
            return None;
        }
        let made = self.pos.make(mv);
        let mut after = self.pos.board().clone();
        self.pos.unmake(&made);
        let local = stake - swap(&mut after, mv.to());
        if local <= 0 {
            return None;
        }
        let rooting = if captures_on(&after, mv.to()).is_empty() {
            Rooting::Rootless
        } else if stake > worth(attacker, mv.from()) {
            Rooting::Dearer
        } else {
            Rooting::UnderRooted
        };
        let outcome = GainSearch::new(self.pos, self.offered, self.pawns).starting_with(mv)?;
        // 2020 26.5: where each side takes one, the balance must not be against the attacker; 29.4: nor may it be mated.
        let sound = outcome.balance >= 0;
        (sound || keep == Keep::Standing).then(|| self.threat(Form::Direct, rooting, local, outcome))
    }

    fn run(&mut self, mv: Move) -> Option<Threat> {
        if self.pos.board().piece_at(mv.to()).is_some() && !self.may_begin(mv) {
            return None;
        }
        let outcome = GainSearch::new(self.pos, self.offered, self.pawns).starting_with(mv)?;
        (outcome.balance > 0).then(|| self.threat(Form::Run, Rooting::UnderRooted, 0, outcome))
    }

    fn exchange(&mut self, mv: Move, direct_victims: Bitboard) -> Option<Threat> {
        let victim = self.pos.board().piece_at(mv.to())?;
        let name = self.pos.name(mv.to());
        if worth(victim, mv.to()) == 0 || direct_victims.contains(name) || !self.may_begin(mv) {
            return None;
        }
        let outcome =
            GainSearch::new(self.pos, self.offered | direct_victims, self.pawns).starting_with(mv)?;
        (outcome.balance > 0).then(|| self.threat(Form::Exchange, Rooting::UnderRooted, 0, outcome))
    }

    fn threat(&self, form: Form, rooting: Rooting, local: i32, outcome: Outcome) -> Threat {
        let Outcome { balance, line } = outcome;
        let own = || line.iter().step_by(2);
        let victims: Bitboard = own().filter(|step| step.won > 0).filter_map(|step| step.victim).collect();
        let offer = match form {
            Form::Direct => self.is_offered(&line[0]),
            Form::Run => own().any(|step| self.is_offered(step)),
            Form::Exchange => line[0].victim.is_some_and(|victim| self.offered.contains(victim)),
        };
        let telling = match form {
            Form::Direct => line[0],
            Form::Run | Form::Exchange => *own().rfind(|step| step.won > 0).unwrap_or(&line[0]),
        };
        let (attacker, victim) = (telling.mover, telling.victim.unwrap_or(telling.mover));
        Threat { form, rooting, attacker, victim, victims, line, balance, local, offer }
    }

    fn is_offered(&self, step: &Step) -> bool {
        step.victim.is_some_and(|victim| self.offers.contains(&(step.mover, victim)))
    }
}

/// Whether `mv` gives check with a piece other than the one that moves.
fn uncovers_check(pos: &mut Tracked, mv: Move) -> bool {
    let made = pos.make(mv);
    let uncovered = pos.board().checkers().without(mv.to()).any();
    pos.unmake(&made);
    uncovered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    fn victims(fen: &str, pawns: Pawns) -> Vec<(Form, Square)> {
        let mut pos = Tracked::new(Board::from_fen(fen).expect("a position"));
        let found = survey(&mut pos, Keep::Sound, pawns);
        found.threats.iter().map(|threat| (threat.form, threat.victim)).collect()
    }

    #[test]
    fn a_pawn_threatens_only_where_it_may() {
        let fen = "3k5/9/9/3cP4/9/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(victims(fen, Pawns::Free), []);
        assert_eq!(victims(fen, Pawns::Attack), [(Form::Direct, Square::D6)]);
    }

    #[test]
    fn a_run_is_told_by_what_it_ends_with() {
        // b1b9 checks along the rank and hits the cannon on a9.
        let found = victims("c3k4/9/9/9/9/9/9/9/1R7/3K5 w - - 0 1", Pawns::Free);
        assert!(found.contains(&(Form::Run, Square::A9)), "{found:?}");
    }
}
