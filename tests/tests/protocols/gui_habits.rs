//! What particular GUIs send, in the order in which they send it.

use std::time::Duration;

use integration::conversation::{Conversation, word_after};

use super::{MIDDLE_GAME, count, last_info};

/// Coordinates as most Xiangqi GUIs read them: exactly four characters.
fn is_four_characters(mv: &str) -> bool {
    let bytes = mv.as_bytes();
    let square = |file: u8, rank: u8| (b'a'..=b'i').contains(&file) && rank.is_ascii_digit();
    bytes.len() == 4 && square(bytes[0], bytes[1]) && square(bytes[2], bytes[3])
}

/// Probes with `uci`, then `ucci`; neither waits nor asks `isready`; `stop` before every position.
#[test]
fn public_xiangqi() {
    for protocol in ["uci", "ucci"] {
        let mut gui = Conversation::in_memory();
        let hello = gui.ask(protocol, &format!("{protocol}ok"));
        // Every option that is no button must have a default.
        for line in hello.iter().filter(|line| line.starts_with("option") && !line.ends_with("type button")) {
            assert!(line.contains(" default "), "{line}");
        }
        for line in ["setoption Threads 1", "setoption Hash 16", "setoption name Threads value 1"] {
            gui.send(line);
        }
        for moves in ["", " moves h2e2", " moves h2e2 h9g7"] {
            gui.send("stop");
            gui.send(&format!(
                "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1{moves}"
            ));
            let best = gui.best_move("go movetime 50");
            assert!(is_four_characters(&best), "{best}");
        }
        gui.send("stop");
        gui.send("position startpos");
        let lines = gui.ask("go depth 4", "bestmove");
        for line in lines.iter().filter(|line| line.contains(" nps ")) {
            for field in ["depth", "score", "time", "pv"] {
                assert!(word_after(line, field).is_some(), "no {field} in {line}");
            }
        }
        let answer = lines.last().expect("an answer").split_whitespace().count();
        assert!(answer == 2 || answer == 4, "ponder is read only from four words: {lines:?}");
    }
}

/// Sends both handshakes at once, options in UCCI's grammar, and bans in UCI too.
#[test]
fn vin_xiangqi() {
    let mut gui = Conversation::in_memory();
    gui.send("uci");
    gui.send("ucci");
    gui.until("uciok");
    gui.until("ucciok");
    gui.send("setoption hashsize 16");
    gui.send(&format!("position fen {MIDDLE_GAME}"));
    let first = gui.best_move("go movetime 100 depth 5");
    gui.send(&format!("position fen {MIDDLE_GAME}"));
    gui.send(&format!("banmoves {first}"));
    assert_ne!(gui.best_move("go movetime 100 depth 5"), first);
    gui.send("go ponder movetime 50 depth 4");
    assert_eq!(count(&gui.listen(Duration::from_millis(150)), "bestmove"), 0);
    gui.ask("ponderhit", "bestmove");
    gui.send("go ponder movetime 50 depth 4");
    gui.ask("stop", "bestmove");
}

/// Ranks from 1, every option sent back with its default, positions without history.
#[test]
fn liground() {
    let mut gui = Conversation::in_memory();
    let hello = gui.ask("uci", "uciok");
    assert!(
        hello.iter().any(|line| line.starts_with("option name UCI_Variant ") && line.contains("var xiangqi"))
    );
    for line in hello.iter().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, rest) = line.split_once(" type ").expect("a type");
        match rest.split_once(" default ") {
            Some((_, value)) => {
                let value = value
                    .split(" min ")
                    .next()
                    .and_then(|value| value.split(" var ").next())
                    .expect("a value");
                gui.send(&format!("setoption name {name} value {value}"));
            }
            None => gui.send(&format!("setoption name {name}")),
        }
    }
    let lines = gui.synchronise();
    assert!(lines.iter().all(|line| !line.contains("unchanged") && !line.contains("no such")), "{lines:#?}");
    gui.send("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1");
    let lines = gui.ask("go movetime 50", "bestmove");
    let pv = last_info(&lines).split(" pv ").nth(1).expect("a line of play");
    let ranks: Vec<&str> = pv
        .split(' ')
        .next()
        .expect("a move")
        .split(|c: char| c.is_ascii_lowercase())
        .filter(|r| !r.is_empty())
        .collect();
    assert!(ranks.iter().all(|rank| (1..=10).contains(&rank.parse::<u8>().expect("a rank"))), "{pv}");
    gui.send("go infinite");
    gui.listen(Duration::from_millis(50));
    gui.ask("stop", "bestmove");
}

