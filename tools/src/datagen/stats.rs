//! What a file of games holds.

use crate::gamedata::{GameResult, ScoredMove, SelfPlayGame};
use std::fmt;

/// Counts over the games of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Games by [`GameResult`].
    pub by_result: [u64; 3],
    /// Searched positions.
    pub positions: u64,
    /// Positions whose side to move is in check.
    pub in_check: u64,
    /// Positions whose best move captures.
    pub captures: u64,
    /// Positions with a score beyond `MAX_KEPT_SCORE`.
    pub decided: u64,
    /// Positions that the standard filters keep.
    pub kept: u64,
}

/// Positions with a greater score teach nothing (centipawns).
pub const MAX_KEPT_SCORE: i16 = 2000;

/// Whether the standard filters keep a position: quiet (not in check, best move no capture) and undecided.
pub fn is_kept(scored: &ScoredMove) -> bool {
    !scored.in_check && !scored.capture && scored.score.unsigned_abs() < MAX_KEPT_SCORE.unsigned_abs()
}

impl Stats {
    /// Counts a game.
    pub fn add(&mut self, game: &SelfPlayGame) {
        self.by_result[game.result as usize] += 1;
        for scored in &game.moves {
            self.positions += 1;
            self.in_check += u64::from(scored.in_check);
            self.captures += u64::from(scored.capture);
            self.decided += u64::from(scored.score.unsigned_abs() >= MAX_KEPT_SCORE.unsigned_abs());
            self.kept += u64::from(is_kept(scored));
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.by_result.iter().sum()
    }

    /// Red's wins, draws and Black's wins in one short text.
    pub fn results(&self) -> String {
        let [black, draw, red] = self.by_result;
        format!("+{red} ={draw} -{black}")
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let [black, draw, red] = self.by_result;
        writeln!(f, "games      {}", self.games())?;
        for (name, count) in [("Red won", red), ("drawn", draw), ("Black won", black)] {
            writeln!(f, "  {name:<9} {count} ({:.1} %)", percent(count, self.games()))?;
        }
        writeln!(f, "positions  {}", self.positions)?;
        for (name, count) in [
            ("in check", self.in_check),
            ("capture", self.captures),
            ("decided", self.decided),
            ("kept", self.kept),
        ] {
            writeln!(f, "  {name:<9} {count} ({:.1} %)", percent(count, self.positions))?;
        }
        Ok(())
    }
}

/// A game as text: a line per move with the position, for a look at what the data is like.
pub fn show(game: &SelfPlayGame) -> String {
    let mut text = format!("opening {}\n", join(&game.opening));
    let result = ["Black won", "draw", "Red won"][game.result as usize];
    game.replay(|board, scored| {
        let kept = if is_kept(scored) { "kept" } else { "-" };
        text += &format!("{board} | {} {:+} {kept}\n", scored.mv, scored.score);
    });
    text + &format!("result {result}\n")
}

fn join(moves: &[chuhe_movegen::Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// [`GameResult`]s index the counts.
const _: () = assert!(GameResult::ALL.len() == 3);
