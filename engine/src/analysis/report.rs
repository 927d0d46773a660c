//! How results are printed: JSON for programs, text for people.

use chuhe_movegen::rules::RuleSet;
use chuhe_movegen::{Board, Notation};
use chuhe_search::{Info, Outcome, Score};
use serde::Serialize;

use super::Position;
use crate::lang::Lang;

/// The JSON object of a position.
#[derive(Debug, Serialize)]
pub struct Report {
    fen: String,
    /// Only where the input names the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    rules: String,
    depth: u8,
    seldepth: u8,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    lines: Vec<Line>,
    bestmove: Option<String>,
    /// Only where the input says which move is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<bool>,
}

#[derive(Debug, Serialize)]
struct Line {
    multipv: usize,
    score: JsonScore,
    wdl: [u16; 3],
    pv: Vec<String>,
    pv_text: String,
}

/// `{"cp":35}` or `{"mate":-3}`.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JsonScore {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate, negative when the side to move is mated.
    Mate(i32),
}

impl From<Score> for JsonScore {
    fn from(score: Score) -> JsonScore {
        match score {
            Score::Cp(cp) => JsonScore::Cp(cp),
            Score::Mate(moves) => JsonScore::Mate(moves),
        }
    }
}

/// The JSON object of a line that is no position.
#[derive(Debug, Serialize)]
pub struct Fault<'a> {
    /// The line.
    pub input: &'a str,
    /// What is wrong with it.
    pub error: &'a str,
}

impl Report {
    /// Sums up what was found.
    pub fn new(position: &Position, outcome: &Outcome, rules: RuleSet, notation: Notation) -> Report {
        let board = position.game.board();
        let lines: Vec<&Info> = outcome.lines.iter().filter(|info| !info.pv.is_empty()).collect();
        let line = |info: &&Info| Line {
            multipv: info.multipv,
            score: info.score.into(),
            wdl: info.wdl,
            pv: info.pv.iter().map(ToString::to_string).collect(),
            pv_text: notation.format_line(board, &info.pv).join(" "),
        };
        let time_ms = outcome.time.as_millis() as u64;
        Report {
            fen: board.fen(),
            id: position.id.clone(),
            rules: rules.to_string(),
            depth: lines.first().map_or(0, |info| info.depth),
            seldepth: lines.first().map_or(0, |info| info.seldepth),
            nodes: outcome.nodes,
            nps: nodes_per_second(outcome),
            time_ms,
            lines: lines.iter().map(line).collect(),
            bestmove: outcome.best.map(|mv| mv.to_string()),
            solved: position.is_test().then(|| position.is_solved_by(outcome.best)),
        }
    }
}

fn nodes_per_second(outcome: &Outcome) -> u64 {
    let seconds = outcome.time.as_secs_f64();
    if seconds > 0.0 { (outcome.nodes as f64 / seconds) as u64 } else { 0 }
}

/// The lines of an analysis for people, one each.
pub fn text_lines(board: &Board, lines: &[Info], notation: Notation) -> Vec<String> {
    lines.iter().filter(|info| !info.pv.is_empty()).map(|info| text_line(board, info, notation)).collect()
}

fn text_line(board: &Board, info: &Info, notation: Notation) -> String {
    let pv = notation.format_line(board, &info.pv).join(" ");
    let [win, draw, loss] = info.wdl.map(|permille| f64::from(permille) / 10.0);
    format!("{}. {:>7} ({win:.1}/{draw:.1}/{loss:.1}%) {}", info.multipv, score_text(info.score), pv)
}

/// A score for people: pawns with a sign, or the moves to mate.
pub fn score_text(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("#{moves}"),
        Score::Mate(moves) => format!("#-{}", -moves),
    }
}

/// Depth, nodes, speed and time, on one line.
pub fn effort(lang: Lang, outcome: &Outcome) -> String {
    let (depth, seldepth) = outcome.lines.first().map_or((0, 0), |info| (info.depth, info.seldepth));
    let (nodes, nps, time) = (outcome.nodes, nodes_per_second(outcome), outcome.time.as_millis());
    match lang {
        Lang::En => format!("depth {depth}/{seldepth}  nodes {nodes}  nps {nps}  time {time} ms"),
        Lang::Zh => format!("深度 {depth}/{seldepth}  节点 {nodes}  每秒 {nps}  用时 {time} 毫秒"),
    }
}

/// The best move for people, in the chosen notation and in coordinates.
pub fn best_move(lang: Lang, board: &Board, outcome: &Outcome, notation: Notation) -> String {
    let label = lang.pick("best move: ", "最佳着法：");
    match outcome.best {
        Some(mv) if notation == Notation::Iccs => format!("{label}{mv}"),
        Some(mv) => format!("{label}{} ({mv})", notation.format(board, mv)),
        None if board.in_check() => lang.pick("no move: checkmate", "无着可走：被将死").to_string(),
        None => lang.pick("no move: stalemate", "无着可走：被困毙").to_string(),
    }
}
