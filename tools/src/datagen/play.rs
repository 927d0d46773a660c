//! One self-play game.

use super::{Adjudicator, rule_result};
use crate::gamedata::{SCORE_LIMIT, ScoredMove, SelfPlayGame};
use chuhe_eval::nnue::network::Network;
use chuhe_movegen::{Board, Game, Move};
use chuhe_search::{Limits, Request, Searcher};
use std::sync::Arc;

/// How games are played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Soft node limit of a move: what a search takes on average.
    pub nodes: u32,
    /// Seed of the openings.
    pub seed: u64,
    /// Random plies at the start: this many or one more, so that both sides get the first choice.
    pub random_plies: usize,
    /// Hash table of a worker in MiB.
    pub hash_mib: usize,
}

/// An iteration may run this many times over the soft limit before it is cut off.
const HARD_LIMIT_FACTOR: u64 = 8;
/// Openings that the first search finds more uneven than this (centipawns) are thrown away.
const MAX_OPENING_SCORE: i32 = 250;

/// Plays games, one after the other.
pub struct Player {
    searcher: Searcher,
    settings: Settings,
}

impl Player {
    /// A player with its own searcher.
    pub fn new(settings: Settings, network: Option<Arc<Network>>) -> Player {
        Player { searcher: Searcher::new(settings.hash_mib, network), settings }
    }

    /// Plays game number `index`.
    pub fn play(&mut self, index: u64) -> SelfPlayGame {
        // An odd multiplier keeps neighbouring games' seeds apart (2^64 divided by the golden ratio).
        let mut random =
            fastrand::Rng::with_seed(self.settings.seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        loop {
            self.searcher.clear();
            if let Some(opening) = random_opening(&mut random, self.settings.random_plies)
                && let Some(game) = self.play_from(opening)
            {
                return game;
            }
        }
    }

    /// Plays on from an opening; `None` where that is too uneven.
    fn play_from(&mut self, opening: Vec<Move>) -> Option<SelfPlayGame> {
        let mut game = Game::new(Board::start());
        opening.iter().for_each(|&mv| game.push(mv));
        let mut adjudicator = Adjudicator::default();
        let mut moves = Vec::new();
        let result = loop {
            if let Some(result) = rule_result(&game) {
                break result;
            }
            let (mv, score) = self.search(&game)?;
            if moves.is_empty() && score.abs() > MAX_OPENING_SCORE {
                return None;
            }
            let board = game.board();
            let (in_check, capture) = (board.in_check(), board.piece_at(mv.to()).is_some());
            moves.push(ScoredMove { mv, score: score as i16, in_check, capture });
            if let Some(result) = adjudicator.observe(board.side_to_move(), score, game.len()) {
                break result;
            }
            game.push(mv);
        };
        Some(SelfPlayGame { opening, moves, result })
    }

    /// The move to play and its score.
    fn search(&mut self, game: &Game) -> Option<(Move, i32)> {
        let nodes = u64::from(self.settings.nodes);
        let limits =
            Limits { soft_nodes: Some(nodes), nodes: Some(nodes * HARD_LIMIT_FACTOR), ..Limits::default() };
        let outcome = self.searcher.run(&Request::new(game.clone(), limits));
        let score = outcome.lines.first()?.value.clamp(-SCORE_LIMIT, SCORE_LIMIT);
        Some((outcome.best?, score))
    }
}

/// Random legal moves from the start position; `None` where they end the game.
fn random_opening(random: &mut fastrand::Rng, plies: usize) -> Option<Vec<Move>> {
    let plies = plies + usize::from(random.bool());
    let mut board = Board::start();
    let mut opening = Vec::with_capacity(plies);
    for _ in 0..plies {
        let moves = board.legal_moves();
        let mv = random.choice(moves.iter().copied())?;
        board.make_move(mv);
        opening.push(mv);
    }
    board.has_legal_move().then_some(opening)
}
