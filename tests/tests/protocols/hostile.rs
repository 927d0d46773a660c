//! Input that no sane GUI would send. The engine must live, and owe no answer.

use std::time::Duration;

use integration::conversation::Conversation;
use integration::data_lines;
use proptest::prelude::*;

use super::count;

/// What is expected of a FEN (`error`, `warning`, `good`), and the FEN.
fn fens() -> Vec<(String, String)> {
    let lines = data_lines("fens.tsv").into_iter();
    lines
        .filter_map(|line| {
            let mut fields = line.split('\t').map(str::to_owned);
            Some((fields.next()?, fields.next()?))
        })
        .collect()
}

#[test]
fn every_faulty_fen_is_refused_and_every_sound_one_searched() {
    for protocol in ["uci", "ucci"] {
        let mut gui = Conversation::in_memory();
        gui.ask(protocol, &format!("{protocol}ok"));
        // Moves behind a FEN are judged one by one.
        for (expected, fen) in fens().into_iter().filter(|(_, fen)| !fen.contains(" moves ")) {
            gui.send("position startpos moves h2e2");
            let before = gui.ask("d", "Fen:").pop();
            gui.synchronise();
            gui.send(&format!("position fen {fen}"));
            let complaints = gui.synchronise();
            assert_eq!(complaints.len() == 1, expected == "good", "{fen}: {complaints:?}");
            let after = gui.ask("d", "Fen:").pop();
            assert_eq!(after == before, expected == "error", "{fen}: {complaints:?}");
            gui.synchronise();
            gui.best_move("go depth 2");
        }
    }
}

#[test]
fn lines_of_megabytes() {
    let mut gui = Conversation::in_memory();
    gui.ask("uci", "uciok");
    let long = "x".repeat(5 << 20);
    gui.send(&long);
    gui.send(&format!("position startpos moves {}", "h2e2 ".repeat(1 << 20)));
    gui.send(&format!("position fen {}", "9/".repeat(1 << 20)));
    gui.send(&format!("setoption name {long} value {long}"));
    gui.send(&format!("go depth 1 {long}"));
    let mut lines = gui.until("bestmove");
    lines.extend(gui.synchronise());
    assert_eq!(count(&lines, "bestmove"), 1);
    assert!(lines.iter().all(|line| line.len() < 2000), "no message repeats megabytes");
}

#[test]
fn bytes_that_are_no_text() {
    let mut gui = Conversation::in_memory();
    gui.ask("uci", "uciok");
    let every_byte: Vec<u8> = (0..=255).collect();
    gui.send_bytes(&every_byte);
    gui.send_bytes(b"\n\0\0\0\n\xff\xfe\n\xef\xbb\xbf\n\r\r\r\n");
    gui.send_bytes(b"position startpos moves \xff\xff\xff\n");
    gui.send_bytes(b"setoption name EvalFile value \xc4\xe3.nnue\n");
    gui.send_bytes("go depth 2 searchmoves ｈ２ｅ２ 炮二平五 é2e2\n".as_bytes());
    gui.until("bestmove");
    gui.synchronise();
}

/// A line that may mean something: words of the protocols, numbers, moves, FENs, rubbish.
fn line() -> impl Strategy<Value = String> {
    let fens: Vec<String> = fens().into_iter().map(|(_, fen)| fen).collect();
    let word = prop_oneof![
        8 => prop::sample::select(vec![
            "position", "startpos", "fen", "moves", "setoption", "name", "value", "depth", "nodes", "movetime", "wtime", "btime",
            "winc", "binc", "movestogo", "infinite", "ponder", "searchmoves", "mate", "time", "increment", "draw", "MultiPV",
            "Move Overhead", "nodestime", "UCI_Variant", "xiangqi", "Rules", "sky", "Skill Level", "batch", "true", "usemillisec",
            "banmoves", "probe", "stop", "ponderhit", "debug", "uci", "ucci", "ucinewgame", "isready", "d", "eval", "flip",
        ]).prop_map(str::to_owned),
        3 => prop::sample::select(vec!["h2e2", "h9g7", "a0a1", "a10a9", "H2-E2", "b0c2", "e2e6", "0000"]).prop_map(str::to_owned),
        3 => (-3i64..400).prop_map(|number| number.to_string()),
        1 => any::<i128>().prop_map(|number| number.to_string()),
        1 => prop::sample::select(fens),
        2 => "[^\n]{0,10}",
    ];
    prop::collection::vec(word, 0..9).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 50, ..ProptestConfig::with_cases(60) })]

    /// Sixty conversations of fifty random lines: three thousand, a third of them `go`, half of those followed by `stop`.
    #[test]
    fn no_conversation_kills_the_engine_or_loses_an_answer(lines in prop::collection::vec((line(), 0..6u8), 50)) {
        let mut gui = Conversation::in_memory();
        let mut searches = 0;
        let mut said = Vec::new();
        for (line, kind) in lines {
            match kind {
                // Perft counts are no searches, and go on for as long as they like.
                0 | 1 if !line.contains("perft") => {
                    gui.send(&format!("go {line}"));
                    searches += 1;
                    if kind == 0 {
                        gui.send("stop");
                    }
                }
                _ if is_search(&line) => {}
                _ => gui.send(&line),
            }
        }
        // Batch mode would hold the rest back until a long search is over.
        said.extend(gui.listen(Duration::from_millis(5)));
        gui.send("stop");
        let (rest, well) = gui.finish();
        said.extend(rest);
        prop_assert!(well);
        // An idle `stop` in UCCI says `nobestmove` too, so only real answers and the two "none" forms can be told apart by
        // counting at least.
        let answers = said.iter().filter(|line| line.starts_with("bestmove") || *line == "nobestmove").count();
        prop_assert!(answers >= searches, "{} of {} answers in {:#?}", answers, searches, said);
        let real = said.iter().filter(|line| line.starts_with("bestmove")).count();
        prop_assert!(real <= searches, "{} answers to {} searches", real, searches);
    }
}

/// Whether a random line happens to start something that is counted elsewhere.
fn is_search(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    ["go", "quit", "bench", "perft"].contains(&first.as_str())
}
