use super::*;
use chuhe_movegen::rules::{Referee, RuleSet};
use chuhe_record::{Format, read};
use std::time::Duration;

use crate::lang::Lang;
use crate::verdict::Submission;

/// A game with a hostile title, in which Red puts its rook on the wrong file at the third move.
const GAME: &str = "[Title \"<script>alert(1)</script> & \\\"co\\\"\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n\
    1. h2e2 h9g7 2. h0g2 {natural} i9h9 3. i0i1 h7h0 0-1\n";

fn info(cp: i32, wdl: [u16; 3], pv: &str) -> Info {
    Info {
        depth: 1,
        seldepth: 1,
        multipv: 1,
        score: Score::Cp(cp),
        value: cp,
        bound: Default::default(),
        wdl,
        nodes: 1,
        nps: 1,
        hashfull: 0,
        time: Duration::ZERO,
        pv: pv.split(' ').map(|mv| mv.parse().unwrap()).collect(),
    }
}

fn outcome(info: Info) -> Outcome {
    Outcome {
        best: info.pv.first().copied(),
        ponder: None,
        lines: vec![info],
        nodes: 1,
        time: Duration::ZERO,
    }
}

fn review() -> Review {
    let record = read(GAME.as_bytes(), Format::Pgn).unwrap().remove(0);
    // For the side to move, in turn: even until Red's third move, which loses 30 points.
    let outcomes = [
        info(20, [330, 400, 270], "h2e2"),
        info(-20, [270, 400, 330], "h9g7"),
        info(20, [330, 400, 270], "h0g2"),
        info(-20, [270, 400, 330], "i9h9"),
        info(20, [330, 400, 270], "i0h0 h7h5"),
        info(300, [660, 340, 0], "h7h0"),
        info(-300, [0, 340, 660], "g2h0"),
    ]
    .map(outcome);
    let submission = Submission { game: game(&record), illegal: None };
    Review::new(&record, &outcomes, submission.judge(&Referee::new(RuleSet::Asian)))
}

#[test]
fn losses_are_graded() {
    let review = review();
    let grades: Vec<Grade> = review.plies.iter().map(|ply| ply.grade).collect();
    assert_eq!(grades, [Grade::Best, Grade::Best, Grade::Best, Grade::Best, Grade::Blunder, Grade::Best]);
    // Before: 0.33 + 0.2; after: 1 - (0.66 + 0.17).
    assert!((review.plies[4].loss - 0.36).abs() < 1e-9, "{}", review.plies[4].loss);
    let red = review.summary(Color::Red);
    assert_eq!((red.moves, red.counts), (3, [0, 2, 0, 0, 0, 1]));
    assert!((red.accuracy() - 88.0).abs() < 1e-9);
}

#[test]
fn thresholds_are_inclusive() {
    for (loss, grade) in [
        (0.0, Grade::Good),
        (0.0499, Grade::Good),
        (0.05, Grade::Inaccuracy),
        (0.10, Grade::Mistake),
        (0.1999, Grade::Mistake),
        (0.20, Grade::Blunder),
        (1.0, Grade::Blunder),
    ] {
        assert_eq!(Grade::of_loss(loss), grade, "{loss}");
    }
}

#[test]
fn positions_are_the_start_and_all_after_it() {
    let record = read(GAME.as_bytes(), Format::Pgn).unwrap().remove(0);
    let lines = positions(&record);
    assert_eq!(lines.len(), 7);
    assert!(lines[6].ends_with("moves h2e2 h9g7 h0g2 i9h9 i0i1 h7h0"));
}

#[test]
fn the_page_is_whole_and_harmless() {
    let page = html::page(&[review()], Lang::Zh);
    assert!(!page.contains("<script>alert"), "tags are escaped");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;co&quot;"));
    assert_eq!(page.matches("class=\"board\"").count(), 7);
    assert_eq!(page.matches("class=\"hit\"").count(), 7);
    assert!(page.contains("应走：车一平二 炮8进2"), "the better line in Chinese");
    assert!(page.contains("natural"), "comments of the file");
    for outside in ["src=", "href=", "url(", "@import", "fetch("] {
        assert!(!page.contains(outside), "the page needs {outside}");
    }
}

#[test]
fn json_has_the_facts() {
    let json = json::to_json(&review(), 1, chuhe_movegen::Notation::Chinese);
    let ply = &json["plies"][4];
    assert_eq!(
        (&ply["move"], &ply["grade"], &ply["best"]),
        (&"i0i1".into(), &"blunder".into(), &"i0h0".into())
    );
    assert_eq!(ply["played_score"]["cp"], -300);
    assert_eq!(json["summary"]["black"]["accuracy"], 100.0);
    assert_eq!(json["verdict"]["verdict"], "ongoing");
}
