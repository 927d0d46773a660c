//! Who is ahead: the order of the rule books.
//!
//! 1999 rules, article 15: in a round robin equal points are told apart by 小分 (Sonneborn-Berger: the points of the
//! opponents beaten and half those of the opponents drawn with), wins, the results between those tied (直胜), and faults;
//! in a Swiss tournament by 对手分 (Buchholz: the points of all opponents), wins, and faults. Who cannot be told apart
//! shares the place.

use std::cmp::Reverse;

use super::schedule::{Bye, Format};

/// A finished game as far as standings go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// Round, from 1.
    pub round: u32,
    /// Red's number.
    pub red: usize,
    /// Black's number.
    pub black: usize,
    /// Red's half points: 2, 1 or 0.
    pub red_half_points: u32,
    /// The side that failed (illegal move, time, hang, crash), if one did: its player's number.
    pub fault_of: Option<usize>,
}

impl Score {
    /// The game from both sides: player, opponent, half points.
    fn sides(&self) -> [(usize, usize, u32); 2] {
        [(self.red, self.black, self.red_half_points), (self.black, self.red, 2 - self.red_half_points)]
    }
}

/// A row of the table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    /// Place, from 1; ties share it.
    pub place: usize,
    /// Number of the player.
    pub player: usize,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Points, in halves.
    pub half_points: u32,
    /// 小分, in quarters.
    pub sonneborn_quarters: u32,
    /// 对手分, in halves.
    pub buchholz_halves: u32,
    /// Games lost by a failure.
    pub faults: u32,
    /// Last round played, and half points in it: what counts in a knockout.
    last_round: (u32, u32),
}

/// The table after these games. `bye_half_points` is what a rest scores.
#[must_use]
pub fn table(
    format: Format,
    players: usize,
    games: &[Score],
    byes: &[Bye],
    bye_half_points: u32,
) -> Vec<Row> {
    let mut rows: Vec<Row> = (0..players).map(|player| Row { player, ..Row::default() }).collect();
    if format == Format::Swiss {
        for bye in byes {
            rows[bye.player].half_points += bye_half_points;
        }
    }
    for game in games {
        for (player, _, half_points) in game.sides() {
            rows[player].add(game, half_points);
        }
    }
    let points: Vec<u32> = rows.iter().map(|row| row.half_points).collect();
    for game in games {
        for (player, opponent, half_points) in game.sides() {
            rows[player].sonneborn_quarters += half_points * points[opponent];
            rows[player].buchholz_halves += points[opponent];
        }
    }
    rank(format, &mut rows, games);
    rows
}

impl Row {
    fn add(&mut self, game: &Score, half_points: u32) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.half_points += half_points;
        self.faults += u32::from(game.fault_of == Some(self.player));
        if game.round > self.last_round.0 {
            self.last_round = (game.round, 0);
        }
        if game.round == self.last_round.0 {
            self.last_round.1 += half_points;
        }
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// What ranks before the direct result, the greater the better.
    fn merits(&self, format: Format) -> [u32; 3] {
        match format {
            Format::Swiss => [self.half_points, self.buchholz_halves, self.wins],
            Format::Knockout => [self.last_round.0, self.last_round.1, self.half_points],
            Format::Match | Format::Gauntlet | Format::RoundRobin => {
                [self.half_points, self.sonneborn_quarters, self.wins]
            }
        }
    }
}

/// Sorts the rows and gives the places.
fn rank(format: Format, rows: &mut [Row], games: &[Score]) {
    let direct: Vec<u32> = rows
        .iter()
        .map(|row| {
            let tied = |player: usize| {
                rows.iter().any(|r| r.player == player && r.merits(format) == row.merits(format))
            };
            let meetings = games.iter().flat_map(Score::sides);
            meetings
                .filter(|&(player, opponent, _)| player == row.player && tied(opponent))
                .map(|(.., p)| p)
                .sum()
        })
        .collect();
    let key = |row: &Row| {
        let direct = if format == Format::Swiss { 0 } else { direct[row.player] };
        (Reverse(row.merits(format)), Reverse(direct), row.faults)
    };
    rows.sort_by_key(|row| (key(row), row.player));
    let mut place = 0;
    for index in 0..rows.len() {
        if index == 0 || key(&rows[index]) != key(&rows[index - 1]) {
            place = index + 1;
        }
        rows[index].place = place;
    }
}

/// Elo ratings about a mean of 0, and half their 95 % intervals, by the Bradley-Terry model with draws as half wins.
///
/// Each player also has one imagined draw with an average one, which keeps shut-outs finite and weighs nothing beside
/// real matches.
#[must_use]
pub fn ratings(players: usize, games: &[Score]) -> Vec<(f64, f64)> {
    /// Rounds of the fixed-point iteration; it stops long before.
    const ROUNDS: usize = 10_000;
    const STILL: f64 = 1e-10;
    let mut scored = vec![0.5; players];
    let mut met = vec![vec![0.0; players]; players];
    for game in games {
        for (player, opponent, half_points) in game.sides() {
            scored[player] += f64::from(half_points) / 2.0;
            met[player][opponent] += 1.0;
        }
    }
    let mut strength = vec![1.0_f64; players];
    for _ in 0..ROUNDS {
        let next: Vec<f64> = (0..players)
            .map(|i| {
                let rivals = (0..players).map(|j| met[i][j] / (strength[i] + strength[j]));
                scored[i] / (rivals.sum::<f64>() + 1.0 / (strength[i] + 1.0))
            })
            .collect();
        let moved = next.iter().zip(&strength).map(|(a, b)| (a / b).ln().abs()).fold(0.0, f64::max);
        strength = next;
        if moved < STILL {
            break;
        }
    }
    let elos: Vec<f64> = strength.iter().map(|s| 400.0 * s.log10()).collect();
    let mean = elos.iter().sum::<f64>() / players as f64;
    (0..players).map(|i| (elos[i] - mean, rating_error(&strength, &met[i], i))).collect()
}

