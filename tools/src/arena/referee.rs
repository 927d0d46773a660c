//! What the rules say about a position: mate, stalemate, repetition, natural limit, bare material.

use chuhe_movegen::rules::RuleSet;
use chuhe_movegen::rules::quick::{Repetition, repetition};
use chuhe_movegen::{Game, PieceKind};

use super::ending::{Class, Ending};

/// Judges games by one rule set.
#[derive(Debug, Clone)]
pub struct Arbiter {
    rules: RuleSet,
    /// Plies without a capture that draw; `None`: never.
    natural_limit: Option<u16>,
}

impl Arbiter {
    /// `limit_rounds` replaces the rule set's natural limit; 0 switches it off.
    #[must_use]
    pub fn new(rules: RuleSet, limit_rounds: Option<u16>) -> Self {
        let rounds = limit_rounds.unwrap_or(rules.rules().natural.rounds);
        Self { rules, natural_limit: (rounds > 0).then_some(rounds * 2) }
    }

    /// The end of the game, if it is over with its last move.
    #[must_use]
    pub fn ruling(&self, game: &Game) -> Option<Ending> {
        let board = game.board();
        let side = board.side_to_move();
        if board.is_lost() {
            let class = if board.in_check() { Class::Checkmate } else { Class::Stalemate };
            return Some(Ending::loss(side, class, ""));
        }
        let attackers = board.kind(PieceKind::Rook)
            | board.kind(PieceKind::Knight)
            | board.kind(PieceKind::Cannon)
            | board.kind(PieceKind::Pawn);
        if attackers.is_empty() {
            return Some(Ending::draw(Class::InsufficientMaterial, ""));
        }
        if self.natural_limit.is_some_and(|limit| game.rule_clock() >= limit) {
            return Some(Ending::draw(Class::NaturalLimit, ""));
        }
        let verdict = repetition(game, self.rules, game.len())?;
        let loser = match verdict {
            Repetition::Draw => return Some(Ending::draw(Class::Repetition, "")),
            Repetition::Loss => side,
            Repetition::Win => !side,
        };
        let class = if always_checks(game, loser) { Class::PerpetualCheck } else { Class::PerpetualChase };
        Some(Ending::loss(loser, class, ""))
    }
}

/// Whether `side` checked on every move since the present position first stood.
fn always_checks(game: &Game, side: chuhe_movegen::Color) -> bool {
    let first = game.previous_occurrences().last().unwrap_or(game.len());
    let offset = usize::from(game.board().side_to_move() == side);
    game.plies()[first..].iter().rev().skip(offset).step_by(2).all(|ply| ply.gives_check)
}
