//! Games as PGN, one appended after the other.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

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
        self.0.write_all(text(config, game).as_bytes())
    }
}

/// Moves a line of the movetext holds.
const MOVES_A_LINE: usize = 4;

fn text(config: &Config, game: &GameRecord) -> String {
    let mut pgn = String::new();
    let limit = |name: &str| {
        let player = config.players.iter().find(|player| player.launch.name == name);
        player.map_or_else(String::new, |player| player.limit.to_string())
    };
    let tags = [
        ("Game", "Chinese Chess".to_owned()),
        ("Event", config.event.clone()),
        ("Date", date(game.began)),
        ("Round", format!("{}.{}", game.round, game.id + 1)),
        ("Red", game.red.clone()),
        ("Black", game.black.clone()),
        ("Result", game.ending.outcome.text().to_owned()),
        ("FEN", game.fen.clone()),
        ("Format", "ICCS".to_owned()),
        ("RedTimeControl", limit(&game.red)),
        ("BlackTimeControl", limit(&game.black)),
        ("Rules", config.rules.name().to_owned()),
        ("Termination", game.ending.class.to_string()),
    ];
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(pgn, "[{name} \"{value}\"]");
    }
    pgn.push('\n');
    let black_first = game.fen.split(' ').nth(1) == Some("b");
    for (index, ply) in game.plies.iter().enumerate() {
        let half_move = index + usize::from(black_first);
        if half_move % 2 == 0 {
            let _ = write!(pgn, "{}. ", half_move / 2 + 1);
        } else if index == 0 {
            let _ = write!(pgn, "{}... ", half_move / 2 + 1);
        }
        let _ = write!(pgn, "{} {{{}}}", iccs(&ply.mv), comment(ply));
        pgn.push(if index % MOVES_A_LINE == MOVES_A_LINE - 1 { '\n' } else { ' ' });
    }
    let detail = if game.ending.detail.is_empty() {
        String::new()
    } else {
        format!("{{{}}} ", game.ending.detail.replace(['{', '}'], "|"))
    };
    let _ = write!(pgn, "{detail}{}\n\n", game.ending.outcome.text());
    pgn
}

/// `h2e2` as PGN files have it: `H2-E2`.
fn iccs(mv: &str) -> String {
    let (from, to) = mv.split_at_checked(2).unwrap_or((mv, ""));
    format!("{from}-{to}").to_uppercase()
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
        assert_eq!(iccs("h2e2"), "H2-E2");
    }
}
