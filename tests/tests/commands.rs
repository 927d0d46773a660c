//! `chuhe convert`, `analyze`, `review` and `book` as a user runs them.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const GAME: &str = "[Event \"试\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n\
    1. 炮二平五 马8进7 {应着} (1... 马2进3 2. 马二进三) 2. 马二进三 车9平8 3. 车一平二 1-0\n";

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chuhe-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

struct Run {
    code: i32,
    out: String,
    err: String,
}

fn chuhe(args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe-under-test"))
        .args(["--lang", "en"])
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn convert_round_trips_and_overwrites_only_by_force() {
    let folder = folder("convert");
    let path = |name: &str| folder.join(name).display().to_string();
    fs::write(path("a.pgn"), GAME).unwrap();
    let chain = ["a.pgn", "b.xqf", "c.ubb", "d.jsonl", "e.pgn"];
    for pair in chain.windows(2) {
        let run = chuhe(&["convert", &path(pair[0]), &path(pair[1])]);
        assert_eq!((run.code, run.out.as_str()), (0, "1 games\n"), "{pair:?}: {}", run.err);
    }
    let json = json_lines(&fs::read_to_string(path("d.jsonl")).unwrap());
    assert_eq!(json[0]["moves"], serde_json::json!(["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"]));
    assert_eq!(json[0]["comments"], serde_json::json!({"2": "应着"}));
    assert_eq!(json[0]["variations"], serde_json::json!([{"line": 0, "ply": 1, "moves": ["b9c7", "h0g2"]}]));
    assert_eq!((&json[0]["result"], &json[0]["tags"]["Red"]), (&"1-0".into(), &"甲".into()));
    let again = chuhe(&["convert", &path("a.pgn"), &path("e.pgn")]);
    assert_eq!(again.code, 1);
    assert!(again.err.contains("--force"), "{}", again.err);
    assert_eq!(chuhe(&["convert", &path("a.pgn"), &path("e.pgn"), "--force", "--notation", "wxf"]).code, 0);
    assert!(fs::read_to_string(path("e.pgn")).unwrap().contains("1. C2=5 H8+7"));
}

#[test]
fn convert_names_the_illegal_move() {
    let folder = folder("illegal");
    let path = |name: &str| folder.join(name).display().to_string();
    fs::write(path("a.pgn"), "1. h2e2 h9g7 2. e2e9 *").unwrap();
    let run = chuhe(&["convert", &path("a.pgn"), &path("b.jsonl")]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("game 1, ply 2: e2e9"), "{}", run.err);
    assert!(!folder.join("b.jsonl").exists());
    assert_eq!(chuhe(&["convert", &path("a.pgn"), &path("b.jsonl"), "--force"]).code, 0);
    assert!(fs::read_to_string(path("b.jsonl")).unwrap().contains("[\"h2e2\",\"h9g7\"]"));
    for (file, reason) in [("a.chn", "not read"), ("a.xyz", "known endings"), ("none.pgn", "No such file")] {
        if !file.starts_with("none") {
            fs::write(path(file), "?").unwrap();
        }
        let run = chuhe(&["convert", &path(file), &path("c.pgn")]);
        assert!(run.code == 1 && run.err.contains(reason), "{file}: {}", run.err);
    }
}

#[test]
fn analyze_keeps_the_contract() {
    let run =
        chuhe(&["analyze", "--depth", "3", "--multipv", "2", "--format", "json", "--moves", "h2e2 h9g7"]);
    let json = &json_lines(&run.out)[0];
    let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["fen", "rules", "depth", "seldepth", "nodes", "nps", "time_ms", "lines", "bestmove"]);
    assert_eq!(json["fen"], "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2");
    let line = json["lines"][0].as_object().unwrap();
    assert_eq!(line.keys().collect::<Vec<_>>(), ["multipv", "score", "wdl", "pv", "pv_text"]);
    assert_eq!(json["lines"].as_array().unwrap().len(), 2);
    assert_eq!(json["lines"][0]["pv"][0], json["bestmove"]);
}

#[test]
fn analyze_goes_on_after_bad_lines_and_scores_tests() {
    let folder = folder("analyze");
    let file = folder.join("positions.epd").display().to_string();
    let mated = "4k4/3P1P3/9/9/9/9/9/9/4R4/3K5 b";
    let mate = "3k5/4R4/9/9/9/9/p8/9/9/4K1R2 w - - bm g0g9; id \"mate\";";
    let text = format!("\u{feff}{mated}\n# a remark\n\nnonsense\n{mate}\n");
    fs::write(&file, [text.as_bytes(), b"startpos \xcf\xf3\n"].concat()).unwrap();
    let args = ["analyze", "--file", &file, "--depth", "4", "--format", "json", "--jobs", "2"];
    let run = chuhe(&args);
    assert_eq!(run.code, 1);
    let json = json_lines(&run.out);
    assert_eq!(json.len(), 4);
    assert_eq!(json[3]["input"], "startpos \u{fffd}\u{fffd}");
    assert!(json[3]["error"].as_str().unwrap().contains("not UTF-8"), "{}", json[3]);
    assert_eq!((&json[0]["lines"], &json[0]["bestmove"]), (&serde_json::json!([]), &Value::Null));
    assert_eq!(json[1]["input"], "nonsense");
    assert_eq!((&json[2]["id"], &json[2]["solved"]), (&"mate".into(), &true.into()));
    assert_eq!(json[2]["lines"][0]["score"]["mate"], 1);
    assert!(run.err.contains("solved 1 of 1"), "{}", run.err);
    // Two shards are the whole.
    let shard = |part: &str| chuhe(&[&args[..], &["--shard", part]].concat()).out;
    assert_eq!((shard("1/2").lines().count(), shard("2/2").lines().count()), (2, 2));
}

