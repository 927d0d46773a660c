//! Illegal moves: named with game and ply, or left out with what hangs on them.

use chuhe_record::{Format, RecordError, Step, read, read_lenient};

const TWO_GAMES: &str = r#"[Game "Chinese Chess"]

1. h2e2 h9g7 2. h0g2 *

[Game "Chinese Chess"]

1. h2e2 (1. b2e2 b9c7 2. a0a5 (2. b0c2 a9b9) a9a8) h9g7 2. e2e9 {lost} i9h9 *
"#;

#[test]
fn the_first_one_is_named() {
    let Err(RecordError::Move(bad)) = read(TWO_GAMES.as_bytes(), Format::Pgn) else { panic!("not refused") };
    assert_eq!((bad.game, bad.ply, bad.in_variation, bad.text.as_str()), (2, 2, true, "a0a5"));
    assert!(bad.to_string().starts_with("game 2, ply 2 of a variation: a0a5: "), "{bad}");
}

#[test]
fn lenient_reading_keeps_what_does_not_depend_on_it() {
    let (games, dropped) = read_lenient(TWO_GAMES.as_bytes(), Format::Pgn).unwrap();
    let dropped: Vec<_> =
        dropped.iter().map(|bad| (bad.game, bad.ply, bad.in_variation, bad.text.as_str())).collect();
    assert_eq!(dropped, [(2, 2, true, "a0a5"), (2, 2, false, "e2e9")]);
    assert_eq!(games[0].tree.len(), 3);
    let moves: Vec<String> = games[1]
        .tree
        .walk()
        .map(|step| match step {
            Step::Move { node, .. } => games[1].tree.mv(node).unwrap().to_string(),
            Step::Open { .. } => "(".to_string(),
            Step::Close => ")".to_string(),
        })
        .collect();
    assert_eq!(moves.join(" "), "h2e2 ( b2e2 b9c7 b0c2 a9b9 ) h9g7");
    assert!(!games[1].tree.has_comments());
}

#[test]
fn an_impossible_position_is_an_error_that_names_the_game() {
    let file = "{\"moves\":[]}\n{\"fen\":\"9/9/9/9/9/9/9/9/9/9 w\",\"moves\":[]}\n";
    let error = read(file.as_bytes(), Format::Jsonl).unwrap_err().to_string();
    assert!(error.starts_with("game 2: bad FEN: no red king"), "{error}");
}

#[test]
fn ambiguous_and_unreadable_moves_say_so() {
    for (moves, reason) in [("1. 炮二平五 xyz", "is not a move"), ("1. h2e2 h9f8", "cannot move so")] {
        let error = read(moves.as_bytes(), Format::Pgn).unwrap_err().to_string();
        assert!(error.contains("ply 1") && error.contains(reason), "{moves}: {error}");
    }
}
