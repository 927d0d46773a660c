//! UCCI 3.0: states, options, batch mode, draws and resignation.

use std::time::Duration;

use integration::conversation::{Conversation, word_after};

use super::{MATED, MIDDLE_GAME, STALEMATED, assert_complete, count, last_info};

/// The start position as GUIs write it out.
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn ucci() -> Conversation {
    let mut gui = Conversation::in_memory();
    gui.ask("ucci", "ucciok");
    gui
}

#[test]
fn a_session_from_boot_to_bye() {
    let mut gui = Conversation::in_memory();
    let hello = gui.ask("ucci", "ucciok");
    for line in [
        "option usemillisec type check default false",
        "option batch type check default false",
        "option newgame type button",
    ] {
        assert!(hello.iter().any(|found| found == line), "no '{line}' in {hello:#?}");
    }
    assert!(
        hello.iter().all(|line| line == "ucciok" || line.starts_with("id ") || line.starts_with("option ")),
        "{hello:#?}"
    );
    for line in [
        "setoption usemillisec true",
        "setoption promotion false",
        "setoption ponder false",
        "setoption newgame",
        "setoption nothing at all",
    ] {
        gui.send(line);
    }
    assert_eq!(gui.synchronise(), ["readyok"]);
    gui.send(&format!("position fen {START} moves h2e2"));
    let lines = gui.ask("go time 500 increment 0 opptime 500 oppincrement 0", "bestmove");
    let best = word_after(lines.last().expect("an answer"), "bestmove").expect("a move").to_owned();
    assert_complete(last_info(&lines), &best);
    assert!(
        word_after(last_info(&lines), "score").is_some_and(|score| score.parse::<i32>().is_ok()),
        "a bare number: {lines:#?}"
    );
    gui.send("quit");
    let (rest, well) = gui.finish();
    assert_eq!(rest, ["bye"]);
    assert!(well);
}

#[test]
fn idle_stop_and_unknown_words() {
    let mut gui = ucci();
    assert_eq!(gui.ask("stop", "nobestmove"), ["nobestmove"]);
    gui.send("hello");
    gui.send("ponderhit");
    gui.send("setoption idle large");
    assert_eq!(gui.synchronise(), ["readyok"], "what is unknown or out of place is ignored");
    gui.send("debug on");
    gui.send("hello");
    assert_eq!(gui.synchronise(), ["info message unknown command 'hello'", "readyok"]);
}

#[test]
fn every_form_of_go_gets_exactly_one_answer() {
    let mut gui = ucci();
    gui.send("setoption usemillisec true");
    gui.send("position startpos");
    for form in [
        "go depth 3",
        "go nodes 1000",
        "go time 50",
        "go time 300 movestogo 5",
        "go time 300 increment 10",
        "go draw time 300 increment 10",
        "go movetime 20",
        "go time 0",
        "go wtime 100 btime 100",
        "go depth x",
        "go time 300 increment 10 opptime 300 oppmovestogo 3",
    ] {
        let mut lines = gui.ask(form, "bestmove");
        lines.extend(gui.synchronise());
        assert_eq!(count(&lines, "bestmove") + count(&lines, "nobestmove"), 1, "{form}: {lines:#?}");
    }
    for form in ["go infinite", "go ponder time 100 increment 0", "go"] {
        gui.send(form);
        assert_eq!(count(&gui.listen(Duration::from_millis(200)), "bestmove"), 0, "{form}");
        gui.ask("stop", "bestmove");
    }
}

#[test]
fn depth_zero_evaluates() {
    let mut gui = ucci();
    gui.send("position startpos");
    let lines = gui.ask("go depth 0", "nobestmove");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("info depth 0 score "));
}

#[test]
fn roots_without_a_move() {
    let mut gui = ucci();
    for fen in [MATED, STALEMATED] {
        gui.send(&format!("position fen {fen}"));
        assert_eq!(gui.ask("go depth 5", "nobestmove").last().map(String::as_str), Some("nobestmove"));
    }
}

#[test]
fn bans_last_until_the_next_position() {
    let mut gui = ucci();
    gui.send("position startpos");
    let first = gui.best_move("go depth 4");
    gui.send(&format!("banmoves {first} a0a1"));
    for _ in 0..2 {
        assert_ne!(gui.best_move("go depth 4"), first);
    }
    gui.send("setoption newgame");
    gui.send("position startpos");
    assert_eq!(gui.best_move("go depth 4"), first);
}