/// Bare positions, and words of its own.
#[test]
fn cyclone_guis_and_cloud_workers() {
    let mut gui = Conversation::in_memory();
    gui.ask("uci", "uciok");
    gui.send("ucinewgame");
    gui.send("fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2");
    assert!(gui.ask("d", "Fen:").last().is_some_and(|fen| fen.contains("1C2C4") && fen.contains(" b ")));
    gui.send("startpos moves b2e2");
    assert!(gui.ask("d", "Fen:").last().is_some_and(|fen| fen.contains("4C2C1")));
    gui.send("isok");
    gui.best_move("go depth 3");
    gui.send("stop");
    assert_eq!(count(&gui.synchronise(), "bestmove"), 0, "an idle stop is not answered in UCI");
}

/// The adapter between XBoard and UCI: sets the variant as Fairy-Stockfish wants it, then speaks UCI-Cyclone.
#[test]
fn uci2wb() {
    let mut gui = Conversation::in_memory();
    gui.send("uci\nsetoption name Threads value 1\nsetoption name Hash value 16\nisready\nucinewgame");
    gui.send(
        "setoption name UCI_Variant value xiangqi\nucinewgame\nisready\nsetoption name Ponder value true",
    );
    gui.until("uciok");
    gui.until("readyok");
    gui.until("readyok");
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r";
    gui.send(&format!("fen {start} moves h2e2"));
    let reply = gui.best_move("go btime 3000 wtime 3000 movestogo 40");
    assert!(is_four_characters(&reply) && reply.as_bytes()[1] >= b'5', "Black's move, not {reply}");
    gui.send(&format!("fen {start} moves h2e2 {reply} h0g2"));
    gui.send("go ponder btime 3000 wtime 3000 movestogo 39");
    assert_eq!(count(&gui.synchronise(), "bestmove"), 0);
    gui.ask("stop", "bestmove");
}

/// Everything at once, without waiting; an empty list of moves.
#[test]
fn qboard() {
    let mut gui = Conversation::in_memory();
    gui.send("ucci\nisready\nuccinewgame\nposition startpos moves\ngo depth 3");
    gui.until("ucciok");
    gui.until("readyok");
    gui.until("bestmove");
}

/// A full-move number of 0, letters of other engines, FENs with fields missing.
#[test]
fn other_peoples_fens() {
    let mut gui = Conversation::in_memory();
    gui.ask("uci", "uciok");
    for fen in [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 0",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
    ] {
        gui.send("position startpos moves h2e2");
        gui.send(&format!("position fen {fen}"));
        let lines = gui.ask("d", "Fen:");
        assert_eq!(
            lines.last().map(String::as_str),
            Some("Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
            "{fen}: {lines:#?}"
        );
        gui.synchronise();
    }
}

/// The league runner: counters reset to `0 1`, bans for moves that would lose by repetition.
#[test]
fn ucci_league() {
    let mut gui = Conversation::in_memory();
    gui.ask("ucci", "ucciok");
    for line in [
        "setoption promotion false",
        "setoption ponder false",
        "setoption newgame",
        "setoption usemillisec true",
    ] {
        gui.send(line);
    }
    gui.send("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2");
    gui.send("banmoves h9g7");
    let best = gui.best_move("go time 300 increment 10 opptime 300 oppincrement 10");
    assert_ne!(best, "h9g7");
    gui.send("quit");
    assert_eq!(gui.finish().0.last().map(String::as_str), Some("bye"));
}
