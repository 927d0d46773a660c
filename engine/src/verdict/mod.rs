//! The referee's verdict as people and programs read it: `json` for scripts, `text` for people, with the vocabulary in
//! `words`.

mod json;
mod text;
mod words;

pub use json::to_json;
pub use text::write_text;

use chuhe_movegen::rules::{Referee, Verdict};
use chuhe_movegen::{Color, Game};

/// The first move of a game that is no legal move: what is judged is the game before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// Its index, from 0.
    pub ply: usize,
    /// The move as it was given.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

/// A game before the referee: its legal moves, and the illegal one that ended it, if any.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The game as far as it is legal.
    pub game: Game,
    /// What came next.
    pub illegal: Option<Illegal>,
}

/// What the referee says of a submission.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The game judged.
    pub game: Game,
    /// The verdict.
    pub verdict: Verdict,
    /// The illegal move, where that is the reason.
    pub illegal: Option<Illegal>,
}

impl Submission {
    /// Asks the referee.
    pub fn judge(self, referee: &Referee) -> Judged {
        let verdict = match self.illegal {
            Some(_) => referee.judge_illegal(&self.game),
            None => referee.judge(&self.game),
        };
        Judged { game: self.game, verdict, illegal: self.illegal }
    }
}

/// Both sides with the names they have in JSON.
fn sides() -> [(Color, &'static str); 2] {
    [(Color::Red, "red"), (Color::Black, "black")]
}
