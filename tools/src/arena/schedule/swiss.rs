//! Swiss pairing (积分编排): players of like score meet, nobody meets the same opponent twice, colours are kept balanced.
//!
//! The players are ranked by points, then by seed. From the top down each is paired with an opponent of as like a score
//! as possible, within a score group the upper half with the lower; where that leads nowhere the search goes back. Who
//! is left over in an odd field rests and scores as for a win: the lowest ranked who has not rested yet.

use super::{Batch, Bye, Encounter, Played, Schedule};

/// Steps of the search for one way to pair a round before its conditions are relaxed.
const BUDGET: u32 = 100_000;
/// Rounds that a player may have more of one colour than of the other, after which he must get the other.
const MOST_UNBALANCED: i32 = 2;

/// A Swiss tournament.
#[derive(Debug)]
pub struct Swiss {
    players: usize,
    games: u32,
    rounds: u32,
    round: u32,
    byes: Vec<Bye>,
}

/// What pairing looks at.
#[derive(Debug, Clone, Default)]
struct Card {
    half_points: u32,
    opponents: Vec<usize>,
    /// Rounds begun with Red less those begun with Black.
    balance: i32,
    /// Whether the last two rounds were begun with Red, latest last.
    recent: Vec<bool>,
    rested: bool,
}

impl Card {
    /// Whether the player may begin with this colour.
    fn may_have(&self, red: bool) -> bool {
        let balance = self.balance + if red { 1 } else { -1 };
        let third = self.recent.len() >= 2 && self.recent.iter().rev().take(2).all(|&last| last == red);
        balance.abs() <= MOST_UNBALANCED && !third
    }

    /// How much the player is due to begin with Red: first by balance, then by the last colour.
    fn due_red(&self) -> (i32, i32) {
        let last = self.recent.last().map_or(0, |&red| if red { -1 } else { 1 });
        (-self.balance, last)
    }
}

/// How strictly a round is paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Strictness {
    colours: bool,
    rematches: bool,
}

impl Swiss {
    /// A Swiss tournament; by default as many rounds as a knockout would take and two more, at most everyone once.
    #[must_use]
    pub fn new(players: usize, games: u32, rounds: Option<u32>) -> Self {
        let knockout = players.next_power_of_two().ilog2() + 2;
        let all = u32::try_from(players.next_multiple_of(2)).unwrap_or(u32::MAX).saturating_sub(1);
        Self { players, games, rounds: rounds.unwrap_or(knockout.min(all)), round: 0, byes: Vec::new() }
    }

    fn cards(&self, played: &[Played]) -> Vec<Card> {
        let mut cards = vec![Card::default(); self.players];
        for bye in &self.byes {
            cards[bye.player].half_points += 2 * self.games;
            cards[bye.player].rested = true;
        }
        for Played { encounter, half_points, .. } in played {
            let sides =
                [(encounter.first, encounter.second, true), (encounter.second, encounter.first, false)];
            for ((player, opponent, red), points) in sides.into_iter().zip(half_points) {
                let card = &mut cards[player];
                card.half_points += points;
                card.opponents.push(opponent);
                card.balance += if red { 1 } else { -1 };
                card.recent.push(red);
            }
        }
        cards
    }

    /// Pairs a round: the pairs in ranking order, and who rests.
    fn pair(&self, cards: &[Card]) -> (Vec<(usize, usize)>, Option<usize>) {
        let mut ranking: Vec<usize> = (0..self.players).collect();
        ranking.sort_by_key(|&player| (std::cmp::Reverse(cards[player].half_points), player));
        for strictness in [
            Strictness { colours: true, rematches: false },
            Strictness { colours: false, rematches: false },
            Strictness { colours: false, rematches: true },
        ] {
            for resting in Self::who_may_rest(&ranking, cards) {
                let field = ranking.iter().copied().filter(|player| Some(*player) != resting).collect();
                let mut search = Search { cards, strictness, budget: BUDGET, pairs: Vec::new() };
                if search.run(field) {
                    return (search.pairs, resting);
                }
            }
        }
        unreachable!("without conditions any field of even size can be paired")
    }

