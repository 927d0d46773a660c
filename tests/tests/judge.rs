//! `chuhe judge` and `chuhe solve` as users call them.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chuhe::ExitCode;
use chuhe_movegen::Game;
use chuhe_movegen::rules::{Referee, RuleSet};
use integration::Random;
use serde_json::{Value, json};

/// A writer whose content can be looked at afterwards.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("one writer").write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Exit code and standard output of `chuhe ARGS`.
fn chuhe(args: &[&str], input: &str) -> (ExitCode, String) {
    let output = Shared::default();
    let args = ["chuhe", "--lang", "en"].iter().chain(args).map(Into::into);
    let code = chuhe::run(args, Cursor::new(input.to_string()), output.clone());
    let bytes = output.0.lock().expect("one writer").clone();
    (code, String::from_utf8(bytes).expect("UTF-8"))
}

fn judge_lines(rules: &str, input: &str) -> (ExitCode, Vec<Value>) {
    let (code, output) = chuhe(&["judge", "-", "--format", "json", "--rules", rules], input);
    (code, output.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect())
}

/// A cannon chases a guarded rook on every move (AXF 15).
const CHASE_FEN: &str = "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w - - 0 1";
const CHASE: &str = "c2a2 a7b7 a2b2 b7a7 b2a2 a7b7 a2b2 b7a7 b2a2";

#[test]
fn json_has_the_shape_that_scripts_rely_on() {
    let moves: Vec<&str> = CHASE.split_whitespace().collect();
    let (code, answers) = judge_lines("asian", &json!({ "fen": CHASE_FEN, "moves": moves }).to_string());
    assert_eq!(code, ExitCode::Success);
    let answer = &answers[0];
    let keys: Vec<&String> = answer.as_object().expect("an object").keys().collect();
    let wanted = ["rules", "verdict", "final", "reason", "article", "cycle", "sides", "plies", "earlier"];
    assert_eq!(keys, wanted);
    assert_eq!(answer["verdict"], "red_loses");
    assert_eq!(answer["reason"], "perpetual_chase");
    assert_eq!(answer["cycle"], json!({ "first_ply": 1, "length": 4, "count": 2 }));
    assert_eq!(answer["sides"]["red"], json!({ "class": "perpetual_chase", "targets": ["a7"] }));
    assert_eq!(answer["sides"]["black"], json!({ "class": "idle", "targets": [] }));
    let ply = &answer["plies"][1];
    assert_eq!((&ply["ply"], &ply["side"], &ply["move"]), (&json!(2), &json!("red"), &json!("a2b2")));
    assert_eq!((&ply["text"], &ply["label"]), (&json!("炮九平八"), &json!("chase")));
    let detail = &ply["detail"][0];
    assert_eq!((&detail["attacker"], &detail["target"]), (&json!("b2"), &json!("b7")));
    assert_eq!((&detail["rooted"], &detail["why"]), (&json!(true), &json!("worth_more")));
}

#[test]
fn text_is_chinese_first_and_english_below() {
    let (code, text) = chuhe(&["judge", "--fen", CHASE_FEN, "--moves", CHASE], "");
    assert_eq!(code, ExitCode::Success);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("判决：红方负。单方长捉（AXF 15-19）"), "{text}");
    assert!(lines[1].starts_with("Verdict: Red loses: perpetual chase (AXF 15-19)"), "{text}");
    assert!(text.contains("cannon b2 - rook b7: guarded, but worth more than its attacker"), "{text}");
}

#[test]
fn illegal_moves_are_named_and_bad_input_is_an_error() {
    let input =
        "{\"moves\":[\"h2e2\",\"h9g7\",\"e2e9\"]}\n\n# a remark\nnonsense\n{\"moves\":\"h2e2 h9g7\"}\n";
    let (code, answers) = judge_lines("asian", input);
    assert_eq!(code, ExitCode::BadInput);
    let [illegal, nonsense, fine] = &answers[..] else { panic!("three answers: {answers:?}") };
    assert_eq!((&illegal["verdict"], &illegal["reason"]), (&json!("red_loses"), &json!("illegal_move")));
    assert_eq!((&illegal["ply"], &illegal["move"]), (&json!(2), &json!("e2e9")));
    assert_eq!(nonsense["input"], "nonsense");
    assert!(nonsense["error"].is_string());
    assert_eq!(fine["verdict"], "ongoing");
    let (code, _) = chuhe(&["judge", "--fen", "nonsense"], "");
    assert_eq!(code, ExitCode::BadInput);
    let (code, _) = chuhe(&["judge", "--moves", "h2e2 h2e2"], "");
    assert_eq!(code, ExitCode::Success, "an illegal move is a verdict");
}

#[test]
fn an_order_to_vary_is_not_final() {
    let line = |cycles: usize| {
        let cycle = ["a7b7", "a2b2", "b7a7", "b2a2"];
        let moves: Vec<&str> =
            std::iter::once("c2a2").chain(cycle.into_iter().cycle().take(4 * cycles)).collect();
        json!({ "fen": CHASE_FEN, "moves": moves }).to_string()
    };
    let (_, answers) = judge_lines("cxa1999", &[line(2), line(3), line(4)].join("\n"));
    let verdicts: Vec<(&Value, &Value)> =
        answers.iter().map(|answer| (&answer["verdict"], &answer["final"])).collect();
    let red_loses = json!("red_loses");
    assert_eq!(verdicts[0].0, "ongoing");
    assert_eq!(verdicts[1..], [(&red_loses, &json!(false)), (&red_loses, &json!(true))]);
}

#[test]
fn mates_are_solved() {
    let fen = "r1b1k4/c1PPaRc2/r2ab3n/4C4/7RC/9/9/9/4p4/3K5 w - - 0 1";
    let (code, output) = chuhe(&["solve", fen, "--checks-only"], "");
    assert_eq!(code, ExitCode::Success);
    assert!(output.lines().last().expect("a line").starts_with("mate 6: "), "{output}");
    let (code, output) = chuhe(&["solve", "startpos", "--max-moves", "2"], "");
    assert_eq!(code, ExitCode::Success);
    assert!(output.lines().last().expect("a line").starts_with("no mate"), "{output}");
}

/// A game of 400 plies that repeats itself again and again.
fn long_game() -> Game {
    let mut random = Random(4);
    loop {
        let mut game = Game::new(chuhe_movegen::Board::start());
        while game.len() < 400 && game.board().has_legal_move() {
            let moves = game.board().legal_moves();
            // Two moves out of three go back to where the piece came from.
            let back =
                game.len().checked_sub(2).and_then(|ply| game.plies()[ply].mv).map(|mv| (mv.to(), mv.from()));
            let back = moves.iter().copied().find(|mv| Some((mv.from(), mv.to())) == back);
            let mv = back.filter(|_| random.below(3) > 0).unwrap_or(moves[random.below(moves.len())]);
            game.push(mv);
        }
        if game.len() == 400 {
            return game;
        }
    }
}

/// The bounds of the design (50 ms without kill search, 2 s with it) are those of a release build on an idle machine; a test
/// allows for a slower build and a busy one.
#[test]
fn long_games_are_judged_quickly() {
    let game = long_game();
    for (set, bound) in [(RuleSet::Asian, 1), (RuleSet::Cxa2020, 20)] {
        let start = Instant::now();
        let verdict = Referee::new(set).judge(&game);
        assert!(start.elapsed() < Duration::from_secs(bound), "{set}: {:?}", start.elapsed());
        assert!(!verdict.earlier.is_empty(), "the game repeats itself");
    }
}
