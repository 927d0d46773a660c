//! Cases on which sources disagree or only infer a verdict: what we answer, and why.

use super::cases;
use crate::rules::{Referee, RuleSet};

/// Case, rule set, our verdict. The reason stands above each group.
const ANSWERS: [(&str, RuleSet, &str); 14] = [
    // Fairy-Stockfish lets a move that checks be part of a chase. Diagram 12 of the WXF rules is an official draw of just
    // that kind, and Pikafish reads it so too: any check breaks the chase.
    ("axf-fsf-05", RuleSet::Asian, "draw"),
    ("axf-fsf-10", RuleSet::Asian, "draw"),
    ("axf-fsf-11", RuleSet::Asian, "draw"),
    ("talkchess-check-and-chase", RuleSet::Asian, "draw"),
    ("issue-chessdb-19", RuleSet::Asian, "draw"),
    // The knight is pinned by the facing kings on every second move, and then cannot be taken back: a chase (false root).
    // Fairy-Stockfish draws in fact, its own commented-out expectation and Pikafish do not.
    ("axf-fsf-31", RuleSet::Asian, "black_loses"),
    // Black's cannon attacks the rook after every black move; that Red unroots a cannon on every second move is no perpetual
    // chase by Red. A GUI and Fairy-Stockfish agree, Pikafish counts both.
    ("issue-pikafish-28", RuleSet::Asian, "black_loses"),
    // The cannon takes over the enemy king, which may not take back on the rook's line: a chase by the letter of AXF 25 and
    // of the appendix on roots. Three programs give two answers.
    ("issue-chessdb-7b", RuleSet::Asian, "red_loses"),
    // The king's step pins or frees a piece, and so lets another piece attack. AXF 28 frees the king's own attacks; the
    // attack is another piece's. Programs disagree in both cases; we treat them alike.
    ("issue-chessdb-7c", RuleSet::Asian, "red_loses"),
    ("issue-chessdb-8", RuleSet::Asian, "red_loses"),
    // The record stops at the third occurrence, where the league does not judge yet; red chases on every second move only,
    // so that the fourth would draw.
    ("issue-pikafish-27", RuleSet::League, "ongoing"),
    // Rules of 1999 judge positions that come back three times (24, 25.1); counting attacks over changing positions came
    // with the later texts.
    ("cxa2020-ref08", RuleSet::Cxa1999, "ongoing"),
    // Two attacks against one, where one of the two answers the attack: 两打一还打, which the primer lists among the allowed
    // runs in so many words, while the older text blames the side with two.
    ("constructed-classic-fig3", RuleSet::Casual, "draw"),
    ("constructed-classic-fig3", RuleSet::Classic, "red_loses"),
];

#[test]
fn disputed_cases_get_the_answer_we_give() {
    let cases = cases();
    for (id, set, wanted) in ANSWERS {
        let case = cases.iter().find(|case| case.id == id).expect("a case");
        let (outcome, reason) = Referee::new(set).outcome(&case.game);
        assert_eq!(outcome.name(), wanted, "{id} under {set}: {reason}");
    }
}