/// Half the 95 % interval of a rating, the others held fixed.
fn rating_error(strength: &[f64], met: &[f64], i: usize) -> f64 {
    /// Elo of one natural unit of log strength.
    const UNIT: f64 = 400.0 / std::f64::consts::LN_10;
    let information = |other: f64, games: f64| {
        let p = strength[i] / (strength[i] + other);
        games * p * (1.0 - p)
    };
    let total: f64 = met.iter().zip(strength).map(|(&games, &other)| information(other, games)).sum();
    1.96 * UNIT / (total + information(1.0, 1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(red: usize, black: usize, red_half_points: u32) -> Score {
        Score { round: 1, red, black, red_half_points, fault_of: None }
    }

    fn order(rows: &[Row]) -> Vec<(usize, usize)> {
        rows.iter().map(|row| (row.place, row.player)).collect()
    }

    /// A worked example: 0 and 1 have 2 points each of 3 games; 0 beat 2 and 3 and lost to 1; 1 beat 0, lost to 2, beat 3.
    #[test]
    fn sonneborn_berger_breaks_ties_of_a_round_robin() {
        let games =
            [game(0, 2, 2), game(0, 3, 2), game(1, 0, 2), game(2, 1, 2), game(1, 3, 2), game(3, 2, 1)];
        let rows = table(Format::RoundRobin, 4, &games, &[], 2);
        // Points: 0: 2, 1: 2, 2: 1.5, 3: 0.5. SB of 0: 1.5 + 0.5 = 2; of 1: 2 + 0.5 = 2.5.
        assert_eq!(order(&rows), [(1, 1), (2, 0), (3, 2), (4, 3)]);
        assert_eq!(rows[0].sonneborn_quarters, 10);
        assert_eq!(rows[1].sonneborn_quarters, 8);
        assert_eq!(rows[0].buchholz_halves, 4 + 3 + 1);
    }

    #[test]
    fn faults_come_last_and_ties_share_a_place() {
        let level = [game(0, 1, 1), game(1, 2, 1), game(2, 0, 1)];
        assert_eq!(order(&table(Format::RoundRobin, 3, &level, &[], 2)), [(1, 0), (1, 1), (1, 2)]);
        // A wins over B, B over C, C over A: all alike but for who lost by a fault.
        let mut ring = [game(0, 1, 2), game(1, 2, 2), game(2, 0, 2)];
        ring[2].fault_of = Some(0);
        assert_eq!(order(&table(Format::RoundRobin, 3, &ring, &[], 2)), [(1, 1), (1, 2), (3, 0)]);
    }

    #[test]
    fn direct_results_count_between_the_tied_only() {
        // 0 and 1 tie on points, 小分 and wins over a double round; 1 took more from 0.
        let games = [
            game(0, 1, 0),
            game(0, 2, 2),
            game(0, 3, 2),
            game(1, 2, 2),
            game(3, 1, 2),
            game(2, 3, 2),
            game(3, 2, 2),
            game(2, 0, 0),
            game(1, 3, 2),
        ];
        let rows = table(Format::RoundRobin, 4, &games, &[], 2);
        let key = |p: usize| rows.iter().find(|r| r.player == p).map(|r| r.half_points);
        assert_eq!(key(0), key(1));
        assert!(rows[0].place == 1);
    }

    #[test]
    fn swiss_counts_buchholz_and_byes() {
        let games = [game(0, 1, 2), game(2, 3, 2), game(0, 2, 1), game(1, 3, 2)];
        let byes = [Bye { round: 1, player: 4 }, Bye { round: 2, player: 4 }];
        let rows = table(Format::Swiss, 5, &games, &byes, 2);
        assert_eq!(rows[0].player, 4, "a rest scores in a Swiss");
        assert_eq!(rows[1].buchholz_halves.max(rows[2].buchholz_halves), 3 + 2);
        let no_rest = table(Format::RoundRobin, 5, &games, &byes, 2);
        assert_eq!(no_rest[4].player, 4);
    }

    #[test]
    fn ratings_recover_a_known_gap() {
        let mut games = Vec::new();
        // 0 scores 75 % of 400 games against 1: 190.8 Elo.
        for i in 0..400 {
            games.push(game(i % 2, 1 - i % 2, if (i % 4 < 3) == (i % 2 == 0) { 2 } else { 0 }));
        }
        let share: u32 = games.iter().flat_map(Score::sides).filter(|s| s.0 == 0).map(|s| s.2).sum();
        let expected = super::super::stats::elo(f64::from(share) / 800.0);
        let rated = ratings(2, &games);
        assert!((rated[0].0 - rated[1].0 - expected).abs() < 3.0, "{rated:?} {expected}");
        assert!((rated[0].0 + rated[1].0).abs() < 1e-6);
        assert!(ratings(2, &[game(0, 1, 2); 10])[0].0.is_finite());
    }
}
