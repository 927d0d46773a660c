//! The graph of Red's expected score over the game. Each position has a strip to click on.

use chuhe_movegen::Color;

use super::super::Review;

/// The graph's own units; the page stretches it.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 100.0;

/// Draws the graph.
pub(super) fn svg(review: &Review) -> String {
    let last = review.values.len() - 1;
    let step = WIDTH / last.max(1) as f64;
    let x = |index: usize| index as f64 * step;
    let y = |index: usize| HEIGHT * (1.0 - review.values[index].expectation(Color::Red));
    let points: String = (0..=last).map(|index| format!("{:.1},{:.1} ", x(index), y(index))).collect();
    let faults: String = review
        .plies
        .iter()
        .enumerate()
        .filter(|(_, ply)| ply.grade.is_fault())
        .map(|(index, ply)| {
            let (x, y) = (x(index + 1), y(index + 1));
            // A line without length has round ends: a dot that the stretching leaves round.
            format!("<path class=\"fault {}\" d=\"M{x:.1} {y:.1}h0\"/>", ply.grade.name())
        })
        .collect();
    let strips: String = (0..=last)
        .map(|index| {
            // The first and the last strip are half as wide: no part of them lies outside.
            let (left, right) = ((x(index) - step / 2.0).max(0.0), (x(index) + step / 2.0).min(WIDTH));
            let width = right - left;
            format!(
                "<rect class=\"hit\" data-ply=\"{index}\" x=\"{left:.1}\" y=\"0\" width=\"{width:.1}\" height=\"{HEIGHT}\"/>"
            )
        })
        .collect();
    let middle = HEIGHT / 2.0;
    format!(
        "<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\">\
         <path class=\"area\" d=\"M0,{HEIGHT} L{points} {WIDTH},{HEIGHT}Z\"/>\
         <line class=\"middle\" x1=\"0\" y1=\"{middle}\" x2=\"{WIDTH}\" y2=\"{middle}\"/>\
         <polyline class=\"curve\" points=\"{points}\"/>{faults}\
         <line class=\"cursor\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"{HEIGHT}\"/>{strips}</svg>\n"
    )
}
