//! The engine as GUIs meet it: both protocols, in memory and over real pipes.

mod gui_habits;
mod hostile;
mod pipes;
mod ucci;
mod uci;

use integration::conversation::word_after;

/// The executable, built for these tests.
const ENGINE: &str = env!("CARGO_BIN_EXE_chuhe-under-test");

/// A position with many moves and no quick decision.
const MIDDLE_GAME: &str = "2bakab1r/9/r1n1c1n2/p1p1p1p1p/9/1cP6/P3P1P1P/C1N1C1N2/9/R1BAKABR1 w - - 8 9";
/// Black is checkmated.
const MATED: &str = "3k5/3R5/9/9/9/9/9/9/3R5/4K4 b - - 0 1";
/// Red is stalemated, which loses.
const STALEMATED: &str = "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1";

/// Checks the last analysis line before an answer: everything a GUI looks for, and a sensible line of play.
fn assert_complete(line: &str, best: &str) {
    for field in ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time"] {
        assert!(word_after(line, field).is_some(), "no {field} in '{line}'");
    }
    let number = |field| word_after(line, field).and_then(|word| word.parse::<u64>().ok());
    assert!(number("time").is_some_and(|time| time > 0), "{line}");
    assert!(number("nodes").is_some_and(|nodes| nodes > 0), "{line}");
    assert_eq!(word_after(line, "pv"), Some(best), "{line}");
}

/// The last `info` line with a score.
fn last_info(lines: &[String]) -> &str {
    lines.iter().rfind(|line| line.contains(" score ")).expect("an analysis line")
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}
