//! Plots as SVG.

use std::fmt::Write as _;

use super::escape;
use crate::arena::summary::Standing;

/// Width of every plot, in SVG units.
const WIDTH: f64 = 760.0;
/// Room for names at the left.
const LEFT: f64 = 150.0;
/// Room at the right.
const RIGHT: f64 = 30.0;
/// Height of an engine's row.
const ROW: f64 = 30.0;
/// Height of a curve's plot.
const CURVE: f64 = 240.0;
/// Room above and below.
const EDGE: f64 = 30.0;
/// Marks on an axis, about.
const TICKS: f64 = 6.0;
const INK: &str = "#8a2b1f";
const GRID: &str = "#ddd";

/// A curve.
pub struct Series {
    /// What it shows.
    pub title: &'static str,
    /// Game and value; values that are not finite are left out.
    pub points: Vec<(f64, f64)>,
    /// Values worth a line across.
    pub lines: Vec<f64>,
}

/// A linear scale of values to SVG units.
struct Scale {
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    /// A scale for these values, with some air.
    fn new(values: impl Iterator<Item = f64>, to: (f64, f64)) -> Self {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let air = ((high - low) * 0.05).max(1e-9 + (high - low == 0.0) as u8 as f64);
        Self { from: (low - air, high + air), to }
    }

    fn at(&self, value: f64) -> f64 {
        let share = (value - self.from.0) / (self.from.1 - self.from.0);
        self.to.0 + share * (self.to.1 - self.to.0)
    }

    /// Round values along the scale: 1, 2 or 5 times a power of ten apart.
    fn ticks(&self) -> Vec<f64> {
        let rough = (self.from.1 - self.from.0) / TICKS;
        let power = 10_f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|&s| s >= rough).unwrap_or(rough);
        let first = (self.from.0 / step).ceil() as i64;
        let last = (self.from.1 / step).floor() as i64;
        (first..=last).map(|n| n as f64 * step).collect()
    }
}

fn open(height: f64) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" font-size=\"13\" role=\"img\">\n"
    )
}

fn line(svg: &mut String, [x1, y1, x2, y2]: [f64; 4], colour: &str) {
    let _ = writeln!(
        svg,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>"
    );
}

fn label(svg: &mut String, (x, y): (f64, f64), anchor: &str, text: &str) {
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
}

/// Each engine's rating as a dot with its interval.
pub fn ratings(rows: &[Standing]) -> String {
    let height = 2.0 * EDGE + ROW * rows.len() as f64;
    let ends = rows.iter().flat_map(|r| [r.rating - r.rating_error, r.rating + r.rating_error]);
    let scale = Scale::new(ends, (LEFT, WIDTH - RIGHT));
    let mut svg = open(height);
    for tick in scale.ticks() {
        let x = scale.at(tick);
        line(&mut svg, [x, EDGE / 2.0, x, height - EDGE], GRID);
        label(&mut svg, (x, height - EDGE / 3.0), "middle", &format!("{tick:+.0}"));
    }
    for (index, row) in rows.iter().enumerate() {
        let y = EDGE + ROW * index as f64;
        label(&mut svg, (LEFT - 10.0, y + 4.0), "end", &escape(&row.name));
        let (low, high) = (scale.at(row.rating - row.rating_error), scale.at(row.rating + row.rating_error));
        line(&mut svg, [low, y, high, y], INK);
        let x = scale.at(row.rating);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{INK}\"><title>{:+.1} &#177; {:.1}</title></circle>",
            row.rating, row.rating_error
        );
    }
    svg + "</svg>\n"
}

/// A value after each game. Long matches are thinned out to what a screen can show.
pub fn course(series: &Series) -> String {
    let finite: Vec<(f64, f64)> =
        series.points.iter().copied().filter(|(_, value)| value.is_finite()).collect();
    if finite.len() < 2 {
        return String::new();
    }
    let height = CURVE + 2.0 * EDGE;
    let x_scale = Scale::new(finite.iter().map(|point| point.0), (LEFT / 2.0, WIDTH - RIGHT));
    let values = finite.iter().map(|point| point.1).chain(series.lines.iter().copied());
    let y_scale = Scale::new(values, (height - EDGE, EDGE));
    let mut svg = open(height);
    label(&mut svg, (LEFT / 2.0, EDGE / 2.0), "start", series.title);
    for tick in y_scale.ticks() {
        let y = y_scale.at(tick);
        line(&mut svg, [LEFT / 2.0, y, WIDTH - RIGHT, y], GRID);
        label(&mut svg, (LEFT / 2.0 - 8.0, y + 4.0), "end", &format!("{}", (tick * 100.0).round() / 100.0));
    }
    for tick in x_scale.ticks().into_iter().filter(|tick| *tick >= 0.0 && tick.fract() == 0.0) {
        label(&mut svg, (x_scale.at(tick), height - EDGE / 3.0), "middle", &format!("{tick:.0}"));
    }
    for &value in &series.lines {
        let y = y_scale.at(value);
        line(&mut svg, [LEFT / 2.0, y, WIDTH - RIGHT, y], "#888");
    }
    let step = finite.len().div_ceil(WIDTH as usize);
    let shown = finite.iter().rev().step_by(step).rev();
    let path: Vec<String> =
        shown.map(|&(x, y)| format!("{:.1},{:.1}", x_scale.at(x), y_scale.at(y))).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.5\"/>",
        path.join(" ")
    );
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_cover_their_values() {
        let scale = Scale::new([-3.0, 7.0].into_iter(), (100.0, 200.0));
        assert!(scale.at(-3.0) > 100.0 && scale.at(7.0) < 200.0);
        assert_eq!(scale.ticks(), [-2.0, 0.0, 2.0, 4.0, 6.0]);
        let flat = Scale::new([5.0].into_iter(), (0.0, 1.0));
        assert!((flat.at(5.0) - 0.5).abs() < 1e-9);
        assert!(Scale::new(std::iter::empty(), (0.0, 1.0)).at(0.5).is_finite());
    }

    #[test]
    fn curves_skip_what_is_not_finite() {
        let points = (0..5000)
            .map(|n| (f64::from(n), if n == 0 { f64::INFINITY } else { f64::from(n % 7) }))
            .collect();
        let svg = course(&Series { title: "Elo", points, lines: vec![0.0] });
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("inf") && !svg.contains("NaN"));
        assert!(svg.len() < 30_000, "thinned out");
        assert_eq!(course(&Series { title: "Elo", points: vec![(1.0, f64::NAN)], lines: vec![] }), "");
    }
}
