//! UCI: transcripts and the state machine.

use std::time::{Duration, Instant};

use integration::conversation::{Conversation, word_after};

use super::{MATED, MIDDLE_GAME, STALEMATED, assert_complete, count, last_info};

fn uci() -> Conversation {
    let mut gui = Conversation::in_memory();
    gui.ask("uci", "uciok");
    gui
}

#[test]
fn a_game_from_handshake_to_quit() {
    let mut gui = Conversation::in_memory();
    let started = Instant::now();
    let hello = gui.ask("uci", "uciok");
    assert!(hello.iter().any(|line| line.starts_with("id name Chuhe")));
    assert!(hello.iter().any(|line| line.starts_with("info string Chuhe") && line.contains("rules asian")));
    assert!(count(&hello, "option name ") > 15);
    // The design asks for 200 ms; a busy test machine gets more.
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    assert_eq!(gui.synchronise(), ["readyok"]);
    gui.send("ucinewgame");
    let mut moves = String::new();
    for _ in 0..6 {
        gui.send(&format!("position startpos moves{moves}"));
        let lines = gui.ask("go wtime 1000 btime 1000 winc 10 binc 10", "bestmove");
        let best = word_after(lines.last().expect("an answer"), "bestmove").expect("a move").to_owned();
        assert_complete(last_info(&lines), &best);
        moves += &format!(" {best}");
    }
    gui.send("quit");
    let (rest, well) = gui.finish();
    assert!(rest.is_empty() && well, "{rest:?}");
}

#[test]
fn every_form_of_go_gets_exactly_one_answer() {
    let forms = [
        "go depth 3",
        "go depth 0",
        "go depth -7",
        "go nodes 2000",
        "go nodes 0",
        "go nodes 1",
        "go movetime 30",
        "go movetime 0",
        "go mate 1 depth 4",
        "go wtime 200 btime 200",
        "go wtime 0 btime 0",
        "go wtime -100 btime -100 winc 10 binc 10",
        "go wtime 300 btime 300 movestogo 1",
        "go btime 100",
        "go wtime 500 btime 500 winc 5 binc 5 movestogo 10 depth 4 nodes 5000 movetime 40",
        "go time 100 increment 5",
        "go searchmoves h2e2 b2e2 depth 3",
        "go depth 3 searchmoves h2e2",
        "go depth 3 searchmoves",
        "go searchmoves a9a8 depth 2",
        "go depth x",
        "go depth 2 rubbish words",
        "go depth 999 movetime 30",
    ];
    let mut gui = uci();
    gui.send("position startpos");
    for form in forms {
        gui.send(form);
        let mut lines = gui.until("bestmove");
        lines.extend(gui.synchronise());
        assert_eq!(count(&lines, "bestmove"), 1, "{form}: {lines:#?}");
        let best = lines.iter().find_map(|line| word_after(line, "bestmove")).expect("a move");
        assert_complete(last_info(&lines), best);
    }
    // These wait to be told.
    for form in [
        "go",
        "go infinite",
        "go infinite depth 1",
        "go ponder depth 1",
        "go ponder wtime 10 btime 10",
        "go ponder",
    ] {
        gui.send(form);
        assert_eq!(count(&gui.listen(Duration::from_millis(150)), "bestmove"), 0, "{form}");
        gui.send("stop");
        gui.until("bestmove");
        assert_eq!(count(&gui.synchronise(), "bestmove"), 0, "{form}");
    }
}

#[test]
fn stop_is_obeyed_at_once() {
    let mut gui = uci();
    gui.send(&format!("position fen {MIDDLE_GAME}"));
    let mut delays: Vec<Duration> = (0..10)
        .map(|_| {
            gui.ask("go infinite", "info depth 3");
            let sent = Instant::now();
            gui.send("stop");
            let answer = gui.replies_until("bestmove").pop().expect("an answer");
            answer.at - sent
        })
        .collect();
    delays.sort();
    // A machine busy with other tests may hold up any one of them, not most.
    assert!(delays[2] < Duration::from_millis(20), "{delays:?}");
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut gui = uci();
    gui.send("position startpos");
    gui.send("go infinite");
    for _ in 0..3 {
        let lines = gui.synchronise();
        assert_eq!(count(&lines, "bestmove"), 0);
    }
    // Whatever else is sent meanwhile waits or is done, and the search goes on.
    for line in [
        "setoption name MultiPV value 3",
        "setoption name Hash value 2",
        "ucinewgame",
        "position startpos moves h2e2",
        "debug on",
        "d",
    ] {
        gui.send(line);
    }
    assert_eq!(count(&gui.synchronise(), "bestmove"), 0);
    gui.send("stop");
    gui.until("bestmove");
    let lines = gui.ask("go depth 3", "bestmove");
    assert!(lines.iter().any(|line| line.contains("multipv 3")), "{lines:#?}");
    let best = word_after(lines.last().expect("an answer"), "bestmove").expect("a move");
    assert!(best.ends_with(|c: char| c >= '0') && !"0123".contains(&best[1..2]), "Black's move, not {best}");
}

