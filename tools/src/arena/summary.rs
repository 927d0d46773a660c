//! Everything that can be said about the games of a match, as one value: printed, written as JSON, drawn as HTML.

use std::collections::BTreeMap;

use chuhe_movegen::Color;
use serde::Serialize;

use super::config::Config;
use super::ending::{Class, GameRecord, Outcome};
use super::runner::Progress;
use super::schedule::Format;
use super::standings::{self, Score as GameScore};
use super::stats::{Decision, Estimate, Sprt, Tally};

/// The report on a match.
#[derive(Debug, Clone, Serialize)]
pub struct Summary {
    /// The event.
    pub event: String,
    /// Format of the tournament.
    pub format: Format,
    /// Rule set.
    pub rules: String,
    /// Games that count.
    pub games: usize,
    /// Standings, best first.
    pub standings: Vec<Standing>,
    /// The first engine against the others, with its sequential test.
    pub first: Option<FirstView>,
    /// How many games ended in each way.
    pub endings: BTreeMap<Class, usize>,
    /// Games in which an engine failed, by number.
    pub faults: Vec<Fault>,
    /// Points of each (row) against each (column), in the order of the standings.
    pub crosstable: Vec<Vec<Option<Meeting>>>,
    /// The harness itself.
    pub harness: Harness,
}

/// One engine's row.
#[derive(Debug, Clone, Serialize)]
pub struct Standing {
    /// Place; ties share it.
    pub place: usize,
    /// Name.
    pub name: String,
    /// Games played.
    pub games: u32,
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// Points.
    pub points: f64,
    /// 小分 (Sonneborn-Berger).
    pub sonneborn_berger: f64,
    /// 对手分 (Buchholz).
    pub buchholz: f64,
    /// Games lost by a failure.
    pub faults: u32,
    /// Elo about the mean of the field.
    pub rating: f64,
    /// Half its 95 % interval.
    pub rating_error: f64,
    /// How it played.
    pub play: Play,
}

impl Standing {
    /// The row of a table: place, name (as written there), rating and its error, points, games, won, drawn, lost, 小分,
    /// 对手分, faults.
    pub fn cells(&self, name: String) -> Vec<String> {
        vec![
            self.place.to_string(),
            name,
            format!("{:+.0}", self.rating),
            format!("{:.0}", self.rating_error),
            format!("{:.1}", self.points),
            self.games.to_string(),
            self.wins.to_string(),
            self.draws.to_string(),
            self.losses.to_string(),
            format!("{:.2}", self.sonneborn_berger),
            format!("{:.1}", self.buchholz),
            self.faults.to_string(),
        ]
    }
}

impl Summary {
    /// The head of the crosstable: nothing, a word for the engines, their numbers.
    pub fn crosstable_head(&self, engine: &str) -> Vec<String> {
        let numbers = (1..=self.standings.len()).map(|number| number.to_string());
        [String::new(), engine.to_owned()].into_iter().chain(numbers).collect()
    }

    /// Its rows: number and name (as written there) of each engine, and what `cell` makes of its meetings.
    pub fn crosstable_rows(
        &self,
        name: impl Fn(&str) -> String,
        cell: impl Fn(Option<Meeting>) -> String,
    ) -> impl Iterator<Item = Vec<String>> {
        self.standings.iter().zip(&self.crosstable).enumerate().map(move |(index, (row, meetings))| {
            let cells = meetings.iter().map(|&meeting| cell(meeting));
            [(index + 1).to_string(), name(&row.name)].into_iter().chain(cells).collect()
        })
    }
}

/// What an engine did with its time.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Play {
    /// Moves made.
    pub moves: u64,
    /// Mean time a move, in milliseconds of wall time.
    pub ms_per_move: f64,
    /// Mean depth.
    pub depth: f64,
    /// Nodes a second of wall time.
    pub nps: f64,
    /// Mean wall time beyond what the engine reported, in milliseconds.
    pub lag_ms: f64,
    /// Longest such time.
    pub lag_max_ms: f64,
    /// Least time left on its clock after a move, in milliseconds.
    pub clock_min_ms: Option<f64>,
}

/// The first engine's results.
#[derive(Debug, Clone, Serialize)]
pub struct FirstView {
    /// Its name.
    pub name: String,
    /// Games won, drawn, lost.
    pub wdl: [u64; 3],
    /// Pairs of games by points 0, 1/2, 1, 3/2, 2.
    pub pentanomial: [u64; 5],
    /// Share of drawn games.
    pub draw_rate: f64,
    /// Strength, from pairs where there are pairs.
    pub estimate: Option<Estimate>,
    /// The sequential test.
    pub sprt: Option<SprtState>,
}