#[test]
fn batch_mode_reads_on_after_each_answer() {
    let mut gui = ucci();
    gui.send("setoption batch true\nposition startpos\ngo depth 5\nposition startpos moves h2e2\ngo depth 5\ngo nodes 3000\nquit");
    let (lines, well) = gui.finish();
    assert!(well);
    assert_eq!(count(&lines, "bestmove"), 3, "{lines:#?}");
    let depths = lines.iter().filter(|line| line.starts_with("info depth 5 ")).count();
    assert!(depths >= 2, "the searches were cut short: {lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("bye"));
}

#[test]
fn an_endless_search_can_be_stopped_even_in_batch_mode() {
    let mut gui = ucci();
    gui.send("setoption batch true");
    gui.send("position startpos");
    gui.send("go infinite");
    gui.synchronise();
    gui.ask("stop", "bestmove");
}

#[test]
fn without_batch_mode_quit_ends_the_search() {
    let mut gui = ucci();
    gui.send("position startpos\ngo infinite\nquit");
    let (lines, well) = gui.finish();
    assert!(well);
    assert_eq!(count(&lines, "bestmove"), 1);
    assert_eq!(lines.last().map(String::as_str), Some("bye"));
}

#[test]
fn the_hash_can_be_probed() {
    let mut gui = ucci();
    assert_eq!(gui.ask("probe startpos", "pophash"), ["pophash"]);
    gui.send("position startpos");
    let best = gui.best_move("go depth 6");
    let report = gui.ask("probe startpos", "pophash").pop().expect("a report");
    assert_eq!(word_after(&report, "bestmove"), Some(best.as_str()), "{report}");
    assert!(report.contains("bound "), "{report}");
    let after = gui.ask(&format!("probe fen {START} moves {best}"), "pophash").pop().expect("a report");
    assert!(after.contains("bestmove"), "{after}");
    // Also while thinking.
    gui.send("go infinite");
    gui.ask("probe startpos", "pophash");
    gui.ask("stop", "bestmove");
}

#[test]
fn a_draw_is_taken_when_behind_and_refused_when_ahead() {
    let mut gui = ucci();
    gui.send("setoption usemillisec true");
    // Red has lost a rook for nothing.
    let behind = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1";
    let ahead = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let answer = |gui: &mut Conversation, fen: &str, go: &str| {
        gui.send(&format!("position fen {fen}"));
        gui.ask(go, "bestmove").pop().expect("an answer")
    };
    assert!(answer(&mut gui, behind, "go draw time 100 movestogo 1").ends_with(" draw"));
    assert!(!answer(&mut gui, ahead, "go draw time 100 movestogo 1").ends_with(" draw"));
    let plain = answer(&mut gui, ahead, "go time 100 movestogo 1");
    assert!(!plain.contains("draw") && !plain.contains("resign"), "{plain}");
    // Without a clock nothing is said about the game.
    assert!(!answer(&mut gui, behind, "go draw depth 3").ends_with(" draw"));
    // An offer may come with the opponent's move.
    gui.send(&format!("position fen {behind}"));
    gui.send("go ponder time 100 movestogo 1");
    gui.send("ponderhit draw");
    assert!(gui.until("bestmove").pop().is_some_and(|line| line.ends_with(" draw")));
}

#[test]
fn a_lost_game_is_given_up() {
    let mut gui = ucci();
    gui.send("setoption usemillisec true");
    // Two rooks against a bare king: mate in a few moves.
    gui.send("position fen 4k4/9/9/9/9/9/9/R8/1R7/3K5 b - - 0 1");
    let answer = gui.ask("go time 3000 movestogo 1", "bestmove").pop().expect("an answer");
    assert!(answer.ends_with(" resign"), "{answer}");
    let analysis = gui.ask("go depth 5", "bestmove").pop().expect("an answer");
    assert!(!analysis.contains("resign"), "{analysis}");
}

#[test]
fn the_unit_of_time_is_the_second_unless_told_otherwise() {
    let mut gui = ucci();
    gui.send(&format!("position fen {MIDDLE_GAME}"));
    let started = std::time::Instant::now();
    gui.send("go time 1 movestogo 1");
    gui.until("bestmove");
    assert!(
        started.elapsed() > Duration::from_millis(300),
        "a second is not a millisecond: {:?}",
        started.elapsed()
    );
    gui.send("setoption usemillisec true");
    let started = std::time::Instant::now();
    gui.best_move("go time 60 movestogo 1");
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn the_protocol_may_change_at_any_time() {
    let mut gui = ucci();
    gui.send("position startpos");
    assert!(last_info(&gui.ask("go depth 2", "bestmove")).contains(" score "));
    gui.ask("uci", "uciok");
    assert!(last_info(&gui.ask("go depth 2", "bestmove")).contains(" score cp "));
    gui.ask("ucci", "ucciok");
    assert!(!last_info(&gui.ask("go depth 2", "bestmove")).contains(" cp "));
}
