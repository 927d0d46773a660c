//! A review as a page complete in itself: boards, graph, moves, table; no file beside it, no network.

mod graph;

use chuhe_movegen::{Color, Notation};

use super::grade::Grade;
use super::{Ply, Review};
use crate::analysis::report::score_text;
use crate::draw;
use crate::lang::Lang;
use crate::verdict;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// Width of the boards in pixels; the page scales them.
const BOARD_WIDTH: u32 = 420;

/// The page of all reviews.
pub fn page(reviews: &[Review], lang: Lang) -> String {
    let title = match reviews {
        [review] => title(review, lang),
        _ => lang.pick("Game review", "对局复盘").to_string(),
    };
    let games: String = reviews.iter().map(|review| section(review, lang)).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{games}<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        lang.pick("en", "zh-CN"),
        escape(&title),
    )
}

fn title(review: &Review, lang: Lang) -> String {
    match review.players() {
        ["", ""] => review.tags.get("Title").unwrap_or(lang.pick("Game review", "对局复盘")).to_string(),
        [red, black] => format!("{red} – {black}"),
    }
}

fn section(review: &Review, lang: Lang) -> String {
    let boards: String = (0..review.values.len()).map(|index| board(review, index)).collect();
    let details: String = (0..review.values.len()).map(|index| detail(review, index, lang)).collect();
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = verdict::write_text(&review.judged, &mut text);
    let caption = lang.pick("Red's expected score; click to go there", "红方期望得分；点击跳到该局面");
    format!(
        "<section class=\"game\" tabindex=\"-1\">\n<h1>{}<span class=\"result\">{}</span></h1>\n{}\
         <div class=\"columns\">\n<div>\n{boards}{}{details}</div>\n<div>\n{}\
         <p class=\"caption\">{caption}</p>\n{}{}</div>\n</div>\n<pre class=\"verdict\">{}</pre>\n</section>\n",
        escape(&title(review, lang)),
        review.result,
        tags(review),
        controls(lang),
        graph::svg(review),
        summary(review, lang),
        moves(review),
        escape(String::from_utf8_lossy(&text).trim_end()),
    )
}

fn tags(review: &Review) -> String {
    let tag = |(name, value): (&str, &str)| {
        format!("<div><dt>{}</dt><dd>{}</dd></div>", escape(name), escape(value))
    };
    format!("<dl class=\"tags\">{}</dl>\n", review.tags.iter().map(tag).collect::<String>())
}

/// The board after `index` moves, with an arrow for what should have been played instead of the last.
fn board(review: &Review, index: usize) -> String {
    let ply = index.checked_sub(1).map(|last| &review.plies[last]);
    let style = draw::Style {
        last: ply.map(|ply| ply.mv),
        arrows: ply
            .filter(|ply| ply.grade.is_fault())
            .and_then(|ply| ply.best.first().copied())
            .into_iter()
            .collect(),
        width: BOARD_WIDTH,
        ..draw::Style::default()
    };
    let mut board = ply.map_or_else(|| review.start.clone(), |ply| ply.before.clone());
    if let Some(ply) = ply {
        board.make_move(ply.mv);
    }
    format!("<div class=\"board\" data-ply=\"{index}\">{}</div>\n", draw::svg(&board, &style))
}

/// What is to be said after `index` moves.
fn detail(review: &Review, index: usize, lang: Lang) -> String {
    let value = review.values[index];
    let score = score_text(value.score_for(Color::Red));
    let chance = 100.0 * value.expectation(Color::Red);
    let state = match lang {
        Lang::En => format!("Red {score} ({chance:.0}%)"),
        Lang::Zh => format!("红方 {score}（{chance:.0}%）"),
    };
    let text = match index.checked_sub(1).map(|last| &review.plies[last]) {
        None => state,
        Some(ply) => format!("{}{state}", judgement(ply, lang)),
    };
    format!("<p class=\"detail\" data-ply=\"{index}\">{text}</p>\n")
}

/// The move, its grade, the better line and the comment of the file.
fn judgement(ply: &Ply, lang: Lang) -> String {
    let grade = ply.grade;
    let mut text = format!(
        "<span class=\"{}\">{} <b>{}{}</b></span> ",
        grade.name(),
        Notation::Chinese.format(&ply.before, ply.mv),
        grade.title(lang),
        grade.sign(),
    );
    if grade.is_fault() {
        let line = Notation::Chinese.format_line(&ply.before, &ply.best).join(" ");
        let better = lang.pick("better: ", "应走：");
        text.push_str(&format!("−{:.1}% <span class=\"better\">{better}{line}</span>", 100.0 * ply.loss));
    }
    if !ply.comment.is_empty() {
        text.push_str(&format!("<span class=\"comment\">{}</span>", escape(&ply.comment)));
    }
    text
}

fn controls(lang: Lang) -> String {
    let button = |(step, sign, name): (&str, &str, &str)| {
        format!(
            "<button type=\"button\" data-step=\"{step}\" title=\"{name}\" aria-label=\"{name}\">{sign}</button>"
        )
    };
    let names = lang.pick(["start", "back", "forward", "end"], ["开局", "上一着", "下一着", "终局"]);
    let buttons = [("first", "«"), ("back", "‹"), ("next", "›"), ("last", "»")];
    let buttons = buttons.iter().zip(names).map(|(&(step, sign), name)| button((step, sign, name)));
    format!("<div class=\"controls\">{}</div>\n", buttons.collect::<String>())
}

fn summary(review: &Review, lang: Lang) -> String {
    let sides = [review.summary(Color::Red), review.summary(Color::Black)];
    let row = |name: &str, cells: [String; 2]| {
        format!("<tr><th>{name}</th><td>{}</td><td>{}</td></tr>\n", cells[0], cells[1])
    };
    let mut rows =
        row(lang.pick("accuracy", "准确率"), sides.each_ref().map(|side| format!("{:.1}%", side.accuracy())));
    for grade in Grade::ALL {
        let name = format!("{}{}", grade.title(lang), grade.sign());
        rows.push_str(&row(&name, sides.each_ref().map(|side| side.counts[grade as usize].to_string())));
    }
    let heads = lang.pick(["Red", "Black"], ["红方", "黑方"]);
    format!(
        "<table class=\"summary\">\n<thead><tr><th></th><th>{}</th><th>{}</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n",
        heads[0], heads[1]
    )
}

/// The moves in two columns.
fn moves(review: &Review) -> String {
    let first_is_black = usize::from(review.start.side_to_move() == Color::Black);
    let mut out = String::new();
    for (index, ply) in review.plies.iter().enumerate() {
        let halves = index + first_is_black;
        if halves.is_multiple_of(2) || index == 0 {
            out.push_str(&format!("<span>{}.</span>", halves / 2 + 1));
        }
        if halves % 2 == 1 && index == 0 {
            out.push_str("<span>…</span>");
        }
        out.push_str(&format!(
            "<button type=\"button\" class=\"{}\" data-ply=\"{}\">{} <b>{}</b><small>{}</small></button>",
            ply.grade.name(),
            index + 1,
            Notation::Chinese.format(&ply.before, ply.mv),
            ply.grade.sign(),
            score_text(review.values[index + 1].score_for(Color::Red)),
        ));
    }
    format!("<div class=\"moves\">{out}</div>\n")
}

/// Text as HTML shows it, also between quotes.
fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
        out
    })
}