/// A sequential test and where it stands.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct SprtState {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// `H0` is accepted below this.
    pub lower: f64,
    /// `H1` is accepted above this.
    pub upper: f64,
    /// What was accepted.
    pub decision: Option<Decision>,
}

/// A game that was lost by a failure.
#[derive(Debug, Clone, Serialize)]
pub struct Fault {
    /// Number of the game, from 1.
    pub game: u32,
    /// Who failed.
    pub name: String,
    /// How.
    pub class: Class,
    /// In words.
    pub detail: String,
}

/// Two engines' games.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Meeting {
    /// Points of the row's engine.
    pub points: f64,
    /// Games.
    pub games: u32,
}

/// Cost of the harness.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Harness {
    /// Moves of all games.
    pub moves: u64,
    /// Mean wall time a move in which no engine was thinking, in milliseconds.
    pub overhead_ms_per_move: f64,
    /// Largest such mean of a game.
    pub overhead_ms_per_move_max: f64,
    /// Wall time of all games together, in seconds.
    pub seconds: f64,
}

impl FirstView {
    /// The view of the first engine.
    #[must_use]
    pub fn new(name: &str, pairs: Tally<5>, games: Tally<3>, sprt: Option<Sprt>) -> Option<Self> {
        let [losses, draws, wins] = games.0;
        let total = games.samples();
        if total == 0 {
            return None;
        }
        let paired = pairs.samples() > 0;
        Some(Self {
            name: name.to_owned(),
            wdl: [wins, draws, losses],
            pentanomial: pairs.0,
            draw_rate: draws as f64 / total as f64,
            estimate: if paired { pairs.estimate() } else { games.estimate() },
            sprt: sprt
                .map(|test| SprtState::new(test, if paired { test.llr(&pairs) } else { test.llr(&games) })),
        })
    }
}

impl SprtState {
    /// A test at this log-likelihood ratio.
    #[must_use]
    pub fn new(test: Sprt, llr: f64) -> Self {
        let (lower, upper) = test.bounds();
        Self { test, llr, lower, upper, decision: test.decision(llr) }
    }
}

impl Summary {
    /// Draws up the report.
    #[must_use]
    pub fn new(config: &Config, games: &[GameRecord], progress: &Progress) -> Self {
        let names = config.names();
        let scores: Vec<GameScore> = games.iter().filter_map(|game| score(&names, game)).collect();
        let rows = standings::table(config.format, names.len(), &scores, &progress.byes, 2 * config.games);
        let ratings = standings::ratings(names.len(), &scores);
        let standings = rows
            .iter()
            .map(|row| Standing {
                place: row.place,
                name: names[row.player].to_owned(),
                games: row.games(),
                wins: row.wins,
                draws: row.draws,
                losses: row.losses,
                points: f64::from(row.half_points) / 2.0,
                sonneborn_berger: f64::from(row.sonneborn_quarters) / 4.0,
                buchholz: f64::from(row.buchholz_halves) / 2.0,
                faults: row.faults,
                rating: ratings[row.player].0,
                rating_error: ratings[row.player].1,
                play: play(names[row.player], games),
            })
            .collect();
        let order: Vec<usize> = rows.iter().map(|row| row.player).collect();
        Self {
            event: config.event.clone(),
            format: config.format,
            rules: config.rules.name().to_owned(),
            games: scores.len(),
            standings,
            first: FirstView::new(names[0], progress.pairs, progress.games, config.sprt),
            endings: endings(games),
            faults: games.iter().filter_map(fault).collect(),
            crosstable: crosstable(&order, &scores),
            harness: harness(games),
        }
    }
}

/// The loser of a game, if it has one.
fn loser(game: &GameRecord) -> Option<Color> {
    match game.ending.outcome {
        Outcome::RedWins => Some(Color::Black),
        Outcome::BlackWins => Some(Color::Red),
        Outcome::Draw | Outcome::Unfinished => None,
    }
}

fn score(names: &[&str], game: &GameRecord) -> Option<GameScore> {
    let number = |name: &str| names.iter().position(|known| *known == name);
    let (red, black) = (number(&game.red)?, number(&game.black)?);
    let fault_of = loser(game).filter(|_| game.ending.class.is_fault()).map(|side| match side {
        Color::Red => red,
        Color::Black => black,
    });
    Some(GameScore {
        round: game.round,
        red,
        black,
        red_half_points: game.ending.outcome.red_half_points()?,
        fault_of,
    })
}

fn fault(game: &GameRecord) -> Option<Fault> {
    let loser = loser(game).filter(|_| game.ending.class.is_fault())?;
    let name = match loser {
        Color::Red => &game.red,
        Color::Black => &game.black,
    };
    Some(Fault {
        game: game.id + 1,
        name: name.clone(),
        class: game.ending.class,
        detail: game.ending.detail.clone(),
    })
}

