//! The arena as a program: matches between mock engines that misbehave, interruption, reports.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use chuhe_movegen::{Board, Game};
use serde_json::Value;

/// The program under test; its mock engines are hidden in it.
const ARENA: &str = env!("CARGO_BIN_EXE_arena-under-test");

/// A fresh folder for one test.
fn folder(test: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("arena-{}-{test}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a temporary folder");
    path
}

fn mock(name: &str, mode: &str) -> [String; 3] {
    ["--engine".into(), format!("name={name}"), format!("cmd=\"{ARENA}\" mock {mode}")]
}

/// Runs arena with the engines and the words of `options`.
fn arena(task: &str, engines: &[[String; 3]], options: &str) -> Output {
    Command::new(ARENA)
        .args(task.split(' '))
        .args(engines.iter().flatten())
        .args(options.split_whitespace())
        .output()
        .expect("arena runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The games of a log.
fn games(log: &Path) -> Vec<Value> {
    fs::read_to_string(log)
        .expect("a log")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("an event"))
        .filter(|event| event["event"] == "game")
        .collect()
}

#[test]
fn every_fault_has_its_class_and_its_loser() {
    let folder = folder("faults");
    for (mode, class) in [
        ("staller", "time"),
        ("deaf", "hang"),
        ("crasher", "crash"),
        ("crasher --after 3", "crash"),
        ("illegal", "illegal_move"),
        ("liar --delay 400", "time"),
        ("flood --delay 400", "time"),
        ("garbage", "protocol_error"),
        ("no-move", "protocol_error"),
        ("no-move --ucci", "protocol_error"),
        ("resigner", "resignation"),
    ] {
        let log = folder.join(format!("{}.jsonl", mode.replace(' ', "-")));
        let mut bad = mock("bad", mode).to_vec();
        if mode.contains("ucci") {
            bad.push("proto=ucci".to_owned());
        }
        let output = Command::new(ARENA)
            .arg("match")
            .args(mock("good", "random"))
            .args(&bad)
            .args(["--movetime", "150", "--margin", "100", "--log"])
            .arg(&log)
            .output()
            .expect("arena runs");
        assert!(output.status.success(), "{mode}: {output:?}");
        let games = games(&log);
        assert_eq!(games.len(), 2, "{mode}: the match goes on after a fault");
        for game in games {
            assert_eq!(game["class"], class, "{mode}: {game}");
            let winner = if game["result"] == "1-0" { &game["red"] } else { &game["black"] };
            assert_eq!(winner, "good", "{mode}: {game}");
        }
    }
    assert_no_deaf_engine_is_left();
}

/// Deaf engines would stay for ever; where the processes can be looked at, none is there.
fn assert_no_deaf_engine_is_left() {
    let Ok(processes) = fs::read_dir("/proc") else { return };
    let command = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default();
    let left =
        processes.flatten().map(command).filter(|line| line.contains(ARENA) && line.contains("deaf")).count();
    assert_eq!(left, 0, "mock engines still run");
}

#[test]
fn odd_but_harmless_engines_play_on() {
    let log = folder("odd").join("log.jsonl");
    let options = format!("--depth 1 --max-moves 20 --games 2 --log {}", log.display());
    let output = arena("match", &[mock("slow", "slow-start --delay 300"), mock("twice", "twice")], &options);
    assert!(output.status.success(), "{output:?}");
    assert!(games(&log).iter().all(|game| game["class"] == "length_cap" || game["class"] == "checkmate"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("twice answered"));
    let agreed = arena("match", &[mock("a", "drawer"), mock("b", "drawer")], "--depth 1 --games 2");
    assert!(text(&agreed).contains("agreement 2"), "{}", text(&agreed));
}

#[test]
fn an_engine_that_does_not_start_ends_the_match_before_it_begins() {
    for (mode, reason) in [("slow-start --delay 3000", "no `uciok`"), ("nonsense", "ended")] {
        let output =
            arena("match", &[mock("good", "random"), mock("bad", mode)], "--depth 1 --start-time 0.5");
        assert_eq!(output.status.code(), Some(1));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains("engine bad") && message.contains(reason), "{mode}: {message}");
    }
}

#[test]
fn games_are_legal_paired_and_written_everywhere() {
    let folder = folder("files");
    let book = folder.join("book.fen");
    let openings = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/6P2/P1P1P3P/1C5C1/9/RNBAKABNR b - - 1 1",
    ];
    fs::write(&book, openings.join("\n")).expect("a book");
    let path = |name: &str| folder.join(name).display().to_string();
    let options = format!(
        "--depth 1 --games 6 --max-moves 30 --openings {} --order sequential --concurrency 2 --log {} --pgn {} --json {} \
         --html {} --quiet",
        book.display(),
        path("log.jsonl"),
        path("games.pgn"),
        path("summary.json"),
        path("report.html")
    );
    let output = arena("match", &[mock("A", "random"), mock("B<i>", "random --seed 9")], &options);
    assert!(output.status.success(), "{output:?}");
    let mut games = games(&folder.join("log.jsonl"));
    games.sort_by_key(|game| game["id"].as_u64());
    assert_eq!(games.len(), 6);
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game["fen"], openings[index / 2]);
        assert_eq!(game["red"], if index % 2 == 0 { "A" } else { "B<i>" });
        let mut replay = Game::from_fen(openings[index / 2]).expect("an opening");
        for ply in game["plies"].as_array().expect("plies") {
            let mv = ply["move"].as_str().expect("a move").parse().expect("a move");
            replay.play(mv).expect("a legal move");
        }
    }
    let pgn = fs::read(path("games.pgn")).expect("a PGN file");
    let read = chuhe_record::read(&pgn, chuhe_record::Format::Pgn).expect("our own PGN");
    assert_eq!(read.len(), 6);
    assert_eq!(read.iter().map(|game| game.tree.len()).sum::<usize>(), plies(&games));
    let summary: Value =
        serde_json::from_slice(&fs::read(path("summary.json")).expect("JSON")).expect("JSON");
    assert_eq!(summary["games"], 6);
    assert_eq!(summary["harness"]["moves"].as_u64(), Some(plies(&games) as u64));
    let html = fs::read_to_string(path("report.html")).expect("HTML");
    assert!(html.contains("B&lt;i&gt;") && !html.contains("B<i>") && html.contains("<svg"));
    let again = arena(&format!("report {}", path("log.jsonl")), &[], "");
    let end = |output: &Output| {
        text(output).lines().skip_while(|l| !l.contains("rating")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(end(&again), end(&output), "a report from the log says the same");
}

fn plies(games: &[Value]) -> usize {
    games.iter().map(|game| game["plies"].as_array().map_or(0, Vec::len)).sum()
}

#[test]
fn a_killed_match_goes_on_and_loses_only_the_games_in_progress() {
    let folder = folder("resume");
    let log = folder.join("log.jsonl");
    let mut child = Command::new(ARENA)
        .arg("match")
        .args(mock("A", "random --delay 2"))
        .args(mock("B", "random --seed 3"))
        .args(["--depth", "1", "--games", "12", "--max-moves", "20", "--concurrency", "2", "--log"])
        .arg(&log)
        .stdout(Stdio::null())
        .spawn()
        .expect("arena runs");
    let deadline = Instant::now() + Duration::from_secs(60);
    while !log.exists() || games_so_far(&log) < 3 {
        assert!(Instant::now() < deadline, "no games");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("kill -9");
    child.wait().expect("dead");
    let before = games(&log);
    // What a crash in the middle of writing leaves.
    let torn = fs::read_to_string(&log).expect("a log") + "{\"event\":\"game\",\"id\":";
    fs::write(&log, torn).expect("a torn log");
    let output = arena(&format!("resume {}", log.display()), &[], "");
    assert!(output.status.success(), "{output:?}");
    let after = games(&log);
    assert_eq!(after[..before.len()], before[..], "what was played stays");
    let mut ids: Vec<u64> = after.iter().filter_map(|game| game["id"].as_u64()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..12).collect::<Vec<u64>>(), "every game once");
    let nothing = arena(&format!("resume {}", log.display()), &[], "");
    assert!(nothing.status.success() && games(&log).len() == 12);
}

fn games_so_far(log: &Path) -> usize {
    fs::read_to_string(log).unwrap_or_default().matches("\"event\":\"game\"").count()
}

#[test]
fn a_sequential_test_stops_the_match() {
    let options = "--depth 1 --games 2000 --sprt elo0=0 elo1=300 model=logistic --quiet";
    let output = arena("match", &[mock("good", "random"), mock("bad", "resigner")], options);
    assert!(text(&output).contains("H1 accepted"), "{}", text(&output));
    assert!(!text(&output).contains("2000 games"));
}

#[test]
fn tournaments_run_to_their_end() {
    let folder = folder("tournaments");
    let engines: Vec<[String; 3]> = ["a", "b", "c", "d", "e"]
        .iter()
        .map(|name| mock(name, &format!("random --seed {}", name.len())))
        .collect();
    for (format, rounds, games_played) in
        [("round-robin", 5, 10 * 2), ("swiss", 3, 2 * 3 * 2), ("gauntlet", 1, 4 * 2), ("knockout", 3, 4 * 2)]
    {
        let log = folder.join(format!("{format}.jsonl"));
        let mut options =
            format!("--format {format} --games 2 --depth 1 --max-moves 6 --quiet --log {}", log.display());
        if format == "swiss" {
            options += " --rounds 3";
        }
        let output = arena("tournament", &engines, &options);
        assert!(output.status.success(), "{format}: {output:?}");
        let games = games(&log);
        // Ties of a knockout are played off.
        assert!(
            games.len() == games_played || format == "knockout" && games.len() > games_played,
            "{format}"
        );
        assert_eq!(games.iter().filter_map(|game| game["round"].as_u64()).max(), Some(rounds), "{format}");
        assert!(text(&output).contains("engine  "), "{format}");
    }
}

/// The table is made by tests/scripts/arena_stats.py, which computes the same figures in other ways.
#[test]
fn strength_figures_equal_an_independent_computation() {
    use chuhe_tools::arena::stats::{Estimate, Sprt, Tally};
    let close = |name: &str, ours: f64, theirs: f64| {
        let difference = (ours - theirs).abs() / theirs.abs().max(1.0);
        assert!(difference < 5e-5, "{name}: {ours} here, {theirs} by the script");
    };
    let table = include_str!("../data/arena_stats.jsonl");
    assert!(table.lines().count() > 50);
    for line in table.lines() {
        let row: Value = serde_json::from_str(line).expect("a row");
        let counts: Vec<u64> = serde_json::from_value(row["counts"].clone()).expect("counts");
        let test: Sprt = serde_json::from_value(row["test"].clone()).expect("a test");
        let (estimate, llr): (Option<Estimate>, f64) = match counts[..] {
            [a, b, c] => (Tally([a, b, c]).estimate(), test.llr(&Tally([a, b, c]))),
            [a, b, c, d, e] => (Tally([a, b, c, d, e]).estimate(), test.llr(&Tally([a, b, c, d, e]))),
            _ => panic!("{line}"),
        };
        let estimate = serde_json::to_value(estimate.expect("samples")).expect("JSON");
        for (name, theirs) in row["estimate"].as_object().expect("figures") {
            close(name, estimate[name].as_f64().expect("a number"), theirs.as_f64().expect("a number"));
        }
        close("llr", llr, row["llr"].as_f64().expect("a number"));
    }
}

#[test]
fn the_start_position_is_the_default_opening() {
    let log = folder("start").join("log.jsonl");
    let options = format!("--depth 1 --max-moves 2 --log {}", log.display());
    arena("match", &[mock("A", "random"), mock("B", "random")], &options);
    assert_eq!(games(&log)[0]["fen"], Board::start().fen());
}
