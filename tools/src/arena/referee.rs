//! What the rules say about a position: mate, stalemate, repetition, natural limit, bare material.

use chuhe_movegen::{Color, Game, PieceKind};

use super::ending::{Class, Ending};

/// Judges games by one rule set.
#[derive(Debug, Clone)]
pub struct Arbiter {
    /// Plies without a capture that draw; `None`: never.
    natural_limit: Option<u16>,
}

/// Occurrences of a position, the present one counted, that end a game.
const REPETITIONS: usize = 3;

impl Arbiter {
    /// `limit_rounds` replaces the rule set's natural limit; 0 switches it off.
    #[must_use]
    pub fn new(limit_rounds: Option<u16>) -> Self {
        let rounds = limit_rounds.unwrap_or(60);
        Self { natural_limit: (rounds > 0).then_some(rounds * 2) }
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
        let first = game.previous_occurrences().nth(REPETITIONS - 2)?;
        Some(repetition(game, first))
    }
}

/// The verdict on the moves since ply `first`, at which the present position stood.
fn repetition(game: &Game, first: usize) -> Ending {
    let last_mover = !game.board().side_to_move();
    let always_checks = |mover: Color| {
        let offset = usize::from(mover != last_mover);
        game.plies()[first..].iter().rev().skip(offset).step_by(2).all(|ply| ply.gives_check)
    };
    match (always_checks(Color::Red), always_checks(Color::Black)) {
        (true, false) => Ending::loss(Color::Red, Class::PerpetualCheck, ""),
        (false, true) => Ending::loss(Color::Black, Class::PerpetualCheck, ""),
        (true, true) => Ending::draw(Class::MutualPerpetualCheck, ""),
        (false, false) => Ending::draw(Class::Repetition, ""),
    }
}