fn endings(games: &[GameRecord]) -> BTreeMap<Class, usize> {
    let mut endings = BTreeMap::new();
    for game in games {
        *endings.entry(game.ending.class).or_default() += 1;
    }
    endings
}

fn crosstable(order: &[usize], scores: &[GameScore]) -> Vec<Vec<Option<Meeting>>> {
    let cell = |row: usize, column: usize| {
        let mut meeting = Meeting::default();
        for game in scores {
            let half_points = match (game.red, game.black) {
                pair if pair == (row, column) => game.red_half_points,
                pair if pair == (column, row) => 2 - game.red_half_points,
                _ => continue,
            };
            meeting.points += f64::from(half_points) / 2.0;
            meeting.games += 1;
        }
        (meeting.games > 0).then_some(meeting)
    };
    order.iter().map(|&row| order.iter().map(|&column| cell(row, column)).collect()).collect()
}

fn play(name: &str, games: &[GameRecord]) -> Play {
    let mut play = Play::default();
    let (mut ms, mut depths, mut searched, mut nodes, mut counted_ms, mut lags, mut lag) =
        (0.0, 0_u64, 0_u64, 0_u64, 0.0, 0_u64, 0.0);
    for game in games.iter().filter(|game| game.red == name || game.black == name) {
        let black_first = game.fen.split(' ').nth(1) == Some("b");
        let offset = usize::from((game.black == name) != black_first);
        for ply in game.plies.iter().skip(offset).step_by(2) {
            play.moves += 1;
            ms += ply.ms;
            if let Some(depth) = ply.depth {
                depths += u64::from(depth);
                searched += 1;
            }
            if let Some(count) = ply.nodes {
                nodes += count;
                counted_ms += ply.ms;
            }
            if let Some(late) = ply.lag {
                lag += late;
                lags += 1;
                play.lag_max_ms = play.lag_max_ms.max(late);
            }
            play.clock_min_ms = match (play.clock_min_ms, ply.left) {
                (Some(least), Some(left)) => Some(f64::min(least, left)),
                (least, left) => least.or(left),
            };
        }
    }
    let mean = |sum: f64, count: f64| if count > 0.0 { sum / count } else { 0.0 };
    play.ms_per_move = mean(ms, play.moves as f64);
    play.depth = mean(depths as f64, searched as f64);
    play.nps = mean(nodes as f64 * 1e3, counted_ms);
    play.lag_ms = mean(lag, lags as f64);
    play
}

fn harness(games: &[GameRecord]) -> Harness {
    let mut harness = Harness::default();
    let mut overhead = 0.0;
    for game in games.iter().filter(|game| !game.plies.is_empty()) {
        let moves = game.plies.len() as f64;
        harness.moves += game.plies.len() as u64;
        overhead += game.overhead_ms;
        harness.seconds += game.wall_ms / 1e3;
        harness.overhead_ms_per_move_max = harness.overhead_ms_per_move_max.max(game.overhead_ms / moves);
    }
    if harness.moves > 0 {
        harness.overhead_ms_per_move = overhead / harness.moves as f64;
    }
    harness
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::{Ending, PlyRecord};

    fn game(red: &str, black: &str, fen: &str, depths: &[u32]) -> GameRecord {
        let ply = |&depth: &u32| PlyRecord {
            mv: "h2e2".into(),
            ms: 10.0,
            lag: Some(f64::from(depth)),
            score: None,
            depth: Some(depth),
            nodes: Some(1000),
            left: Some(f64::from(depth) * 100.0),
        };
        GameRecord {
            id: 0,
            encounter: 0,
            round: 1,
            red: red.into(),
            black: black.into(),
            fen: fen.into(),
            plies: depths.iter().map(ply).collect(),
            ending: Ending::loss(Color::Black, Class::Time, "late"),
            began: 0,
            wall_ms: 50.0,
            overhead_ms: 2.0,
            warnings: Vec::new(),
        }
    }

    #[test]
    fn moves_count_for_who_made_them() {
        let red_first = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1";
        let black_first = "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1";
        let games = [
            game("A", "B", red_first, &[1, 9, 3]),
            game("A", "B", black_first, &[9, 5, 9]),
            game("B", "C", red_first, &[9, 9]),
        ];
        let a = play("A", &games);
        assert_eq!((a.moves, a.depth, a.lag_max_ms, a.clock_min_ms), (3, 3.0, 5.0, Some(100.0)));
        assert_eq!((a.ms_per_move, a.nps), (10.0, 100_000.0));
        assert_eq!(play("C", &games).moves, 1);
        assert_eq!(play("nobody", &games).moves, 0);
        assert_eq!(fault(&games[2]).map(|fault| fault.name), Some("C".to_owned()));
        assert_eq!(harness(&games).overhead_ms_per_move_max, 1.0);
    }
}