/// A run that is killed goes on where it was, with no line lost or doubled.
#[test]
fn analyze_resumes_after_a_kill() {
    let folder = folder("resume");
    let (file, out) = (folder.join("in.fen"), folder.join("out.jsonl"));
    let fens: Vec<String> = integration::game_positions(5, 40).iter().map(ToString::to_string).collect();
    fs::write(&file, fens.join("\n")).unwrap();
    let (file, out_name) = (file.display().to_string(), out.display().to_string());
    let args = ["analyze", "--file", &file, "--format", "json", "--resume", &out_name, "--jobs", "2"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe-under-test"))
        .args(args)
        .args(["--movetime", "200"])
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    while fs::read_to_string(&out).map_or(0, |text| text.lines().count()) < 5 && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = fs::read_to_string(&out).unwrap();
    assert!((5..40).contains(&before.lines().count()), "{}", before.lines().count());
    // As if the kill had come within a line.
    let cut = before[..before.len() - 20].to_string();
    fs::write(&out, &cut).unwrap();
    let run = chuhe(&[&args[..], &["--depth", "2"]].concat());
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let text = fs::read_to_string(&out).unwrap();
    let found: Vec<String> =
        json_lines(&text).iter().map(|json| json["fen"].as_str().unwrap().to_string()).collect();
    assert_eq!(found, fens);
    assert!(text.starts_with(&cut[..cut.rfind('\n').unwrap() + 1]), "what was there stays");
    // The output of other positions is not taken up.
    fs::write(&file, "startpos\nstartpos\n").unwrap();
    let run = chuhe(&[&args[..], &["--depth", "2"]].concat());
    assert!(run.code == 1 && run.err.contains("another position"), "{}", run.err);
}

#[test]
fn review_grades_moves_and_writes_a_page() {
    let folder = folder("review");
    let (file, page) = (folder.join("a.pgn").display().to_string(), folder.join("a.html"));
    fs::write(&file, GAME).unwrap();
    let page_name = page.display().to_string();
    let run =
        chuhe(&["review", &file, "--depth", "3", "--format", "json", "--html", &page_name, "--jobs", "2"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let json = &json_lines(&run.out)[0];
    assert_eq!(json["plies"].as_array().unwrap().len(), 5);
    assert_eq!(json["plies"][1]["text"], "马8进7");
    assert_eq!(json["verdict"]["verdict"], "ongoing");
    let html = fs::read_to_string(page).unwrap();
    assert_eq!(html.matches("<div class=\"board\"").count(), 6);
    assert!(html.contains("甲 – 乙"));
    // A page that cannot be written is told before the analysis, however long that would take.
    let nowhere = folder.join("none/a.html").display().to_string();
    let run = chuhe(&["review", &file, "--movetime", "100000", "--html", &nowhere]);
    assert!(run.code != 0 && run.out.is_empty() && run.err.contains(&nowhere), "{}", run.err);
}

#[test]
fn a_book_is_built_shown_and_played_from() {
    let folder = folder("book");
    let (games, book) =
        (folder.join("a.pgn").display().to_string(), folder.join("a.book").display().to_string());
    fs::write(&games, GAME).unwrap();
    assert_eq!(chuhe(&["book", "build", &games, "--out", &book]).out, "1 games, 5 moves\n");
    let shown = chuhe(&["book", "show", &book, "startpos"]).out;
    assert!(shown.contains("炮八平五") && shown.contains("+1 =0 -0"), "{shown}");
    let mut talk =
        integration::conversation::Conversation::with_process(env!("CARGO_BIN_EXE_chuhe-under-test"));
    for line in ["uci", &format!("setoption name BookFile value {book}"), "setoption name OwnBook value true"]
    {
        talk.send(line);
    }
    talk.ask("isready", "readyok");
    talk.send("position startpos");
    assert_eq!(talk.best_move("go depth 1"), "b2e2");
    // Never by default, never a move that is not asked for.
    assert_ne!(talk.best_move("go depth 1 searchmoves a0a1"), "b2e2");
    talk.send("setoption name OwnBook value false");
    assert!(!talk.ask("go depth 1", "bestmove").iter().any(|line| line.contains("book")));
}
