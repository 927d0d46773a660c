//! A review as text.

use std::io::{self, Write};

use chuhe_movegen::{Color, Notation};

use super::grade::Grade;
use super::{Ply, Review};
use crate::analysis::report::score_text;
use crate::lang::Lang;
use crate::verdict;

/// Columns of a move, a full-width character counting two.
const MOVE_WIDTH: usize = 10;

/// Writes a review: the moves with their scores (Red's view) and grades, a table, the verdict.
pub fn write(
    review: &Review,
    number: usize,
    notation: Notation,
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    let [red, black] = review.players();
    let title = lang.pick("Game", "第");
    let suffix = lang.pick("", "局");
    writeln!(out, "{title} {number}{suffix}: {red} - {black}  {}", review.result)?;
    for (index, ply) in review.plies.iter().enumerate() {
        writeln!(out, "{}", move_line(review, index, ply, notation, lang))?;
    }
    writeln!(out)?;
    write_summary(review, lang, out)?;
    writeln!(out)?;
    let mut text = Vec::new();
    verdict::write_text(&review.judged, &mut text)?;
    out.write_all(&text)
}

fn move_line(review: &Review, index: usize, ply: &Ply, notation: Notation, lang: Lang) -> String {
    let first_is_black = review.start.side_to_move() == Color::Black;
    let halves = index + usize::from(first_is_black);
    let number =
        if halves.is_multiple_of(2) { format!("{:>3}.", halves / 2 + 1) } else { "    ".to_string() };
    let text = notation.format(&ply.before, ply.mv) + ply.grade.sign();
    let pad = " ".repeat(MOVE_WIDTH.saturating_sub(console::measure_text_width(&text)));
    let score = score_text(review.values[index + 1].score_for(Color::Red));
    let line = format!("{number} {text}{pad} {score:>7}");
    if !ply.grade.is_fault() {
        return line;
    }
    let best = notation.format_line(&ply.before, &ply.best).join(" ");
    let better = lang.pick("better", "应走");
    format!("{line}  {} -{:.1}%  {better} {best}", ply.grade.title(lang), ply.loss * 100.0)
}

fn write_summary(review: &Review, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    for (side, name) in [(Color::Red, lang.pick("Red", "红方")), (Color::Black, lang.pick("Black", "黑方"))]
    {
        let summary = review.summary(side);
        let counts: Vec<String> = Grade::ALL
            .iter()
            .zip(summary.counts)
            .map(|(grade, count)| format!("{} {count}", grade.title(lang)))
            .collect();
        let accuracy = lang.pick("accuracy", "准确率");
        writeln!(out, "{name}: {accuracy} {:.1}%, {}", summary.accuracy(), counts.join(", "))?;
    }
    Ok(())
}
