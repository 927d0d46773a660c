//! The search's judge against the case file.

use super::{Case, cases, flipped, loser, transformed};
use crate::rules::RuleSet;
use crate::rules::quick::{Repetition, repetition};
use crate::{Board, Game, Move};

fn verdict(game: &Game, set: RuleSet, root_len: usize) -> &'static str {
    let mover = game.board().side_to_move();
    match repetition(game, set, root_len) {
        None => "ongoing",
        Some(Repetition::Draw) => "draw",
        Some(Repetition::Loss) => loser(mover),
        Some(Repetition::Win) => loser(!mover),
    }
}

fn sure_cases(rules: &str) -> Vec<Case> {
    cases()
        .into_iter()
        .filter(|case| case.verdict_under(rules).is_some_and(|(_, trust)| trust == "sure"))
        .collect()
}

fn misses(set: RuleSet, root_len: impl Fn(&Game) -> usize) -> Vec<String> {
    let wrong = |case: &Case| {
        let given = verdict(&case.game, set, root_len(&case.game));
        let wanted = case.verdict_under(set.name())?.0;
        (given != wanted).then(|| format!("{}: {given}, not {wanted}", case.id))
    };
    sure_cases(set.name()).iter().filter_map(wrong).collect()
}

#[test]
fn asian_cases_are_judged_from_the_game_history() {
    assert!(sure_cases("asian").len() >= 142);
    assert_eq!(misses(RuleSet::Asian, Game::len), Vec::<String>::new());
}

#[test]
fn asian_cases_are_judged_within_the_tree() {
    assert_eq!(misses(RuleSet::Asian, |_| 0), Vec::<String>::new());
}

#[test]
fn league_cases_are_judged() {
    assert_eq!(misses(RuleSet::League, Game::len), Vec::<String>::new());
}

#[test]
fn the_verdict_follows_colours_and_files() {
    for case in sure_cases("asian") {
        let (wanted, _) = case.verdict_under("asian").expect("a verdict");
        let mirrored = transformed(&case.game, Board::mirror, Move::mirror);
        assert_eq!(verdict(&mirrored, RuleSet::Asian, 0), wanted, "{} mirrored", case.id);
        let turned = transformed(&case.game, Board::flip_colors, Move::flip);
        assert_eq!(verdict(&turned, RuleSet::Asian, 0), flipped(wanted), "{} flipped", case.id);
    }
}