#[test]
fn a_second_go_ends_the_first() {
    let mut gui = uci();
    gui.send("position startpos");
    gui.send("go infinite");
    gui.send("go depth 2");
    let mut lines = gui.until("bestmove");
    lines.extend(gui.until("bestmove"));
    lines.extend(gui.synchronise());
    assert_eq!(count(&lines, "bestmove"), 2);
}

#[test]
fn pondering() {
    let mut gui = uci();
    gui.send("position startpos moves h2e2 h9g7");
    // A hit: the clock starts with it.
    gui.send("go ponder wtime 300 btime 300");
    assert_eq!(count(&gui.listen(Duration::from_millis(400)), "bestmove"), 0);
    gui.send("ponderhit");
    gui.until("bestmove");
    // A search that was over while pondering answers on the hit.
    gui.send("go ponder depth 1");
    gui.listen(Duration::from_millis(100));
    gui.send("ponderhit");
    gui.until("bestmove");
    // A miss.
    gui.send("go ponder wtime 300 btime 300");
    gui.send("stop");
    gui.until("bestmove");
    // A hit out of place does nothing.
    gui.send("ponderhit");
    assert_eq!(gui.synchronise(), ["readyok"]);
}

#[test]
fn roots_without_a_move() {
    let mut gui = uci();
    for fen in [MATED, STALEMATED] {
        gui.send(&format!("position fen {fen}"));
        assert_eq!(gui.ask("go depth 5", "bestmove"), ["info depth 0 score mate 0", "bestmove (none)"]);
        // Even then an infinite search waits.
        gui.send("go infinite");
        assert_eq!(gui.synchronise(), ["readyok"]);
        assert_eq!(gui.ask("stop", "bestmove").last().map(String::as_str), Some("bestmove (none)"));
    }
}

/// The last lines come again with the answer only where they have changed.
#[test]
fn no_line_is_printed_twice() {
    let mut gui = uci();
    gui.send("position startpos");
    let mut lines = |go: &str| {
        let mut lines = gui.ask(go, "bestmove");
        lines.retain(|line| line.contains(" pv "));
        lines
    };
    assert_eq!(lines("go depth 1 searchmoves a0a1").len(), 1);
    assert_eq!(lines("go depth 3").len(), 3);
    let cut_short = lines("go nodes 3000");
    assert_eq!(word_after(cut_short.last().map_or("", String::as_str), "nodes"), Some("3000"));
    gui.send("setoption name MultiPV value 2");
    let mut lines = gui.ask("go depth 2", "bestmove");
    lines.retain(|line| line.contains(" pv "));
    let ranks: Vec<_> =
        lines.iter().map(|line| (word_after(line, "depth"), word_after(line, "multipv"))).collect();
    let expected = [("1", "1"), ("1", "2"), ("2", "1"), ("2", "2")];
    assert_eq!(ranks, expected.map(|(depth, rank)| (Some(depth), Some(rank))));
}

#[test]
fn root_moves_can_be_chosen_and_banned() {
    let mut gui = uci();
    gui.send("position startpos");
    assert_eq!(gui.best_move("go depth 2 searchmoves a0a1"), "a0a1");
    assert_eq!(gui.best_move("go depth 2 searchmoves A0-A1"), "a0a1");
    // What earlier searches left in the hash would decide between moves of equal worth.
    gui.send("ucinewgame");
    let first = gui.best_move("go depth 4");
    gui.send(&format!("banmoves {first}"));
    assert_ne!(gui.best_move("go depth 4"), first);
    gui.send("position startpos");
    gui.send("ucinewgame");
    assert_eq!(gui.best_move("go depth 4"), first, "a new position lifts the ban");
    gui.send("banmoves a0a1");
    let lines = gui.ask("go depth 2 searchmoves a0a1", "bestmove");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
}

#[test]
fn illegal_moves_are_named_and_the_moves_before_them_stand() {
    let mut gui = uci();
    gui.send("position startpos moves h2e2 h9g7 e2e9 a0a1");
    let lines = gui.ask("d", "Fen:");
    assert!(lines[0].contains("illegal move 'e2e9' (move 3)"), "{lines:#?}");
    assert!(lines.last().is_some_and(|fen| fen.contains("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w")), "{lines:#?}");
    gui.synchronise();
}

#[test]
fn a_bad_fen_leaves_the_old_position() {
    let mut gui = uci();
    gui.send("position startpos moves h2e2");
    let before = gui.ask("d", "Fen:");
    gui.synchronise();
    for bad in [
        "position fen",
        "position fen foobar",
        "position",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        gui.send(bad);
        let lines = gui.synchronise();
        assert!(lines[0].starts_with("info string "), "{bad}: {lines:?}");
        assert_eq!(gui.ask("d", "Fen:"), before, "{bad}");
        gui.synchronise();
    }
}

