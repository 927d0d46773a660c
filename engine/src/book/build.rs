//! Building a book from games.

use chuhe_movegen::Color;
use chuhe_record::{GameRecord, Outcome};

use super::own::{Counts, Place};

/// Counts the moves of the main line of a game, up to `plies` of them. A game without a result counts as
/// a draw; variations count nothing, since nobody played them.
pub fn add(counts: &mut Counts, game: &GameRecord, plies: usize) {
    let mut board = game.start.clone();
    for mv in game.tree.main_line().take(plies) {
        let result = match (game.result, board.side_to_move()) {
            (Outcome::Red, Color::Red) | (Outcome::Black, Color::Black) => 0,
            (Outcome::Draw | Outcome::Unknown, _) => 1,
            _ => 2,
        };
        let place = Place::of(&board);
        counts.entry((place.key, place.orient(mv).raw())).or_default()[result] += 1;
        board.make_move(mv);
    }
}

/// Leaves out moves that were played in fewer than `games` games.
pub fn prune(counts: &mut Counts, games: u32) {
    counts.retain(|_, results| results.iter().sum::<u32>() >= games);
}
