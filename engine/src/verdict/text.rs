//! The verdict in plain words, Chinese first, English below.

use std::io::{self, Write};

use chuhe_movegen::Board;
use chuhe_movegen::rules::{Label, PlyNote, Reason, Verdict};

use super::words::{self, Words};
use super::{Judged, sides};

/// Writes the whole verdict.
pub fn write_text(judged: &Judged, out: &mut impl Write) -> io::Result<()> {
    let verdict = &judged.verdict;
    headline(verdict, out)?;
    if let Some(illegal) = &judged.illegal {
        let (ply, text, reason) = (illegal.ply, &illegal.text, &illegal.reason);
        writeln!(out, "第 {ply} 着（从 0 数起）不合规则：{text}")?;
        writeln!(out, "Ply {ply} (counted from 0) is no legal move: {text}: {reason}")?;
    }
    if let Some(cycle) = verdict.cycle {
        let (first, length, count) = (cycle.first_ply, cycle.length, cycle.count);
        writeln!(out, "循环：自第 {first} 着（从 0 数起），每循环 {length} 着，共 {count} 次")?;
        writeln!(out, "Cycle: from ply {first} (counted from 0), {length} plies, played {count} times")?;
        runs(judged, out)?;
    }
    moves(judged, out)?;
    earlier(verdict, out)
}

/// Outcome, reason, article, rule set.
fn headline(verdict: &Verdict, out: &mut impl Write) -> io::Result<()> {
    let (outcome, reason) = (words::outcome(verdict.outcome), words::reason(verdict.reason));
    let decided = verdict.reason != Reason::None;
    let article = if decided && !verdict.article.is_empty() { verdict.article } else { "" };
    let set = verdict.rules;
    let zh_article = if article.is_empty() { String::new() } else { format!("（{article}）") };
    let en_article = if article.is_empty() { String::new() } else { format!(" ({article})") };
    writeln!(out, "判决：{}。{}{zh_article}〔规则 {set}〕", outcome.zh, reason.zh)?;
    writeln!(out, "Verdict: {}: {}{en_article} [rules {set}]", outcome.en, reason.en)?;
    if !verdict.is_final {
        writeln!(out, "须立即变着；再重复一次循环，即判负")?;
        writeln!(out, "Must vary at once; loses if the cycle is played once more")?;
    }
    Ok(())
}

/// What each side did in the cycle.
fn runs(judged: &Judged, out: &mut impl Write) -> io::Result<()> {
    for (color, _) in sides() {
        let run = &judged.verdict.sides[color.index()];
        let (side, class) = (words::color(color), words::class(run.class));
        let targets: Vec<Words> =
            run.targets.iter().map(|&square| words::piece(judged.game.board(), square)).collect();
        let zh: Vec<&str> = targets.iter().map(|target| target.zh.as_str()).collect();
        let en: Vec<&str> = targets.iter().map(|target| target.en.as_str()).collect();
        let (zh_of, en_of) = if targets.is_empty() { ("", "") } else { ("，所捉：", ", of ") };
        writeln!(out, "{}：{}{zh_of}{}", side.zh, class.zh, zh.join("、"))?;
        writeln!(out, "{}: {}{en_of}{}", side.en, class.en, en.join(", "))?;
    }
    Ok(())
}

/// Each move of the span with its label and the evidence. A cycle that was played several times is shown once.
fn moves(judged: &Judged, out: &mut impl Write) -> io::Result<()> {
    let verdict = &judged.verdict;
    let mut board = judged.game.start().clone();
    let first = verdict.plies.first().map_or(0, |note| note.ply);
    for mv in judged.game.moves().take(first) {
        board.make_move(mv);
    }
    let shown = verdict.cycle.map_or(verdict.plies.len(), |cycle| cycle.length);
    let skipped = verdict.plies.len().saturating_sub(shown);
    for (index, note) in verdict.plies.iter().enumerate() {
        board.make_move(note.mv);
        if index >= skipped {
            one_move(note, &board, out)?;
        }
    }
    Ok(())
}

fn one_move(note: &PlyNote, after: &Board, out: &mut impl Write) -> io::Result<()> {
    let label = words::label(note.label.label);
    let kind = note.label.kind.map_or("", |kind| kind.chinese());
    let zh_label = if kind.is_empty() { label.zh } else { kind.to_string() };
    writeln!(out, "{:>4}. {} {}  {} / {}", note.ply, note.text, note.mv, zh_label, label.en)?;
    for detail in &note.label.details {
        let (attacker, target) = (words::piece(after, detail.attacker), words::piece(after, detail.target));
        let why = words::ground(detail.ground);
        writeln!(out, "        {} → {}：{}", attacker.zh, target.zh, why.zh)?;
        write!(out, "        {} - {}: {}", attacker.en, target.en, why.en)?;
        if !detail.line.is_empty() {
            let line: Vec<String> = detail.line.iter().map(|mv| mv.to_string()).collect();
            write!(out, " ({})", line.join(" "))?;
        }
        writeln!(out)?;
    }
    if note.label.label == Label::Idle {
        for refused in &note.label.refused {
            let (attacker, target) =
                (words::piece(after, refused.attacker), words::piece(after, refused.target));
            let why = words::excuse(refused.excuse);
            writeln!(out, "        不算捉：{} → {}：{}", attacker.zh, target.zh, why.zh)?;
            writeln!(out, "        no chase: {} - {}: {}", attacker.en, target.en, why.en)?;
        }
    }
    Ok(())
}

/// Verdicts that earlier positions deserved.
fn earlier(verdict: &Verdict, out: &mut impl Write) -> io::Result<()> {
    for earlier in &verdict.earlier {
        let (outcome, reason) = (words::outcome(earlier.outcome), words::reason(earlier.reason));
        writeln!(out, "此前第 {} 着后已应判：{}，{}", earlier.ply, outcome.zh, reason.zh)?;
        writeln!(out, "Deserved already after ply {}: {}, {}", earlier.ply, outcome.en, reason.en)?;
    }
    Ok(())
}
