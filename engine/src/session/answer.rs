//! What UCCI lets an engine say with its move: offering or accepting a draw, and giving up.

use chuhe_search::{Outcome, Score};

use super::Session;
use super::search::Running;
use crate::output::GameOffer;
use crate::protocol::Protocol;

/// The chance of losing, in permille, from which a game is given up.
const HOPELESS_LOSS: u16 = 995;
/// A draw offered is accepted up to this score, in centipawns above what a draw is worth.
const ACCEPT_UP_TO: i32 = 10;
/// A draw is offered within this distance of what it is worth, in centipawns ...
const OFFER_WITHIN: i32 = 10;
/// ... after this many plies without a capture, ...
const OFFER_AFTER: u16 = 60;
/// ... and again after as many more.
const OFFER_EVERY: u16 = 20;

impl Session {
    /// What to say with the move, in a game that is played by UCCI's clock.
    pub(super) fn offer(&self, search: &Running, outcome: &Outcome) -> Option<GameOffer> {
        let best = outcome.lines.first()?;
        if self.protocol != Protocol::Ucci || !search.is_game() || outcome.best.is_none() {
            return None;
        }
        let lost = match best.score {
            Score::Mate(moves) => moves < 0,
            Score::Cp(_) => best.wdl[2] >= HOPELESS_LOSS,
        };
        if lost {
            return Some(GameOffer::Resign);
        }
        let Score::Cp(cp) = best.score else {
            return None;
        };
        let advantage = cp - self.settings.draw_score;
        let agree = search.draw_offered() && advantage <= ACCEPT_UP_TO;
        let offer = advantage.abs() <= OFFER_WITHIN && self.is_time_to_offer();
        (agree || offer).then_some(GameOffer::Draw)
    }

    /// Each side moves at every second ply, so one of two neighbouring counts is ours.
    fn is_time_to_offer(&self) -> bool {
        let quiet = self.game.rule_clock();
        quiet >= OFFER_AFTER && quiet % OFFER_EVERY < 2
    }
}