    /// Candidates for the bye, the first choice first; one `None` in an even field.
    fn who_may_rest(ranking: &[usize], cards: &[Card]) -> Vec<Option<usize>> {
        if ranking.len().is_multiple_of(2) {
            return vec![None];
        }
        let mut candidates: Vec<usize> = ranking.iter().rev().copied().collect();
        candidates.sort_by_key(|&player| cards[player].rested);
        candidates.into_iter().map(Some).collect()
    }

    /// Gives the colours of a pair: to whom Red is more due; then the better ranked, by turns down the table.
    fn colours(cards: &[Card], (a, b): (usize, usize), table: usize) -> (usize, usize) {
        let a_first = match cards[a].due_red().cmp(&cards[b].due_red()) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => table.is_multiple_of(2),
        };
        let allowed =
            |first: usize, second: usize| cards[first].may_have(true) && cards[second].may_have(false);
        match (a_first, allowed(a, b), allowed(b, a)) {
            (true, true, _) | (true, false, false) | (false, true, false) => (a, b),
            _ => (b, a),
        }
    }
}

impl Schedule for Swiss {
    fn next(&mut self, played: &[Played]) -> Batch {
        if self.round == self.rounds || self.players < 2 {
            return Batch::default();
        }
        let cards = self.cards(played);
        self.round += 1;
        let (pairs, resting) = self.pair(&cards);
        let byes: Vec<Bye> = resting.map(|player| Bye { round: self.round, player }).into_iter().collect();
        self.byes.extend(&byes);
        let encounters = pairs
            .into_iter()
            .enumerate()
            .map(|(table, pair)| {
                let (first, second) = Self::colours(&cards, pair, table);
                Encounter { round: self.round, first, second, games: self.games }
            })
            .collect();
        Batch { encounters, byes }
    }
}

/// The search for the pairs of one round.
struct Search<'a> {
    cards: &'a [Card],
    strictness: Strictness,
    budget: u32,
    pairs: Vec<(usize, usize)>,
}

