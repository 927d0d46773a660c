//! The referee against the case file.

use super::{Case, cases, flipped, transformed};
use crate::rules::{Referee, RuleSet};
use crate::{Board, Game, Move};

fn verdict(game: &Game, set: RuleSet) -> &'static str {
    Referee::new(set).outcome(game).0.name()
}

/// Cases of this trust that do not get their verdict, and how many there are in all.
fn misses(set: RuleSet, trust: &str) -> (usize, Vec<String>) {
    let trusted = |case: &Case| case.verdict_under(set.name()).is_some_and(|(_, given)| given == trust);
    let all: Vec<Case> = cases().into_iter().filter(trusted).collect();
    let wrong = |case: &Case| {
        let wanted = case.verdict_under(set.name())?.0;
        let (given, reason) = Referee::new(set).outcome(&case.game);
        (given.name() != wanted).then(|| format!("{}: {given} ({reason}), not {wanted}", case.id))
    };
    (all.len(), all.iter().filter_map(wrong).collect())
}

/// Sure cases that do not get their verdict, and why.
const MISSES: [(RuleSet, &str); 1] = [
    // The book calls d1b1 捉. It wins a cannon for a crossed pawn, which is even by 25.3: a pawn's value floats.
    (RuleSet::Cxa2020, "cxa2020-ref12"),
];

#[test]
fn every_sure_case_of_every_set_gets_its_verdict() {
    let least = [142, 54, 37, 37, 30, 0, 38, 0, 0];
    for (set, least) in RuleSet::ALL.into_iter().zip(least) {
        let (count, wrong) = misses(set, "sure");
        assert!(count >= least, "{set}: {count} cases");
        let known = |miss: &String| MISSES.iter().any(|(of, id)| *of == set && miss.starts_with(id));
        let unknown: Vec<&String> = wrong.iter().filter(|miss| !known(miss)).collect();
        assert_eq!(unknown, Vec::<&String>::new(), "{set}");
    }
}

#[test]
fn the_verdict_follows_colours_and_files() {
    for set in RuleSet::ALL {
        for case in cases().iter().filter(|case| case.rules == set.name()) {
            let given = verdict(&case.game, set);
            let mirrored = transformed(&case.game, Board::mirror, Move::mirror);
            assert_eq!(verdict(&mirrored, set), given, "{} mirrored", case.id);
            let turned = transformed(&case.game, Board::flip_colors, Move::flip);
            assert_eq!(verdict(&turned, set), flipped(given), "{} flipped", case.id);
        }
    }
}

/// The cycle may begin at any of its plies: leave out some moves at the front, and play as many more at the end.
#[test]
fn the_cycle_may_begin_anywhere() {
    for set in RuleSet::ALL {
        for case in cases().iter().filter(|case| case.rules == set.name() && case.trust == "sure") {
            turn_cycle(case, set);
        }
    }
}

fn turn_cycle(case: &Case, set: RuleSet) {
    let (Some(start), Some(length)) = (case.json["cycle"][0].as_u64(), case.json["cycle"][1].as_u64()) else {
        return;
    };
    let (start, length) = (start as usize, length as usize);
    let given = verdict(&case.game, set);
    let moves: Vec<Move> = case.game.moves().collect();
    let mut game = Game::new(case.game.start().clone());
    moves[..start].iter().for_each(|&mv| game.push(mv));
    for shift in 0..length {
        let mut turned = Game::new(game.board().clone());
        let cycle = (0..3 * length).map(|ply| moves[start + (shift + ply) % length]);
        cycle.for_each(|mv| turned.push(mv));
        assert_eq!(verdict(&turned, set), given, "{} from ply {shift} of its cycle", case.id);
        game.push(moves[start + shift]);
    }
}
