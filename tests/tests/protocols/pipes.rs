//! The executable itself, over real pipes.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use integration::conversation::{Conversation, word_after};

use super::{ENGINE, MIDDLE_GAME, assert_complete, count, last_info};

#[test]
fn both_protocols_over_pipes() {
    for (protocol, end) in [("uci", None), ("ucci", Some("bye"))] {
        let started = Instant::now();
        let mut gui = Conversation::with_process(ENGINE);
        gui.ask(protocol, &format!("{protocol}ok"));
        // The design asks for 200 ms; a busy test machine gets more.
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
        gui.synchronise();
        gui.send(&format!("position fen {MIDDLE_GAME}"));
        let lines = gui.ask("go nodes 5000", "bestmove");
        let best = word_after(lines.last().expect("an answer"), "bestmove").expect("a move").to_owned();
        assert_complete(last_info(&lines), &best);
        gui.send("go infinite");
        gui.synchronise();
        gui.ask("stop", "bestmove");
        gui.send("quit");
        let (rest, well) = gui.finish();
        assert!(well);
        assert_eq!(rest.last().map(String::as_str), end);
    }
}

#[test]
fn the_end_of_the_input_is_a_quit() {
    let mut gui = Conversation::with_process(ENGINE);
    gui.send("uci\nposition startpos\ngo infinite");
    let (lines, well) = gui.finish();
    assert!(well);
    assert_eq!(count(&lines, "bestmove"), 1);
}

#[test]
fn a_reader_that_goes_away_ends_the_engine_quietly() {
    for arguments in [&[] as &[&str], &["perft", "3", "--divide"], &["--help"]] {
        let mut child = Command::new(ENGINE)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("piped");
        // The engine may be gone before the second line is written.
        let _ = input.write_all(b"uci\nisready\n");
        let status = child.wait().expect("the engine ends");
        let mut complaints = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut complaints).expect("text");
        assert!(status.success(), "{arguments:?}: {status}");
        assert_eq!(complaints, "", "{arguments:?}");
    }
}

#[test]
fn a_conversation_is_logged_on_request() {
    let log = std::env::temp_dir().join(format!("chuhe-log-{}.txt", std::process::id()));
    let mut gui = Conversation::with_process(ENGINE);
    gui.ask("uci", "uciok");
    gui.send(&format!("setoption name Log File value {}", log.display()));
    gui.synchronise();
    gui.send("setoption name Log File value /nowhere/at/all.txt");
    assert!(gui.synchronise()[0].contains("cannot log to"));
    gui.send("quit");
    gui.finish();
    let text = std::fs::read_to_string(&log).expect("a log");
    std::fs::remove_file(&log).expect("removed");
    assert!(text.contains(">> isready") && text.contains("<< readyok"), "{text}");
}

/// Runs the executable with arguments and returns its exit code and what it printed.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output =
        Command::new(ENGINE).args(arguments).stdin(Stdio::null()).output().expect("the engine starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn exit_codes() {
    assert_eq!(run(&["--version"]).0, Some(0));
    assert_eq!(run(&["--help"]).0, Some(0));
    let (code, out, err) = run(&["perft", "2"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.lines().last().is_some_and(|line| line.starts_with("nodes 1920 time_ms ")), "{out}");
    let (code, _, err) = run(&["--lang", "en", "perft", "2", "--fen", "foobar"]);
    assert_eq!(code, Some(1));
    assert!(err.starts_with("chuhe: "), "{err}");
    let (code, _, err) = run(&["--lang", "zh", "perft", "2", "--fen", "foobar"]);
    assert_eq!(code, Some(1));
    assert!(err.starts_with("楚河："), "{err}");
    assert_eq!(run(&["perft"]).0, Some(2));
    assert_eq!(run(&["nonsense"]).0, Some(2));
    assert_eq!(run(&["bench", "--threads", "0"]).0, Some(2));
}

#[test]
fn bench_ends_in_the_line_that_test_frameworks_read() {
    let signature = || {
        let (code, out, err) = run(&["bench", "--depth", "4"]);
        assert_eq!(code, Some(0), "{err}");
        let words: Vec<String> =
            out.lines().last().unwrap_or_default().split(' ').map(str::to_owned).collect();
        assert_eq!((words.len(), words[1].as_str(), words[3].as_str()), (4, "nodes", "nps"), "{out}");
        words[0].clone()
    };
    assert_eq!(signature(), signature(), "the signature is the same on every run");
}
