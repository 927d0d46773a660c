//! A review as one JSON object.

use chuhe_movegen::{Color, Notation};
use serde_json::{Map, Value as Json, json};

use super::grade::Grade;
use super::{Ply, Review};
use crate::analysis::report::JsonScore;
use crate::verdict;

/// The object of a game. Scores, `wdl` and `loss` are from the view of the side that moves; `score` is
/// that of the position before the move, `played_score` that after it.
pub fn to_json(review: &Review, number: usize, notation: Notation) -> Json {
    let tags: Map<String, Json> =
        review.tags.iter().map(|(name, value)| (name.to_string(), Json::from(value))).collect();
    let plies: Vec<Json> =
        review.plies.iter().enumerate().map(|(index, ply)| ply_json(review, index, ply, notation)).collect();
    json!({
        "game": number,
        "fen": review.start.fen(),
        "rules": review.judged.verdict.rules.to_string(),
        "tags": tags,
        "result": review.result.as_str(),
        "plies": plies,
        "summary": { "red": summary(review, Color::Red), "black": summary(review, Color::Black) },
        "verdict": verdict::to_json(&review.judged),
    })
}

fn ply_json(review: &Review, index: usize, ply: &Ply, notation: Notation) -> Json {
    let (before, after) = (review.values[index], review.values[index + 1]);
    let score = |score| JsonScore::from(score);
    json!({
        "ply": index,
        "side": if ply.side == Color::Red { "red" } else { "black" },
        "move": ply.mv.to_string(),
        "text": notation.format(&ply.before, ply.mv),
        "grade": ply.grade.name(),
        "loss": round(ply.loss),
        "score": score(before.score),
        "wdl": before.wdl,
        "played_score": score(after.score_for(ply.side)),
        "best": ply.best.first().map(ToString::to_string),
        "pv": ply.best.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "pv_text": notation.format_line(&ply.before, &ply.best).join(" "),
        "comment": ply.comment,
    })
}

fn summary(review: &Review, side: Color) -> Json {
    let summary = review.summary(side);
    let counts: Map<String, Json> = Grade::ALL
        .iter()
        .zip(summary.counts)
        .map(|(grade, count)| (grade.name().to_string(), count.into()))
        .collect();
    json!({
        "moves": summary.moves,
        "grades": counts,
        "mean_loss": round(summary.mean_loss),
        "accuracy": (summary.accuracy() * 10.0).round() / 10.0,
    })
}

/// Four decimals: the chances themselves have three.
fn round(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
