//! What tells the rule sets apart, and everything a verdict holds besides its outcome.

use crate::Color::{Black, Red};
use crate::Game;
use crate::rules::{Class, Outcome, Reason, Referee, RuleSet, Verdict};

/// A rook checks from two squares for ever.
const CHECKS: (&str, &str) = ("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1", "e1d1 d9e9 d1e1 e9d9");
/// A rook chases an unguarded cannon.
const CHASE: (&str, &str) = ("3ak1b2/4a4/1c7/R8/9/9/9/9/4A4/2B1KAB2 w - - 0 1", "a6a7 b7b6 a7a6 b6b7");
/// Rooks go to and fro.
const SHUFFLE: (&str, &str) = ("r2k5/9/9/9/9/9/9/9/9/5K2R w - - 0 1", "i0i1 a9a8 i1i0 a8a9");

fn play((fen, cycle): (&str, &str), plies: usize) -> Game {
    let mut game = Game::from_fen(fen).expect("a position");
    for text in cycle.split_whitespace().cycle().take(plies) {
        game.play(text.parse().expect("a move")).expect("a legal move");
    }
    game
}

fn judge(set: RuleSet, line: (&str, &str), plies: usize) -> Verdict {
    Referee::new(set).judge(&play(line, plies))
}

#[test]
fn a_repetition_is_judged_when_it_is_ripe() {
    // The first position stands again after 4, 8, 12 plies: for the second, third, fourth time.
    for (set, plies) in [
        (RuleSet::Asian, 8),
        (RuleSet::None, 8),
        (RuleSet::League, 12),
        (RuleSet::Cxa1999, 12),
        (RuleSet::Cxa2020, 12),
        (RuleSet::Classic, 12),
        (RuleSet::Casual, 12),
        (RuleSet::Sky, 16),
    ] {
        assert_eq!(judge(set, SHUFFLE, plies - 1).outcome, Outcome::Ongoing, "{set}");
        let verdict = judge(set, SHUFFLE, plies);
        assert_eq!((verdict.outcome, verdict.reason), (Outcome::Draw, Reason::Repetition), "{set}");
        let cycle = verdict.cycle.expect("a cycle");
        assert_eq!((cycle.first_ply, cycle.length, cycle.count), (0, 4, plies / 4), "{set}");
        assert_eq!(verdict.plies.len(), plies);
    }
}

#[test]
fn the_offender_is_ordered_to_vary_and_loses_at_the_next_cycle() {
    for set in [RuleSet::Cxa1999, RuleSet::Cxa2011, RuleSet::Cxa2020, RuleSet::Classic, RuleSet::Casual] {
        let (warned, lost) = (judge(set, CHASE, 12), judge(set, CHASE, 16));
        assert_eq!((warned.outcome, warned.is_final), (Outcome::Loses(Red), false), "{set}");
        assert_eq!((lost.outcome, lost.is_final), (Outcome::Loses(Red), true), "{set}");
        // 24.1 of 1999: a perpetual check loses at once.
        let check = judge(set, CHECKS, 12);
        assert_eq!((check.reason, check.is_final), (Reason::PerpetualCheck, true), "{set}");
    }
    assert!(judge(RuleSet::Asian, CHASE, 8).is_final);
}

#[test]
fn nobody_is_blamed_under_none() {
    let verdict = judge(RuleSet::None, CHECKS, 12);
    assert_eq!((verdict.outcome, verdict.reason), (Outcome::Draw, Reason::Repetition));
}

#[test]
fn classes_targets_and_articles_are_named() {
    let verdict = judge(RuleSet::Cxa1999, CHASE, 12);
    let [red, black] = &verdict.sides;
    assert_eq!((red.class, black.class), (Class::PerpetualChase, Class::Idle));
    assert_eq!(red.targets, [crate::Square::B7]);
    assert_eq!(verdict.article, "24.3, 26.4, 28.12");
}

#[test]
fn sky_counts_attacks_in_a_row() {
    // One checking piece may check six times, whatever repeats; the seventh check loses.
    let six = judge(RuleSet::Sky, CHECKS, 11);
    assert_eq!(six.outcome, Outcome::Ongoing);
    let seven = judge(RuleSet::Sky, CHECKS, 13);
    assert_eq!((seven.outcome, seven.reason), (Outcome::Loses(Red), Reason::PerpetualCheck));
    let chase = judge(RuleSet::Sky, CHASE, 13);
    assert_eq!((chase.outcome, chase.reason), (Outcome::Loses(Red), Reason::PerpetualChase));
}

#[test]
fn natural_limits_differ() {
    let fen = |clock: u16| format!("r2k5/9/9/9/9/9/9/9/9/5K2R w - - {clock} 1");
    for (set, limit) in [(RuleSet::Asian, 120), (RuleSet::League, 100), (RuleSet::Casual, 80)] {
        let last = judge(set, (&fen(limit - 2), SHUFFLE.1), 1);
        assert_eq!(last.outcome, Outcome::Ongoing, "{set}");
        let reached = judge(set, (&fen(limit - 1), SHUFFLE.1), 1);
        assert_eq!((reached.outcome, reached.reason), (Outcome::Draw, Reason::NaturalMoveLimit), "{set}");
    }
    let off = Referee::new(RuleSet::Asian).with_natural_limit(None);
    assert_eq!(off.outcome(&play((&fen(300), SHUFFLE.1), 1)).0, Outcome::Ongoing);
}

#[test]
fn mate_comes_before_everything() {
    let mate = judge(RuleSet::Asian, ("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 119 90", "b0b9"), 1);
    assert_eq!((mate.outcome, mate.reason), (Outcome::Loses(Black), Reason::Checkmate));
    let stalemate = judge(RuleSet::Asian, ("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1", ""), 0);
    assert_eq!((stalemate.outcome, stalemate.reason), (Outcome::Loses(Black), Reason::Stalemate));
}

#[test]
fn dead_material_draws() {
    let verdict = judge(RuleSet::Asian, ("4k4/9/9/9/9/9/9/9/4C4/3K5 w - - 0 1", ""), 0);
    assert_eq!((verdict.outcome, verdict.reason), (Outcome::Draw, Reason::InsufficientMaterial));
}

#[test]
fn earlier_verdicts_are_listed_once_and_do_not_end_the_game() {
    let mut game = play(CHASE, 10);
    for text in ["a7a8", "b6b5"] {
        game.play(text.parse().expect("a move")).expect("a legal move");
    }
    let verdict = Referee::new(RuleSet::Asian).judge(&game);
    assert_eq!(verdict.outcome, Outcome::Ongoing);
    let earlier: Vec<_> = verdict.earlier.iter().map(|earlier| (earlier.ply, earlier.reason)).collect();
    assert_eq!(earlier, [(7, Reason::PerpetualChase)]);
}

#[test]
fn moves_that_lose_by_rule_are_named() {
    // After seven plies of the chase Black moves back; Red's next chase is fine, the one after it stands for the third time.
    let game = play(CHASE, 8);
    let losing = |game: &Game| {
        let moves = Referee::new(RuleSet::Asian).losing_moves(game);
        moves.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(losing(&game), ["a6a7"]);
    assert_eq!(losing(&play(CHASE, 4)), Vec::<String>::new());
}
