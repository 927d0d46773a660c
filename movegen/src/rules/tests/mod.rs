//! The case file and what the judges make of it.

use serde_json::Value;

use crate::{Board, Color, Game, Move};

mod answers;
mod chinese;
mod quick;
mod reasons;
mod referee;
mod sets;

/// Facts of rule-book diagrams, test suites and constructed positions: position, moves, verdict.
const CASES: &str = include_str!("../../../../tests/data/verdicts.jsonl");

/// One case.
pub(super) struct Case {
    pub id: String,
    pub rules: String,
    pub game: Game,
    pub verdict: String,
    pub trust: String,
    pub json: Value,
}

/// All cases of the file.
pub(super) fn cases() -> Vec<Case> {
    CASES.lines().map(|line| Case::read(serde_json::from_str(line).expect("a JSON object a line"))).collect()
}

impl Case {
    fn read(json: Value) -> Case {
        let text = |key: &str| json[key].as_str().expect("a text").to_string();
        let mut game = Game::from_fen(json["fen"].as_str().expect("a FEN")).expect("a position");
        for mv in moves(&json["moves"]) {
            game.play(mv).expect("a legal move");
        }
        Case {
            id: text("id"),
            rules: text("rules"),
            game,
            verdict: text("verdict"),
            trust: text("trust"),
            json,
        }
    }

    /// Whether the case is a sure one of this rule set, as its own or among the others given.
    pub fn verdict_under(&self, rules: &str) -> Option<(&str, &str)> {
        if self.rules == rules {
            return Some((&self.verdict, &self.trust));
        }
        let pair = self.json["verdicts"].get(rules)?;
        Some((pair[0].as_str()?, pair[1].as_str()?))
    }
}

fn moves(json: &Value) -> impl Iterator<Item = Move> + '_ {
    json.as_array().expect("a list").iter().map(|mv| mv.as_str().expect("a move").parse().expect("a move"))
}

/// The same game with changed board and moves.
pub(super) fn transformed(game: &Game, board: impl Fn(&Board) -> Board, mv: impl Fn(Move) -> Move) -> Game {
    let mut copy = Game::new(board(game.start()));
    for original in game.moves() {
        copy.play(mv(original)).expect("a legal move stays legal");
    }
    copy
}

/// The verdict with the sides changed.
pub(super) fn flipped(verdict: &str) -> &str {
    match verdict {
        "red_loses" => "black_loses",
        "black_loses" => "red_loses",
        other => other,
    }
}

pub(super) fn loser(color: Color) -> &'static str {
    match color {
        Color::Red => "red_loses",
        Color::Black => "black_loses",
    }
}
