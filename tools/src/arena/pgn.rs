//! Games as PGN, one appended after the other.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use chuhe_movegen::Board;
use chuhe_movegen::notation::Notation;
use chuhe_record::{Format, Tags, Tree};

use super::config::Config;
use super::ending::{GameRecord, PlyRecord};
use crate::client::Score;

/// A PGN file that grows with the match.
#[derive(Debug)]
pub struct PgnFile(File);

impl PgnFile {
    /// Begins the file with the games already played; what it held before is replaced, since all of it is in the log.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn create(path: &Path, config: &Config, played: &[GameRecord]) -> io::Result<Self> {
        let mut file = Self(OpenOptions::new().write(true).create(true).truncate(true).open(path)?);
        played.iter().try_for_each(|game| file.append(config, game))?;
        Ok(file)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn append(&mut self, config: &Config, game: &GameRecord) -> io::Result<()> {
        let record =
            record(config, game).ok_or_else(|| io::Error::other(format!("game {} is damaged", game.id)))?;
        let mut text =
            chuhe_record::write_with(&[record], Format::Pgn, Notation::Iccs).map_err(io::Error::other)?;
        text.push(b'\n');
        self.0.write_all(&text)
    }
}

/// The game as game files know it; `None` if its position or a move cannot be read.
fn record(config: &Config, game: &GameRecord) -> Option<chuhe_record::GameRecord> {
    let mut record = chuhe_record::GameRecord::new(Board::from_fen(&game.fen).ok()?);
    record.tags = tags(config, game);
    record.result = game.ending.outcome.text().parse().unwrap_or_default();
    let mut node = Tree::ROOT;
    for ply in &game.plies {
        node = record.tree.add(node, ply.mv.parse().ok()?);
        record.tree.add_comment(node, &comment(ply));
    }
    if !game.ending.detail.is_empty() {
        record.tree.add_comment(node, &game.ending.detail);
    }
    Some(record)
}

fn tags(config: &Config, game: &GameRecord) -> Tags {
    let limit = |name: &str| {
        let player = config.players.iter().find(|player| player.launch.name == name);
        player.map_or_else(String::new, |player| player.limit.to_string())
    };
    let mut tags = Tags::default();
    tags.set("Event", &config.event);
    tags.set("Date", date(game.began));
    tags.set("Round", format!("{}.{}", game.round, game.id + 1));
    tags.set("Red", &game.red);
    tags.set("Black", &game.black);
    tags.set("RedTimeControl", limit(&game.red));
    tags.set("BlackTimeControl", limit(&game.black));
    tags.set("Rules", config.rules.name());
    tags.set("Termination", game.ending.class.to_string());
    tags
}

/// Score from the mover's side in pawns, depth, seconds: `+0.35/14 0.082s`.
fn comment(ply: &PlyRecord) -> String {
    let score = match ply.score {
        Some(Score::Cp(cp)) => format!("{:+.2}", f64::from(cp) / 100.0),
        Some(Score::Mate(moves)) => format!("{}M{}", if moves > 0 { '+' } else { '-' }, moves.abs()),
        None => String::new(),
    };
    let depth = ply.depth.map_or_else(String::new, |depth| format!("/{depth}"));
    let space = if score.is_empty() && depth.is_empty() { "" } else { " " };
    format!("{score}{depth}{space}{:.3}s", ply.ms / 1e3)
}

/// The date (UTC) of a moment in seconds since 1970, by Hinnant's algorithm on eras of 400 years from March 1, year 0.
fn date(seconds: u64) -> String {
    const DAYS_TO_1970: u64 = 719_468;
    const DAYS_AN_ERA: u64 = 146_097;
    let days = seconds / 86_400 + DAYS_TO_1970;
    let (era, day) = (days / DAYS_AN_ERA, days % DAYS_AN_ERA);
    let year = (day - day / 1460 + day / 36_524 - day / (DAYS_AN_ERA - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", year + era * 400 + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (seconds, text) in [(0, "1970.01.01"), (951_782_400, "2000.02.29"), (1_767_225_599, "2025.12.31")]
        {
            assert_eq!(date(seconds), text);
        }
    }

    #[test]
    fn comments() {
        let ply = PlyRecord {
            mv: "h2e2".into(),
            ms: 82.4,
            lag: None,
            score: Some(Score::Cp(35)),
            depth: Some(14),
            nodes: None,
            left: None,
        };
        assert_eq!(comment(&ply), "+0.35/14 0.082s");
        assert_eq!(comment(&PlyRecord { score: Some(Score::Mate(-3)), ..ply.clone() }), "-M3/14 0.082s");
        assert_eq!(comment(&PlyRecord { score: None, depth: None, ..ply }), "0.082s");
    }
}
