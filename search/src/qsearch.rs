//! Quiescence: captures until the position is quiet; in check, every evasion.

use chuhe_movegen::Move;
use chuhe_movegen::see::VALUE;

use crate::correction::corrected;
use crate::movepick::{MovePicker, Wanted};
use crate::node::NodeKind;
use crate::params;
use crate::score::{INFINITE, MAX_PLY, NONE, Value, is_decisive, is_loss, mated_in};
use crate::tt::{self, Kind};
use crate::worker::Worker;

/// The state of a quiescence node.
struct Quiet {
    ply: usize,
    in_check: bool,
    /// Value below which a capture must not leave us: stand-pat and a margin.
    futility: Value,
    alpha: Value,
    best: Value,
    best_move: Option<Move>,
}

impl Worker {
    /// The value of a node whose path decides nothing when only captures (and evasions) are tried.
    pub(crate) fn quiesce<K: NodeKind>(&mut self, alpha: Value, beta: Value, ply: usize) -> Value {
        if self.count_node() {
            return 0;
        }
        let in_check = self.in_check();
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.quiet_eval(ply) };
        }
        let key = self.table_key();
        let entry = self.shared.table.probe(key, ply, self.judge.room(&self.game));
        if let Some(entry) = entry
            && !K::PV
            && entry.value != NONE
            && entry.kind.proves(entry.value >= beta)
        {
            return entry.value;
        }
        let tt_pv = K::PV || entry.is_some_and(|entry| entry.pv);
        let (raw, stand_pat) = self.stand_pat(entry, in_check, ply);
        let mut quiet = Quiet { ply, in_check, futility: -INFINITE, alpha, best: -INFINITE, best_move: None };
        if !in_check {
            if stand_pat >= beta {
                if entry.is_none() {
                    self.store_quiet(key, ply, None, stand_pat, raw, Kind::Lower, tt_pv);
                }
                return stand_pat;
            }
            quiet.best = stand_pat;
            quiet.alpha = alpha.max(stand_pat);
            quiet.futility = stand_pat + params::qs_futility();
        }
        let tried = self.try_captures::<K>(&mut quiet, beta, entry.and_then(|entry| entry.mv));
        if self.stopped {
            return 0;
        }
        if tried == 0 && (in_check || self.game.board().is_lost()) {
            return mated_in(ply);
        }
        let kind = if quiet.best >= beta { Kind::Lower } else { Kind::Upper };
        self.store_quiet(key, ply, quiet.best_move, quiet.best, raw, kind, tt_pv);
        quiet.best
    }

    /// The evaluation of a node that is not searched further.
    pub(crate) fn quiet_eval(&mut self, ply: usize) -> Value {
        let raw = self.raw_eval();
        corrected(raw, self.correction(ply))
    }

    /// The raw evaluation, and what standing pat is worth.
    fn stand_pat(&mut self, entry: Option<tt::Entry>, in_check: bool, ply: usize) -> (Value, Value) {
        if in_check {
            self.stack[ply].static_eval = NONE;
            return (NONE, -INFINITE);
        }
        let raw = match entry {
            Some(entry) if entry.eval != NONE => entry.eval,
            _ => self.raw_eval(),
        };
        let eval = corrected(raw, self.correction(ply));
        self.stack[ply].static_eval = eval;
        let better = entry.filter(|entry| {
            entry.value != NONE && !is_decisive(entry.value) && entry.kind.proves(entry.value > eval)
        });
        (raw, better.map_or(eval, |entry| entry.value))
    }

    /// Tries captures, or evasions in check; the number of moves that were at hand.
    fn try_captures<K: NodeKind>(
        &mut self,
        quiet: &mut Quiet,
        beta: Value,
        table_move: Option<Move>,
    ) -> usize {
        let board = self.game.board();
        let table_move = table_move
            .filter(|&mv| (quiet.in_check || board.piece_at(mv.to()).is_some()) && board.is_legal(mv));
        let wanted =
            if quiet.in_check { Wanted::Evasions } else { Wanted::Captures { threshold: params::qs_see() } };
        let mut picker = MovePicker::new(&self.arena, table_move, wanted);
        let mut number = 0;
        while let Some(mv) = self.pick(&mut picker, quiet.ply) {
            number += 1;
            let gives_check = self.game.board().gives_check(mv);
            if !is_loss(quiet.best) && self.prune_quiet_move(quiet, mv, gives_check, number) {
                continue;
            }
            self.make(mv, gives_check, quiet.ply);
            let value = -self.search::<K>(-beta, -quiet.alpha, 0, quiet.ply + 1, false);
            self.unmake();
            if self.stopped {
                break;
            }
            quiet.best = quiet.best.max(value);
            if value > quiet.alpha {
                quiet.best_move = Some(mv);
                quiet.alpha = value;
                if K::PV {
                    self.pv.extend(quiet.ply, mv);
                }
                if value >= beta {
                    break;
                }
            }
        }
        picker.finish(&mut self.arena);
        number
    }

    /// Whether a move is not worth trying: a quiet evasion once a safe one is known, a late capture, or one that cannot reach alpha.
    fn prune_quiet_move(&self, quiet: &mut Quiet, mv: Move, gives_check: bool, number: usize) -> bool {
        let board = self.game.board();
        let Some(victim) = board.piece_at(mv.to()) else {
            return quiet.in_check && number > params::qs_moves() as usize;
        };
        if quiet.in_check {
            return false;
        }
        let recaptures = self.stack.before(quiet.ply, 1).mv.is_some_and(|last| last.to() == mv.to());
        if recaptures || gives_check {
            return false;
        }
        if number > params::qs_moves() as usize {
            return true;
        }
        let reach = quiet.futility + VALUE[victim.kind().index()];
        if reach <= quiet.alpha {
            quiet.best = quiet.best.max(reach);
            return true;
        }
        if quiet.futility <= quiet.alpha && !board.see_ge(mv, 1) {
            quiet.best = quiet.best.max(quiet.futility);
            return true;
        }
        false
    }

    #[expect(clippy::too_many_arguments, reason = "an entry's fields, named at the call")]
    fn store_quiet(
        &self,
        key: u64,
        ply: usize,
        mv: Option<Move>,
        value: Value,
        eval: Value,
        kind: Kind,
        pv: bool,
    ) {
        let entry = tt::Entry { mv, value, eval, depth: 0, kind, pv };
        self.shared.table.store(key, ply, self.shared.age, entry);
    }
}
