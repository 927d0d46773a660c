//! Reviewing games: every move graded by what it gave away.
//!
//! Each position of the main line is analysed. A move's loss is the expected score (chance to win plus
//! half the chance to draw) of the side that moved, before the move with best play less after the move
//! that was played. [`grade`] turns losses into grades, [`text`] and [`html`] show them.

pub mod grade;
pub mod html;
pub mod json;
pub mod text;

use chuhe_movegen::{Board, Color, Game, Move};
use chuhe_record::{GameRecord, Tags};
use chuhe_search::{Info, Outcome, Score};

use crate::verdict::Judged;
use grade::{Grade, Summary};

/// A game with everything found out about it.
pub struct Review {
    /// Facts about the game.
    pub tags: Tags,
    /// The result that the file gives.
    pub result: chuhe_record::Outcome,
    /// The position before the first move.
    pub start: Board,
    /// The value of each position, that before the first move included.
    pub values: Vec<Value>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// What the referee says.
    pub judged: Judged,
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The score from the view of the side to move.
    pub score: Score,
    /// Win, draw and loss in permille, from the same view.
    pub wdl: [u16; 3],
    /// Who is to move.
    pub side: Color,
}

impl Value {
    /// The value that the search found; a position without moves is lost.
    fn of(side: Color, outcome: &Outcome) -> Value {
        match outcome.lines.first().filter(|info| !info.pv.is_empty()) {
            Some(info) => Value { score: info.score, wdl: info.wdl, side },
            None => Value { score: Score::Mate(0), wdl: [0, 0, 1000], side },
        }
    }

    /// The expected score of a side, 0 to 1.
    pub fn expectation(&self, side: Color) -> f64 {
        let [win, draw, _] = self.wdl.map(f64::from);
        let own = (win + draw / 2.0) / 1000.0;
        if side == self.side { own } else { 1.0 - own }
    }

    /// The score from the view of a side.
    pub fn score_for(&self, side: Color) -> Score {
        match self.score {
            score if side == self.side => score,
            Score::Cp(cp) => Score::Cp(-cp),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }
}

/// A move of the game and what it gave away.
pub struct Ply {
    /// Who moved.
    pub side: Color,
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub before: Board,
    /// The best line from there.
    pub best: Vec<Move>,
    /// The expected score that the move gave away, 0 to 1.
    pub loss: f64,
    /// How good the move was.
    pub grade: Grade,
    /// What the file says after the move.
    pub comment: String,
}

/// Every position of the main line, as a line of input for the analysis: start, then the moves so far.
pub fn positions(record: &GameRecord) -> Vec<String> {
    let mut line = format!("{} moves", record.start.fen());
    let mut lines = vec![line.clone()];
    for mv in record.tree.main_line() {
        line.push_str(&format!(" {mv}"));
        lines.push(line.clone());
    }
    lines
}

impl Review {
    /// Puts together what was found: one outcome for each of the [`positions`].
    pub fn new(record: &GameRecord, outcomes: &[Outcome], judged: Judged) -> Review {
        let sides = [record.start.side_to_move(), !record.start.side_to_move()];
        let values: Vec<Value> = outcomes
            .iter()
            .zip(sides.into_iter().cycle())
            .map(|(outcome, side)| Value::of(side, outcome))
            .collect();
        let mut board = record.start.clone();
        let mut plies = Vec::new();
        for (index, node) in record.tree.line(chuhe_record::Tree::ROOT).enumerate() {
            let Some(mv) = record.tree.mv(node) else { continue };
            let best = outcomes[index].lines.first().map_or(&[][..], |info: &Info| &info.pv);
            let comment = record.tree.comment(node).to_string();
            plies.push(Ply::new(&board, mv, best, [values[index], values[index + 1]], comment));
            board.make_move(mv);
        }
        Review {
            tags: record.tags.clone(),
            result: record.result,
            start: record.start.clone(),
            values,
            plies,
            judged,
        }
    }

    /// How a side did over the whole game.
    pub fn summary(&self, side: Color) -> Summary {
        Summary::of(self.plies.iter().filter(|ply| ply.side == side))
    }

    /// The names of the players, where they are known.
    pub fn players(&self) -> [&str; 2] {
        ["Red", "Black"].map(|name| self.tags.get(name).unwrap_or(""))
    }
}

impl Ply {
    fn new(before: &Board, mv: Move, best: &[Move], [value, next]: [Value; 2], comment: String) -> Ply {
        let side = before.side_to_move();
        let is_best = best.first() == Some(&mv);
        // What a deeper look at the best move itself brings to light is nobody's loss.
        let loss = if is_best { 0.0 } else { (value.expectation(side) - next.expectation(side)).max(0.0) };
        let grade = match before.legal_moves().len() {
            1 => Grade::Forced,
            _ if is_best => Grade::Best,
            _ => Grade::of_loss(loss),
        };
        Ply { side, mv, before: before.clone(), best: best.to_vec(), loss, grade, comment }
    }
}

/// The game of a record's main line.
pub fn game(record: &GameRecord) -> Game {
    let mut game = Game::new(record.start.clone());
    record.tree.main_line().for_each(|mv| game.push(mv));
    game
}

#[cfg(test)]
mod tests;