#[test]
fn ranks_from_one_once_the_variant_is_set() {
    let mut gui = uci();
    gui.send("setoption name UCI_Variant value xiangqi");
    gui.send("position startpos moves h3e3 h10g8");
    assert!(gui.ask("d", "Fen:").last().is_some_and(|fen| fen.contains("rnbakab1r/9/1c4nc1")));
    gui.synchronise();
    let lines = gui.ask("go depth 2 searchmoves a1a2", "bestmove");
    assert_eq!(lines.last().map(String::as_str).and_then(|line| line.get(..13)), Some("bestmove a1a2"));
    gui.send("position startpos moves a4a5");
    let lines = gui.ask("go depth 2 searchmoves a10a9", "bestmove");
    assert_eq!(word_after(last_info(&lines), "pv"), Some("a10a9"));
    // UCCI always counts from 0.
    gui.ask("ucci", "ucciok");
    gui.send("position startpos");
    assert_eq!(gui.best_move("go depth 1 searchmoves a0a1"), "a0a1");
}

#[test]
fn options_out_of_range_are_refused() {
    let mut gui = uci();
    for line in [
        "setoption name Threads value 0",
        "setoption name Threads value 257",
        "setoption name Hash value -1",
        "setoption name Hash value x",
        "setoption name Rules value chess",
        "setoption name Nonsense value 1",
        "setoption",
        "setoption name",
    ] {
        gui.send(line);
        let lines = gui.synchronise();
        assert!(lines.len() == 2 && lines[0].starts_with("info string "), "{line}: {lines:?}");
    }
    // More than the machine has: the engine says so and goes on with what it had.
    gui.send("setoption name Hash value 1048576");
    gui.send("position startpos");
    gui.best_move("go depth 2");
}

#[test]
fn a_bad_network_leaves_the_old_one() {
    let mut gui = uci();
    gui.send("setoption name EvalFile value /nowhere/no.nnue");
    let lines = gui.synchronise();
    assert!(lines[0].contains("/nowhere/no.nnue") && lines[0].contains("stays"), "{lines:?}");
    gui.send("position startpos");
    gui.best_move("go depth 3");
    gui.send("setoption name EvalFile value <empty>");
    let lines = gui.synchronise();
    assert!(lines[0].contains("evaluation") || lines[0].contains("network"), "{lines:?}");
}

#[test]
fn several_lines_with_win_draw_loss() {
    let mut gui = uci();
    gui.send("setoption name MultiPV value 4");
    gui.send("setoption name UCI_ShowWDL value true");
    gui.send("position startpos");
    let lines = gui.ask("go depth 4", "bestmove");
    let last: Vec<&String> = lines.iter().filter(|line| line.contains(" score ")).rev().take(4).collect();
    let firsts: std::collections::HashSet<_> =
        last.iter().filter_map(|line| word_after(line, "pv")).collect();
    assert_eq!(firsts.len(), 4, "{last:#?}");
    for line in last {
        let wdl: Vec<u32> = line
            .split(" wdl ")
            .nth(1)
            .expect("wdl")
            .split(' ')
            .take(3)
            .map(|n| n.parse().expect("a number"))
            .collect();
        assert_eq!(wdl.iter().sum::<u32>(), 1000, "{line}");
    }
}

#[test]
fn the_same_nodes_give_the_same_search() {
    let answers: Vec<Vec<String>> = (0..2)
        .map(|_| {
            let mut gui = uci();
            gui.send(&format!("position fen {MIDDLE_GAME}"));
            let lines = gui.ask("go nodes 20000", "bestmove");
            lines
                .iter()
                .map(|line| {
                    [
                        word_after(line, "score"),
                        word_after(line, "nodes"),
                        word_after(line, "pv"),
                        word_after(line, "bestmove"),
                    ]
                    .map(|w| w.unwrap_or_default())
                    .join(" ")
                })
                .collect()
        })
        .collect();
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn the_console() {
    let mut gui = uci();
    gui.send("position startpos");
    let lines = gui.ask("go perft 3", "Nodes searched");
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 79666"));
    assert_eq!(lines.len(), 46, "44 moves, a blank line and the total");
    gui.send("flip");
    assert!(gui.ask("d", "Fen:").last().is_some_and(|fen| fen.contains(" b ")));
    gui.ask("eval", "Evaluation:");
    gui.send("bench 1");
    let signature = gui.until_any(|line| line.ends_with(" nps"));
    assert!(signature.contains(" nodes "), "{signature}");
}

#[test]
fn unknown_words_are_answered_and_harmless() {
    let mut gui = uci();
    gui.send("xboard");
    let lines = gui.synchronise();
    assert_eq!(lines, ["info string unknown command 'xboard'", "readyok"]);
}
