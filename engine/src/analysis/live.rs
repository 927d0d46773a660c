//! Lines on a terminal that update in place while a search runs.

use std::io::Write;

use chuhe_movegen::{Board, Notation};
use chuhe_search::Info;
use console::Term;

use super::report;

/// Columns where the terminal does not tell.
const DEFAULT_WIDTH: usize = 80;

/// The best lines so far, printed over their predecessors.
pub struct Live<'a> {
    out: &'a mut (dyn Write + Send),
    board: &'a Board,
    notation: Notation,
    width: usize,
    /// The newest line of each rank.
    lines: Vec<Info>,
    /// How many lines of text stand on the terminal.
    height: usize,
}

impl<'a> Live<'a> {
    /// Nothing is printed yet.
    pub fn new(out: &'a mut (dyn Write + Send), board: &'a Board, notation: Notation) -> Live<'a> {
        let width = Term::stdout().size_checked().map_or(DEFAULT_WIDTH, |(_, columns)| usize::from(columns));
        Live { out, board, notation, width, lines: Vec::new(), height: 0 }
    }

    /// Takes in a line and prints all again.
    pub fn update(&mut self, info: &Info) -> std::io::Result<()> {
        match self.lines.iter_mut().find(|line| line.multipv == info.multipv) {
            Some(line) => *line = info.clone(),
            None => self.lines.push(info.clone()),
        }
        self.lines.sort_by_key(|line| line.multipv);
        let mut text = report::text_lines(self.board, &self.lines, self.notation);
        text.push(format!("depth {}/{}  nodes {}  nps {}", info.depth, info.seldepth, info.nodes, info.nps));
        self.replace(&text)
    }

    /// Prints lines over those that stand there; a line wider than the terminal would break that.
    pub fn replace(&mut self, text: &[String]) -> std::io::Result<()> {
        if self.height > 0 {
            write!(self.out, "\x1b[{}A\x1b[J", self.height)?;
        }
        for line in text {
            writeln!(self.out, "{}", console::truncate_str(line, self.width, "…"))?;
        }
        self.height = text.len();
        self.out.flush()
    }
}