impl Search<'_> {
    /// Pairs the field, best ranked first; false if it cannot be done.
    fn run(&mut self, field: Vec<usize>) -> bool {
        let Some((&top, rest)) = field.split_first() else { return true };
        for opponent in self.candidates(top, rest) {
            if self.budget == 0 {
                return false;
            }
            self.budget -= 1;
            self.pairs.push((top, opponent));
            let field = rest.iter().copied().filter(|&player| player != opponent).collect();
            if self.run(field) {
                return true;
            }
            self.pairs.pop();
        }
        false
    }

    /// Who may meet `top`, the best choice first: by likeness of score, then by nearness to the place in the score group
    /// that a fold in the middle assigns.
    fn candidates(&self, top: usize, rest: &[usize]) -> Vec<usize> {
        let points = self.cards[top].half_points;
        let group = 1 + rest.iter().filter(|&&player| self.cards[player].half_points == points).count();
        let ideal = (group / 2).saturating_sub(1);
        let mut candidates: Vec<(u32, usize, usize)> = rest
            .iter()
            .enumerate()
            .filter(|&(_, &player)| self.may_meet(top, player))
            .map(|(place, &player)| {
                (points.abs_diff(self.cards[player].half_points), place.abs_diff(ideal), player)
            })
            .collect();
        candidates.sort_unstable();
        candidates.into_iter().map(|(.., player)| player).collect()
    }

    fn may_meet(&self, a: usize, b: usize) -> bool {
        let (a_card, b_card) = (&self.cards[a], &self.cards[b]);
        let fresh = self.strictness.rematches || !a_card.opponents.contains(&b);
        let coloured = !self.strictness.colours
            || (a_card.may_have(true) && b_card.may_have(false))
            || (a_card.may_have(false) && b_card.may_have(true));
        fresh && coloured
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a tournament of players whose strength falls with their number, more or less.
    fn simulate(players: usize, rounds: Option<u32>, rng: &mut fastrand::Rng) -> (Vec<Played>, Vec<Bye>) {
        let mut schedule = Swiss::new(players, 1, rounds);
        let (mut played, mut byes) = (Vec::new(), Vec::new());
        loop {
            let batch = schedule.next(&played);
            if batch.encounters.is_empty() {
                return (played, byes);
            }
            byes.extend(batch.byes);
            for encounter in batch.encounters {
                let favourite = if encounter.first < encounter.second { 0 } else { 1 };
                let mut half_points = [1, 1];
                match rng.u32(0..10) {
                    0..6 => (half_points[favourite], half_points[1 - favourite]) = (2, 0),
                    6..8 => {}
                    _ => (half_points[favourite], half_points[1 - favourite]) = (0, 2),
                }
                played.push(Played { encounter, half_points, wins: [0; 2] });
            }
        }
    }

    #[test]
    fn simulated_tournaments_keep_the_rules() {
        let mut rng = fastrand::Rng::with_seed(7);
        for players in 4_usize..=40 {
            for _ in 0..5 {
                let rounds = players.next_power_of_two().ilog2() + 2;
                let rounds = rounds.min(u32::try_from(players / 2).expect("small"));
                let (played, byes) = simulate(players, Some(rounds), &mut rng);
                check(players, rounds, &played, &byes);
            }
        }
    }

    fn check(players: usize, rounds: u32, played: &[Played], byes: &[Bye]) {
        let mut met = std::collections::HashSet::new();
        let mut colours = vec![String::new(); players];
        let mut busy = vec![0; players];
        for Played { encounter: e, .. } in played {
            assert!(met.insert((e.first.min(e.second), e.first.max(e.second))), "{players}: a rematch");
            colours[e.first].push('r');
            colours[e.second].push('b');
            busy[e.first] += 1;
            busy[e.second] += 1;
        }
        let mut rested = std::collections::HashSet::new();
        for bye in byes {
            assert!(rested.insert(bye.player), "{players}: a second bye");
            busy[bye.player] += 1;
        }
        assert!(busy.iter().all(|&n| n == rounds), "{players}: everyone plays or rests in every round");
        for row in &colours {
            let red = row.matches('r').count();
            assert!(red.abs_diff(row.len() - red) <= 2, "{players}: {row}");
            assert!(!row.contains("rrr") && !row.contains("bbb"), "{players}: {row}");
        }
    }

    #[test]
    fn opponents_have_like_scores_and_the_best_comes_first() {
        let mut schedule = Swiss::new(16, 1, Some(5));
        let mut played: Vec<Played> = Vec::new();
        for round in 1..=5 {
            let batch = schedule.next(&played);
            let mut points = [0_u32; 16];
            for p in &played {
                points[p.encounter.first] += p.half_points[0];
                points[p.encounter.second] += p.half_points[1];
            }
            for e in batch.encounters {
                assert_eq!(e.round, round);
                assert!(points[e.first].abs_diff(points[e.second]) <= 2, "round {round}: {points:?} {e:?}");
                let half_points = if e.first < e.second { [2, 0] } else { [0, 2] };
                played.push(Played { encounter: e, half_points, wins: [0; 2] });
            }
        }
        let best: u32 =
            played.iter().filter(|p| p.encounter.first == 0 || p.encounter.second == 0).count() as u32;
        assert_eq!(best, 5);
    }

    #[test]
    fn more_rounds_than_opponents_still_end() {
        let mut rng = fastrand::Rng::with_seed(1);
        for players in 2..=9 {
            let (played, _) = simulate(players, Some(12), &mut rng);
            assert_eq!(played.len(), players / 2 * 12);
        }
        let mut all = Swiss::new(5, 2, None);
        assert_eq!(all.rounds, 5);
        assert_eq!(all.next(&[]).byes.len(), 1);
    }
}
