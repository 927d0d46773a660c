//! The course of a run: a table (CSV) and a picture of it (SVG).

use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// One epoch of a run. Losses are mean squared errors of the expected score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// From 1.
    pub epoch: u32,
    /// Learning rate at its end.
    pub rate: f32,
    /// Loss on the training positions while they were passed over.
    pub train: f64,
    /// Loss on the validation positions.
    pub validation: f64,
    /// Their loss against the search score alone.
    pub score: f64,
    /// Their loss against the game's result alone.
    pub result: f64,
    /// Training speed, without validation.
    pub positions_per_second: f64,
}

/// The table, one line an epoch.
pub fn csv(epochs: &[Epoch]) -> String {
    let mut text = String::from("epoch,rate,train,validation,score,result,positions_per_second\n");
    for e in epochs {
        let Epoch { epoch, rate, train, validation, score, result, positions_per_second: speed } = e;
        let _ =
            writeln!(text, "{epoch},{rate:.3e},{train:.6},{validation:.6},{score:.6},{result:.6},{speed:.0}");
    }
    text
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 40.0;
/// Horizontal grid lines.
const GRID: usize = 5;

/// The losses as lines over the epochs, on a logarithmic scale. `title` stands on top.
pub fn svg(title: &str, epochs: &[Epoch]) -> String {
    type Series = (&'static str, &'static str, fn(&Epoch) -> f64);
    let series: [Series; 3] = [
        ("training", "#1f77b4", |e| e.train),
        ("validation", "#d62728", |e| e.validation),
        ("validation, score alone", "#2ca02c", |e| e.score),
    ];
    let values = || epochs.iter().flat_map(|e| series.map(|(_, _, of)| of(e))).filter(|&v| v > 0.0);
    let low = values().fold(f64::INFINITY, f64::min).min(1.0).ln();
    let high = values().fold(f64::MIN_POSITIVE, f64::max).ln().max(low + 0.01);
    let last = epochs.last().map_or(1, |e| e.epoch).max(2);
    let x = |epoch: u32| LEFT + (WIDTH - LEFT - RIGHT) * f64::from(epoch - 1) / f64::from(last - 1);
    let y = |value: f64| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value.ln() - low) / (high - low);

    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"18\">{}</text>\n",
        title.replace('&', "&amp;").replace('<', "&lt;")
    );
    for line in 0..=GRID {
        let value = (low + (high - low) * line as f64 / GRID as f64).exp();
        let _ = writeln!(
            text,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{1:.1}\" y2=\"{1:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{value:.5}</text>",
            WIDTH - RIGHT,
            y(value),
            LEFT - 6.0,
            y(value) + 4.0
        );
    }
    for (number, (name, color, of)) in series.iter().enumerate() {
        let points: Vec<String> = epochs
            .iter()
            .filter(|e| of(e) > 0.0)
            .map(|e| format!("{:.1},{:.1}", x(e.epoch), y(of(e))))
            .collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{color}\">{name}</text>",
            points.join(" "),
            WIDTH - RIGHT - 4.0,
            TOP + 16.0 * (number as f64 + 1.0)
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{LEFT}\" y=\"{0}\">1</text><text x=\"{1}\" y=\"{0}\" text-anchor=\"end\">epoch {last}</text>\n</svg>",
        HEIGHT - 14.0,
        WIDTH - RIGHT
    );
    text
}
