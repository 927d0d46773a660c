//! Newness: a chase is produced by the move just played (1999 29.2). The threats before and after the move are found by the same
//! search and compared piece by piece.

use super::exchange::{best_swap, captures_on, is_offer, local_gain, pseudo_gain};
use super::gain::{Pawns, is_free};
use super::threats::{Form, Keep, Rooting, Survey, Threat, survey};
use super::tracked::Tracked;
use super::worth::{CLEARLY_BETTER, worth};
use crate::{Bitboard, Board, Move, PieceKind, Square};

/// A move and the positions around it, all pieces named by their squares after it.
pub(super) struct Scene {
    pub(super) mv: Move,
    /// After the move, as if the mover were to play again.
    pub(super) now: Tracked,
    /// Before the move.
    pub(super) before: Tracked,
    /// Before the other side's last move, as if the mover had been to play; only looked at when that move gave check.
    earlier: Option<Tracked>,
    /// Where the other side's last move went, if there was one and its piece still stands.
    pub(super) answered: Option<Square>,
    pub(super) pawns: Pawns,
}

impl Scene {
    /// `previous` is the other side's last move and the position it was played in.
    pub(super) fn new(before: &Board, mv: Move, previous: Option<(&Board, Move)>, pawns: Pawns) -> Scene {
        let mut after = before.clone();
        after.make_move(mv);
        after.make_null();
        let now = Tracked::new(after);
        let before = now.before(before.clone(), mv);
        let earlier = previous.filter(|(board, _)| before.board().in_check() && !board.in_check()).map(
            |(board, reply)| {
                let mut board = board.clone();
                board.make_null();
                before.before(board, reply)
            },
        );
        let answered = previous.map(|(_, reply)| reply.to()).filter(|square| *square != mv.to());
        Scene { mv, now, before, earlier, answered, pawns }
    }

    /// The name of the piece that moved.
    pub(super) fn moved(&self) -> Square {
        self.mv.to()
    }

    fn moved_kind(&self) -> Option<PieceKind> {
        self.now.board().piece_at(self.moved()).map(|piece| piece.kind())
    }

    /// The threats that stood before the move. A side in check has them "as if it were not": what it could take by the look of it, and
    /// the runs it had before the check.
    pub(super) fn past(&mut self) -> Survey {
        if !self.before.board().in_check() {
            return survey(&mut self.before, Keep::Standing, self.pawns);
        }
        let mut threats = standing_attacks(&self.before, self.pawns);
        if let Some(earlier) = &mut self.earlier {
            threats.extend(
                survey(earlier, Keep::Sound, self.pawns)
                    .threats
                    .into_iter()
                    .filter(|threat| threat.form == Form::Run),
            );
        }
        Survey { threats, offered: Bitboard::EMPTY }
    }

    /// Whether `threat` was there before the move. `direct` are the pieces that can be taken directly now: a run or exchange that wins
    /// what could be taken directly before, but no longer, is something new.
    pub(super) fn is_old(&mut self, threat: &Threat, past: &[Threat], direct: Bitboard) -> bool {
        match threat.form {
            Form::Direct => past
                .iter()
                .filter(|old| old.form == Form::Direct && old.victim == threat.victim)
                .filter(|old| threat.offer || !old.offer)
                .any(|old| self.is_same_attack(threat, old)),
            Form::Run | Form::Exchange => threat
                .victims
                .into_iter()
                .all(|victim| past.iter().any(|old| covers(old, threat, victim, direct))),
        }
    }

    /// Whether the direct attack `old` makes `threat` nothing new: it worked before, or it works no better now, or the move only brought
    /// itself to safety.
    fn is_same_attack(&mut self, threat: &Threat, old: &Threat) -> bool {
        let worked = old.balance > 0 && threat.balance < old.balance + CLEARLY_BETTER;
        worked
            || old.balance >= threat.balance
            || old.attacker == threat.attacker && self.is_rescue(threat, old)
    }

    /// The attack stood, and its price was just that the piece which has now moved would have been taken.
    fn is_rescue(&mut self, threat: &Threat, old: &Threat) -> bool {
        let Some(first) = old.line.first().copied() else { return false };
        let price_was_mover = old.line.get(1).is_some_and(|answer| answer.victim == Some(self.moved()));
        if !price_was_mover || self.takes_part(threat) {
            return false;
        }
        let home = self.mv.from();
        let mover_worth = self.before.board().piece_at(home).map_or(0, |piece| worth(piece, home));
        let made = self.before.make(first.mv);
        let mut board = self.before.board().clone();
        self.before.unmake(&made);
        let elsewhere = best_swap(&mut board, |square| square == home || square == first.mv.to());
        old.balance >= first.won - mover_worth && old.local - elsewhere > 0
    }

    /// Whether the moved piece has a part in the direct attack `threat`: it attacks, bears, pins or guards, or it used to be what the
    /// attacker had to guard.
    fn takes_part(&mut self, threat: &Threat) -> bool {
        let capture = threat.line[0].mv;
        if threat.attacker == self.moved() || self.moved_kind() == Some(PieceKind::King) {
            return true;
        }
        let mut bare = self.now.without(self.moved());
        let spoilt = local_gain(&mut bare, capture).is_none_or(|gain| gain <= 0);
        spoilt || is_offer(&mut bare, capture.from(), capture.to()) || self.was_tied_to_mover(threat)
    }

    /// Whether the attacker was the root of the moved piece while that was attacked.
    fn was_tied_to_mover(&mut self, threat: &Threat) -> bool {
        let home = self.mv.from();
        if self.before.board().in_check() {
            return false;
        }
        self.before.passing(|pos| {
            captures_on(pos.board(), home).into_iter().any(|capture| {
                let made = pos.make(capture);
                let tied = captures_on(pos.board(), home)
                    .iter()
                    .any(|back| pos.name(back.from()) == threat.attacker);
                pos.unmake(&made);
                tied
            })
        })
    }
}

/// Whether the threat `old` already bore on `victim` as `threat` does now.
fn covers(old: &Threat, threat: &Threat, victim: Square, direct: Bitboard) -> bool {
    let no_weaker = match old.form {
        Form::Direct => direct.contains(victim),
        Form::Run | Form::Exchange => old.balance >= threat.balance,
    };
    old.balance > 0 && no_weaker && old.victims.contains(victim)
}

/// What the side in check attacks by the look of it.
fn standing_attacks(pos: &Tracked, pawns: Pawns) -> Vec<Threat> {
    let board = pos.board();
    let side = board.side_to_move();
    let mut attacks = Vec::new();
    for victim in board.color(!side) {
        let attackers = board.attackers_to(victim, side, board.occupied());
        let free =
            |attacker: &Square| board.piece_at(*attacker).is_some_and(|piece| is_free(piece.kind(), pawns));
        for attacker in attackers.into_iter().filter(|attacker| !free(attacker)) {
            let local = pseudo_gain(&mut board.clone(), Move::new(attacker, victim));
            if local > 0 {
                attacks.push(Threat {
                    form: Form::Direct,
                    rooting: Rooting::Rootless,
                    attacker: pos.name(attacker),
                    victim: pos.name(victim),
                    victims: Bitboard::from_square(pos.name(victim)),
                    line: Vec::new(),
                    balance: local,
                    local,
                    offer: false,
                });
            }
        }
    }
    attacks
}
