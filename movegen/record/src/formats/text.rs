//! Text files: DhtmlXQ, WXF, PGN or positions by their content, else headings in Chinese
//! (`红方：...`) and numbered moves, as CCBridge, OurGame and others export them.

use chuhe_movegen::board::START_FEN;

use super::{Games, dhtmlxq, fen, movetext, pgn, wxf};
use crate::builder::Session;
use crate::{Broken, Outcome, Tags, encoding};

/// Headings and the tags they stand for.
const HEADINGS: [(&str, &str); 18] = [
    ("标题", "Title"),
    ("对局名称", "Title"),
    ("赛事", "Event"),
    ("轮次", "Round"),
    ("组别", "Group"),
    ("台次", "Table"),
    ("日期", "Date"),
    ("比赛日期", "Date"),
    ("地点", "Site"),
    ("比赛地点", "Site"),
    ("时间规则", "TimeControl"),
    ("红方", "Red"),
    ("红队", "RedTeam"),
    ("黑方", "Black"),
    ("黑队", "BlackTeam"),
    ("ECCO", "ECCO"),
    ("解说", "Annotator"),
    ("来源", "Source"),
];

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    let text = encoding::decode(bytes).replace("\r\n", "\n").replace('\r', "\n");
    let start = text.trim_start();
    let is_digits = start.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_whitespace());
    if text.contains("[DhtmlXQ") || (is_digits && !start.is_empty()) {
        dhtmlxq::read_text(&text, session)
    } else if text.contains("START{") {
        wxf::read(text.as_bytes(), session)
    } else if start.starts_with('[') || start.starts_with("1.") {
        pgn::read_text(&text, session)
    } else if start.lines().next().is_some_and(|line| line.matches('/').count() >= 9) {
        fen::read(text.as_bytes(), session)
    } else {
        read_headed(&text, session)
    }
}

fn read_headed(text: &str, session: &mut Session) -> Games {
    let Some(moves) = start_of_moves(text) else {
        return Err(Broken::new("there are no numbered moves in it").into());
    };
    let (heading, moves) = text.split_at(moves);
    let (tags, fen, result, comment) = read_heading(heading);
    let mut builder = session.begin_fen(fen.unwrap_or(START_FEN))?;
    builder.record.tags = tags;
    builder.record.result = result;
    builder.comment(&comment);
    movetext::play(&mut builder, moves)?;
    Ok(vec![builder.finish()])
}

/// The offset of the first line that starts with `1.`
fn start_of_moves(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("1.") || line.trim_start().starts_with("1、") {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// Tags, start position, result, and the lines that are none of these: a comment.
fn read_heading(text: &str) -> (Tags, Option<&str>, Outcome, String) {
    let mut tags = Tags::default();
    let (mut fen, mut result, mut comment) = (None, Outcome::Unknown, String::new());
    for line in text.lines() {
        // Some programs put two headings on a line, with wide gaps.
        for part in line.split("  ").map(str::trim).filter(|part| !part.is_empty()) {
            let Some((name, value)) = part.split_once(['：', ':']) else {
                continue;
            };
            let name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
            let value = value.trim();
            match name.as_str() {
                "FEN" if !value.is_empty() => fen = Some(value),
                "结果" | "比赛结果" => result = value.parse().unwrap_or_default(),
                name => {
                    if let Some((_, tag)) = HEADINGS.iter().find(|(heading, _)| *heading == name) {
                        tags.set_text(tag, value);
                    }
                }
            }
        }
        if is_remark(line) {
            comment.push_str(line);
            comment.push('\n');
        }
    }
    (tags, fen, result, comment)
}

/// Whether a line of the heading is prose: no heading itself, no rule, no caption of the moves.
fn is_remark(line: &str) -> bool {
    let is_rule = |c: char| c.is_whitespace() || "-=_*".contains(c);
    !line.contains(['：', ':']) && !line.chars().all(is_rule) && !line.starts_with("棋谱")
}
