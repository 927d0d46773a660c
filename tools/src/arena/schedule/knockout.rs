//! Knockout (淘汰制): seeds, byes for the best of them, play-offs after a tie.

use super::{Batch, Bye, Encounter, Played, Schedule};

/// Play-off encounters after a tie; then the better seed goes on.
const PLAYOFFS: usize = 3;

/// A single-elimination tournament. Seeds are the player numbers; in the first round the best meets the weakest, and
/// the two best can meet only in the final.
#[derive(Debug)]
pub struct Knockout {
    games: u32,
    round: u32,
    /// Players still in, in bracket order: neighbours meet. `None` is an empty place (a bye).
    bracket: Vec<Option<usize>>,
    /// Encounters already taken into account.
    seen: usize,
    /// Results of the round in progress, by bracket pair: half points of both, over all encounters.
    pairs: Vec<Pair>,
}

#[derive(Debug, Clone)]
struct Pair {
    players: [usize; 2],
    half_points: [u32; 2],
    encounters: usize,
}

impl Pair {
    fn winner(&self) -> Option<usize> {
        let [a, b] = self.half_points;
        match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(self.players[0]),
            std::cmp::Ordering::Less => Some(self.players[1]),
            std::cmp::Ordering::Equal => {
                (self.encounters > PLAYOFFS).then(|| self.players[0].min(self.players[1]))
            }
        }
    }
}

impl Knockout {
    /// A knockout among so many players.
    #[must_use]
    pub fn new(players: usize, games: u32) -> Self {
        let bracket = seeding(players.next_power_of_two())
            .into_iter()
            .map(|seed| (seed < players).then_some(seed))
            .collect();
        Self { games, round: 0, bracket, seen: 0, pairs: Vec::new() }
    }

    fn take_in(&mut self, played: &[Played]) {
        for result in &played[self.seen..] {
            let Encounter { first, second, .. } = result.encounter;
            for pair in &mut self.pairs {
                if pair.players == [first, second] {
                    pair.half_points[0] += result.half_points[0];
                    pair.half_points[1] += result.half_points[1];
                } else if pair.players == [second, first] {
                    pair.half_points[0] += result.half_points[1];
                    pair.half_points[1] += result.half_points[0];
                }
            }
        }
        self.seen = played.len();
    }

    /// The encounters of those that are tied, the other with Red first.
    fn playoffs(&mut self) -> Vec<Encounter> {
        let (round, games) = (self.round, self.games);
        self.pairs
            .iter_mut()
            .filter(|pair| pair.winner().is_none())
            .map(|pair| {
                let swapped = usize::from(pair.encounters % 2 == 1);
                pair.encounters += 1;
                Encounter { round, first: pair.players[swapped], second: pair.players[1 - swapped], games }
            })
            .collect()
    }

    /// Moves on to the next round; its byes.
    fn advance(&mut self) -> Vec<Bye> {
        if self.round > 0 {
            let winners: Vec<usize> = self.pairs.iter().filter_map(Pair::winner).collect();
            let mut winners = winners.into_iter();
            self.bracket = self
                .bracket
                .chunks(2)
                .map(|places| match places {
                    [Some(_), Some(_)] => winners.next(),
                    places => places.iter().copied().flatten().next(),
                })
                .collect();
        }
        self.round += 1;
        self.pairs.clear();
        let mut byes = Vec::new();
        if self.bracket.len() < 2 {
            return byes;
        }
        for places in self.bracket.chunks(2) {
            match places {
                [Some(a), Some(b)] => {
                    self.pairs.push(Pair { players: [*a, *b], half_points: [0; 2], encounters: 0 });
                }
                places => {
                    byes.extend(places.iter().flatten().map(|&player| Bye { round: self.round, player }));
                }
            }
        }
        byes
    }
}

impl Schedule for Knockout {
    fn next(&mut self, played: &[Played]) -> Batch {
        self.take_in(played);
        let encounters = self.playoffs();
        if !encounters.is_empty() {
            return Batch { encounters, byes: Vec::new() };
        }
        let byes = self.advance();
        Batch { encounters: self.playoffs(), byes }
    }
}

/// Seeds 0.. in bracket order for a power of two: 0 v last, and so on recursively.
fn seeding(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let size = 2 * order.len();
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a whole knockout; `half_points` judges an encounter. Returns the encounters and the winner.
    fn simulate(players: usize, half_points: impl Fn(&Encounter) -> [u32; 2]) -> (Vec<Played>, Vec<Bye>) {
        let mut schedule = Knockout::new(players, 2);
        let mut played = Vec::new();
        let mut byes = Vec::new();
        for _ in 0..100 {
            let batch = schedule.next(&played);
            byes.extend(batch.byes);
            if batch.encounters.is_empty() {
                return (played, byes);
            }
            played.extend(batch.encounters.iter().map(|e| {
                let half_points = half_points(e);
                Played { encounter: *e, half_points, wins: [0; 2] }
            }));
        }
        panic!("no end with {players} players");
    }

    #[test]
    fn the_bracket_keeps_the_best_apart() {
        assert_eq!(seeding(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }

    #[test]
    fn the_stronger_always_wins() {
        for players in 2..=33 {
            let (played, byes) = simulate(players, |e| if e.first < e.second { [4, 0] } else { [0, 4] });
            assert_eq!(played.len(), players - 1, "one encounter puts one player out");
            let last = played.last().expect("a final").encounter;
            assert_eq!([last.first.min(last.second), last.first.max(last.second)], [0, 1]);
            assert_eq!(byes.len(), players.next_power_of_two() - players);
            assert!(byes.iter().all(|bye| bye.round == 1 && bye.player < byes.len()), "the best seeds rest");
        }
    }

    #[test]
    fn upsets_and_ties() {
        let (played, _) = simulate(8, |e| if e.first > e.second { [3, 1] } else { [1, 3] });
        let last = played.last().expect("a final").encounter;
        assert_eq!(last.first.max(last.second), 7);
        let (played, _) = simulate(4, |_| [2, 2]);
        assert_eq!(played.len(), 3 * (1 + PLAYOFFS));
        assert!(
            played.windows(2).any(|w| w[0].encounter.first == w[1].encounter.second),
            "colours change in play-offs"
        );
        let last = played.last().expect("a final").encounter;
        assert_eq!(last.first.min(last.second), 0, "the better seed goes on");
    }
}
