//! Reports in plain text, for a terminal or a commit message.

use std::fmt::Write as _;

use super::summary::{FirstView, Meeting, Standing, Summary};

/// An Elo with its interval: `12.3 [1.0, 23.9]`.
fn elo(value: f64) -> String {
    if value.is_finite() {
        // Adding 0 turns -0 into 0.
        format!("{:+.1}", value + 0.0)
    } else if value > 0.0 {
        "+inf".to_owned()
    } else {
        "-inf".to_owned()
    }
}

/// The results of the first engine in a few lines.
#[must_use]
pub fn first_view(view: &FirstView) -> String {
    let [wins, draws, losses] = view.wdl;
    let games = wins + draws + losses;
    let mut text = String::new();
    if let Some(e) = &view.estimate {
        let _ = write!(text, "Elo: {} [{}, {}] (95 %)", elo(e.elo), elo(e.elo_low), elo(e.elo_high));
        if let Some(nelo) = e.nelo {
            let _ = write!(text, ", nElo: {nelo:+.1} +/- {:.1}", e.nelo_error);
        }
        let _ = writeln!(text, ", LOS: {:.1} %, draws: {:.1} %", e.los * 100.0, view.draw_rate * 100.0);
        let _ = writeln!(
            text,
            "{}: {games} games, +{wins} ={draws} -{losses}, {:.2} %",
            view.name,
            (wins as f64 + draws as f64 / 2.0) / games as f64 * 100.0
        );
    }
    if view.pentanomial.iter().sum::<u64>() > 0 {
        let _ = writeln!(text, "Pairs (0, 1/2, 1, 3/2, 2): {:?}", view.pentanomial);
    }
    if let Some(sprt) = &view.sprt {
        let verdict = sprt.decision.map_or(String::new(), |decision| format!(", {decision:?} accepted"));
        let _ = writeln!(
            text,
            "LLR: {:.3} ({:.2}, {:.2}) [{}, {}] {:?}{verdict}",
            sprt.llr, sprt.lower, sprt.upper, sprt.test.elo0, sprt.test.elo1, sprt.test.model
        );
    }
    text
}

/// The whole report.
#[must_use]
pub fn summary(summary: &Summary) -> String {
    let mut text = standings(&summary.standings);
    text.push('\n');
    text.push_str(&players(&summary.standings));
    if summary.standings.len() > 2 {
        text.push('\n');
        text.push_str(&crosstable(summary));
    }
    text.push('\n');
    if let Some(view) = &summary.first {
        text.push_str(&first_view(view));
    }
    let endings: Vec<String> =
        summary.endings.iter().map(|(class, count)| format!("{class} {count}")).collect();
    let _ = writeln!(text, "Endings: {}", endings.join(", "));
    for fault in &summary.faults {
        let _ =
            writeln!(text, "Fault in game {}: {}, {}: {}", fault.game, fault.name, fault.class, fault.detail);
    }
    let harness = &summary.harness;
    let _ = writeln!(
        text,
        "Harness: {:.3} ms a move (worst game {:.3}) over {} moves",
        harness.overhead_ms_per_move, harness.overhead_ms_per_move_max, harness.moves
    );
    text
}

fn standings(rows: &[Standing]) -> String {
    let head = ["", "engine", "rating", "+/-", "points", "games", "+", "=", "-", "SB", "Buchholz", "faults"];
    table(&head, rows.iter().map(|row| row.cells(row.name.clone())))
}

fn players(rows: &[Standing]) -> String {
    let head = ["", "engine", "moves", "ms/move", "depth", "knps", "lag ms", "max", "least clock ms"];
    let body = rows.iter().map(|row| {
        let play = &row.play;
        vec![
            String::new(),
            row.name.clone(),
            play.moves.to_string(),
            format!("{:.2}", play.ms_per_move),
            format!("{:.1}", play.depth),
            format!("{:.0}", play.nps / 1e3),
            format!("{:.2}", play.lag_ms),
            format!("{:.1}", play.lag_max_ms),
            play.clock_min_ms.map_or_else(|| "-".to_owned(), |ms| format!("{ms:.0}")),
        ]
    });
    table(&head, body)
}

fn crosstable(summary: &Summary) -> String {
    let cell = |meeting: Option<Meeting>| {
        meeting.map_or_else(|| "-".to_owned(), |meeting| format!("{:.1}/{}", meeting.points, meeting.games))
    };
    table(&summary.crosstable_head("engine"), summary.crosstable_rows(str::to_owned, cell))
}

/// Columns: the second (names) to the left, the others to the right.
fn table(head: &[impl AsRef<str>], body: impl Iterator<Item = Vec<String>>) -> String {
    let head = head.iter().map(|word| word.as_ref().to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(body).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let _ = if column == 1 {
                write!(line, "{gap}{cell:<width$}")
            } else {
                write!(line, "{gap}{cell:>width$}")
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
