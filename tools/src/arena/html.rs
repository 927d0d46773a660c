//! The report for a browser: one file that needs nothing else.

mod plot;

use std::fmt::Write as _;

use super::config::Config;
use super::ending::GameRecord;
use super::stats::{Sprt, Tally, elo};
use super::summary::{FirstView, Meeting, Standing, Summary};
use plot::Series;

const STYLE: &str = "\
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; } th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #ddd; }
th { font-weight: 600; background: #f5f2ec; } td.name, th.name { text-align: left; }
td.self { background: #eee; } .win { color: #176b2c; } .loss { color: #a02020; } .fault { color: #a02020; }
svg { max-width: 100%; height: auto; } footer { margin-top: 3rem; color: #777; font-size: .85rem; }";

/// The whole document.
#[must_use]
pub fn report(config: &Config, summary: &Summary, games: &[GameRecord]) -> String {
    let mut body = String::new();
    let _ = write!(
        body,
        "<h1>{}</h1>\n<p>{} games, rules {}. {}</p>\n",
        escape(&summary.event),
        summary.games,
        summary.rules,
        escape(&limits(config))
    );
    section(&mut body, "Standings", &standings(&summary.standings));
    section(&mut body, "Ratings, with 95 % intervals", &plot::ratings(&summary.standings));
    section(&mut body, "Crosstable (points / games of the row against the column)", &crosstable(summary));
    if let Some(view) = &summary.first {
        section(&mut body, &format!("{} against the others", escape(&view.name)), &first(view));
        section(&mut body, "In the course of the match", &course(config, games));
    }
    section(&mut body, "Play", &play(&summary.standings));
    section(&mut body, "How games ended", &endings(summary));
    let _ = writeln!(
        body,
        "<footer>Made by arena {}. Harness: {:.3} ms a move over {} moves.</footer>",
        env!("CARGO_PKG_VERSION"),
        summary.harness.overhead_ms_per_move,
        summary.harness.moves
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n{body}</body>\n\
         </html>\n",
        escape(&summary.event)
    )
}

/// Text that may stand in HTML and SVG.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn section(body: &mut String, title: &str, content: &str) {
    if !content.is_empty() {
        let _ = write!(body, "<h2>{title}</h2>\n{content}");
    }
}

/// The limit, once if it is the same for all.
fn limits(config: &Config) -> String {
    let limit = |index: usize| config.players[index].limit.to_string();
    if (1..config.players.len()).all(|index| limit(index) == limit(0)) {
        return format!("Limit: {}.", limit(0));
    }
    let each = config.players.iter().map(|p| format!("{}: {}", p.launch.name, p.limit)).collect::<Vec<_>>();
    format!("Limits: {}.", each.join("; "))
}

/// A table; the second column holds names. Cells are HTML.
fn table(head: &[impl AsRef<str>], rows: impl Iterator<Item = Vec<String>>) -> String {
    let class = |column: usize| if column == 1 { " class=\"name\"" } else { "" };
    let mut html = String::from("<table>\n<tr>");
    for (column, word) in head.iter().enumerate() {
        let _ = write!(html, "<th{}>{}</th>", class(column), word.as_ref());
    }
    html.push_str("</tr>\n");
    for row in rows {
        html.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let _ = write!(html, "<td{}>{cell}</td>", class(column));
        }
        html.push_str("</tr>\n");
    }
    html + "</table>\n"
}

fn standings(rows: &[Standing]) -> String {
    let head =
        ["", "Engine", "Elo", "&plusmn;", "Points", "Games", "+", "=", "&minus;", "小分", "对手分", "Faults"];
    table(&head, rows.iter().map(|row| row.cells(escape(&row.name))))
}

fn crosstable(summary: &Summary) -> String {
    let cell = |meeting: Option<Meeting>| {
        let Some(Meeting { points, games }) = meeting else {
            return "&middot;".to_owned();
        };
        let share = points / f64::from(games);
        let class = if share > 0.5 {
            "win"
        } else if share < 0.5 {
            "loss"
        } else {
            "even"
        };
        format!("<span class=\"{class}\">{points:.1}</span> / {games}")
    };
    table(&summary.crosstable_head("Engine"), summary.crosstable_rows(escape, cell))
}

fn first(view: &FirstView) -> String {
    let [wins, draws, losses] = view.wdl;
    let mut html = format!(
        "<p>Won {wins}, drawn {draws}, lost {losses}; draw rate {:.1} %. Pairs by points (0, &frac12;, 1, 1&frac12;, 2): \
         {:?}.</p>\n",
        view.draw_rate * 100.0,
        view.pentanomial
    );
    if let Some(e) = &view.estimate {
        let nelo =
            e.nelo.map_or(String::new(), |n| format!("; normalised {n:+.1} &plusmn; {:.1}", e.nelo_error));
        let _ = writeln!(
            html,
            "<p>Elo {:+.1} (95 %: {:+.1} to {:+.1}){nelo}; likelihood of superiority {:.1} %.</p>",
            e.elo,
            e.elo_low,
            e.elo_high,
            e.los * 100.0
        );
    }
    if let Some(sprt) = &view.sprt {
        let verdict =
            sprt.decision.map_or("undecided".to_owned(), |decision| format!("{decision:?} accepted"));
        let _ = writeln!(
            html,
            "<p>SPRT [{}, {}] {:?}: log-likelihood ratio {:.3} of ({:.2}, {:.2}), {verdict}.</p>",
            sprt.test.elo0, sprt.test.elo1, sprt.test.model, sprt.llr, sprt.lower, sprt.upper
        );
    }
    html
}

/// Elo of the first engine, and its test, after each game in the order in which they ended.
fn course(config: &Config, games: &[GameRecord]) -> String {
    let name = config.names()[0];
    let mut tally = Tally::<3>::default();
    let mut elos = Vec::new();
    let mut pairs = Pairs::default();
    let mut llrs = Vec::new();
    for game in games {
        let (Some(red), true) =
            (game.ending.outcome.red_half_points(), game.red == name || game.black == name)
        else {
            continue;
        };
        let own = if game.red == name { red } else { 2 - red };
        tally.add(own as usize);
        let e = tally.estimate().map_or(f64::NAN, |e| elo(e.score));
        elos.push((tally.samples() as f64, e));
        pairs.add(game, own);
        if let Some(test) = config.sprt {
            llrs.push((tally.samples() as f64, pairs.llr(&test)));
        }
    }
    let mut html = plot::course(&Series { title: "Elo", points: elos, lines: vec![0.0] });
    if let Some(test) = config.sprt {
        let (lower, upper) = test.bounds();
        html += &plot::course(&Series {
            title: "Log-likelihood ratio",
            points: llrs,
            lines: vec![lower, 0.0, upper],
        });
    }
    html
}

/// Pairs of games as they fill up.
#[derive(Default)]
struct Pairs {
    /// Half points of the game of a pair that ended first, by encounter and pair.
    open: std::collections::HashMap<(u32, String), u32>,
    tally: Tally<5>,
}

impl Pairs {
    fn add(&mut self, game: &GameRecord, half_points: u32) {
        // The two games of a pair share encounter and start position; a book with doubles only mixes equal pairs.
        let key = (game.encounter, game.fen.clone());
        match self.open.remove(&key) {
            Some(other) => self.tally.add((half_points + other) as usize),
            None => drop(self.open.insert(key, half_points)),
        }
    }

    fn llr(&self, test: &Sprt) -> f64 {
        test.llr(&self.tally)
    }
}

fn play(rows: &[Standing]) -> String {
    let head = ["", "Engine", "Moves", "ms / move", "Depth", "knps", "Lag ms", "Max", "Least clock s"];
    let rows = rows.iter().map(|row| {
        let play = &row.play;
        vec![
            String::new(),
            escape(&row.name),
            play.moves.to_string(),
            format!("{:.2}", play.ms_per_move),
            format!("{:.1}", play.depth),
            format!("{:.0}", play.nps / 1e3),
            format!("{:.2}", play.lag_ms),
            format!("{:.1}", play.lag_max_ms),
            play.clock_min_ms.map_or_else(|| "&middot;".to_owned(), |ms| format!("{:.2}", ms / 1e3)),
        ]
    });
    table(&head, rows)
}

fn endings(summary: &Summary) -> String {
    let rows = summary.endings.iter().map(|(class, count)| {
        let share = *count as f64 / summary.games.max(1) as f64 * 100.0;
        vec![count.to_string(), class.to_string(), format!("{share:.1} %")]
    });
    let mut html = table(&["Games", "End", "Share"], rows);
    for fault in &summary.faults {
        let _ = writeln!(
            html,
            "<p class=\"fault\">Game {}: {}, {}: {}</p>",
            fault.game,
            escape(&fault.name),
            fault.class,
            escape(&fault.detail)
        );
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_out() {
        assert_eq!(escape("<b>\"A&B\"</b>"), "&lt;b&gt;&quot;A&amp;B&quot;&lt;/b&gt;");
    }
}
