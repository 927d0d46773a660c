//! Round robin (循环制) by the rule books' pairing table, and gauntlets.

use super::{Batch, Bye, Encounter, Played, Schedule};

/// One round of the pairing table 循环赛对局秩序表 for an even number of players, as pairs of players numbered from 0;
/// the one named first has Red (article 13.1 of the 1999 rules). `round` counts from 0.
///
/// This is the table named after Berger: the last player sits still and changes colour every round, the others turn
/// about him by half their number.
#[must_use]
pub fn berger_round(players: usize, round: usize) -> Vec<(usize, usize)> {
    let still = players - 1;
    let turning = players - 1;
    let half = players / 2;
    // In the first round 1 meets the last; each round the circle moves on by half.
    let leader = (round * half) % turning;
    let top = if round.is_multiple_of(2) { (leader, still) } else { (still, leader) };
    let others = (1..half).map(|step| ((leader + step) % turning, (leader + turning - step) % turning));
    std::iter::once(top).chain(others).collect()
}

/// Everyone against everyone, as often as asked; colours are reversed in every second cycle.
#[derive(Debug)]
pub struct RoundRobin {
    players: usize,
    games: u32,
    cycles: u32,
    given: bool,
}

impl RoundRobin {
    /// A round robin in so many cycles.
    #[must_use]
    pub fn new(players: usize, games: u32, cycles: u32) -> Self {
        Self { players, games, cycles, given: false }
    }
}

impl Schedule for RoundRobin {
    fn next(&mut self, _: &[Played]) -> Batch {
        let mut batch = Batch::default();
        if std::mem::replace(&mut self.given, true) || self.players < 2 {
            return batch;
        }
        // With an odd number the last of the table is nobody, and who meets him rests.
        let seats = self.players.next_multiple_of(2);
        let mut round = 0;
        for cycle in 0..self.cycles {
            for table_round in 0..seats - 1 {
                round += 1;
                for (red, black) in berger_round(seats, table_round) {
                    let (first, second) = if cycle % 2 == 0 { (red, black) } else { (black, red) };
                    match (first < self.players, second < self.players) {
                        (true, true) => {
                            batch.encounters.push(Encounter { round, first, second, games: self.games })
                        }
                        // Everybody rests once a cycle: no points for it (unlike a Swiss bye).
                        (true, false) => batch.byes.push(Bye { round, player: first }),
                        (false, _) => batch.byes.push(Bye { round, player: second }),
                    }
                }
            }
        }
        batch
    }
}

/// The first player against each of the others. A match is a gauntlet of two.
#[derive(Debug)]
pub struct Gauntlet {
    players: usize,
    games: u32,
    cycles: u32,
    given: bool,
}

impl Gauntlet {
    /// A gauntlet in so many cycles.
    #[must_use]
    pub fn new(players: usize, games: u32, cycles: u32) -> Self {
        Self { players, games, cycles, given: false }
    }
}

impl Schedule for Gauntlet {
    fn next(&mut self, _: &[Played]) -> Batch {
        if std::mem::replace(&mut self.given, true) {
            return Batch::default();
        }
        let games = self.games;
        let encounter = |round: u32, other: usize| {
            let (first, second) = if round % 2 == 1 { (0, other) } else { (other, 0) };
            Encounter { round, first, second, games }
        };
        let encounters = (1..=self.cycles)
            .flat_map(|round| (1..self.players).map(move |other| encounter(round, other)))
            .collect();
        Batch { encounters, byes: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The table as printed, players from 1, the first of each pair with Red.
    #[test]
    fn the_printed_tables() {
        let table = |players: usize| -> Vec<Vec<(usize, usize)>> {
            (0..players - 1)
                .map(|round| berger_round(players, round).into_iter().map(|(r, b)| (r + 1, b + 1)).collect())
                .collect()
        };
        assert_eq!(table(2), [[(1, 2)]]);
        assert_eq!(table(4), [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]);
        assert_eq!(
            table(6),
            [
                [(1, 6), (2, 5), (3, 4)],
                [(6, 4), (5, 3), (1, 2)],
                [(2, 6), (3, 1), (4, 5)],
                [(6, 5), (1, 4), (2, 3)],
                [(3, 6), (4, 2), (5, 1)],
            ]
        );
        assert_eq!(
            table(8)[..3],
            [
                [(1, 8), (2, 7), (3, 6), (4, 5)],
                [(8, 5), (6, 4), (7, 3), (1, 2)],
                [(2, 8), (3, 1), (4, 7), (5, 6)],
            ]
        );
    }

    #[test]
    fn everyone_meets_everyone_once_a_cycle_with_balanced_colours() {
        for players in 2..=21 {
            for cycles in 1..=2 {
                let batch = RoundRobin::new(players, 1, cycles).next(&[]);
                let mut met = HashSet::new();
                let mut reds = vec![0_i32; players];
                let mut busy = HashSet::new();
                for e in &batch.encounters {
                    assert!(met.insert((e.first, e.second)), "{players}: the same colours twice");
                    assert!(cycles == 2 || !met.contains(&(e.second, e.first)));
                    assert!(busy.insert((e.round, e.first)) && busy.insert((e.round, e.second)));
                    reds[e.first] += 1;
                    reds[e.second] -= 1;
                }
                for bye in &batch.byes {
                    assert!(busy.insert((bye.round, bye.player)));
                }
                let pairs = players * (players - 1) / 2;
                assert_eq!(batch.encounters.len(), pairs * cycles as usize);
                let spread = if cycles == 2 { 0 } else { 1 };
                assert!(reds.iter().all(|r| r.abs() <= spread), "{players}: {reds:?}");
                let rounds = (players.next_multiple_of(2) - 1) * cycles as usize;
                assert_eq!(busy.len(), players * rounds, "everyone plays or rests in every round");
            }
        }
    }

    #[test]
    fn a_match_and_a_gauntlet() {
        let duel = Gauntlet::new(2, 200, 1).next(&[]);
        assert_eq!(duel.encounters, [Encounter { round: 1, first: 0, second: 1, games: 200 }]);
        let mut gauntlet = Gauntlet::new(4, 2, 2);
        let batch = gauntlet.next(&[]);
        assert_eq!(batch.encounters.len(), 6);
        assert!(batch.encounters.iter().all(|e| e.first == 0 || e.second == 0));
        assert_eq!(gauntlet.next(&[]), Batch::default());
    }
}
