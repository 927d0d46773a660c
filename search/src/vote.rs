//! From what the threads found to the answer: the threads vote, a handicap may have its say.

use chuhe_movegen::Move;

use crate::request::{Info, Outcome};
use crate::score::{Bound, Score, Value, is_decisive, is_loss, is_win, mated_in, win_draw_loss};
use crate::shared::Shared;
use crate::skill::Skill;
use crate::worker::Worker;

/// What one thread found.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThreadResult {
    /// Lines, best first; empty without a move.
    pub(crate) lines: Vec<Info>,
    /// The last iteration that the thread finished.
    pub(crate) finished: i32,
    /// Why the thread broke off, if it did.
    pub(crate) fault: Option<String>,
}

/// Collects a worker's result.
pub(crate) fn result(worker: &Worker) -> ThreadResult {
    let options = &worker.shared.request.options;
    let wanted = options.multipv.max(if options.skill.is_some() { Skill::LINES } else { 1 });
    let lines = wanted.min(worker.root.moves.len());
    let lines = (0..lines).map(|rank| worker.line(rank)).collect();
    ThreadResult { lines, finished: worker.root.finished, fault: None }
}

/// Where threads have searched as deep as was asked for, the answer is theirs alone.
pub(crate) fn keep_complete(results: &mut Vec<ThreadResult>, depth: u8) {
    let complete = |result: &ThreadResult| result.finished >= i32::from(depth);
    if results.iter().any(complete) {
        results.retain(complete);
    }
}

/// The thread whose move wins the vote. Each thread votes for its best move with a weight that grows with its score
/// and depth; a proved victory, or the longest resistance to a proved defeat, overrides the count.
pub(crate) fn elect(results: &[ThreadResult]) -> usize {
    let heads: Vec<&Info> = results.iter().filter_map(|result| result.lines.first()).collect();
    if heads.len() != results.len() || heads.is_empty() {
        return 0;
    }
    let least = heads.iter().map(|info| info.value).min().unwrap_or(0);
    let votes = |mv: Option<&Move>| -> i64 {
        heads.iter().filter(|info| info.pv.first() == mv).map(|info| weight(info, least)).sum()
    };
    let mut best = 0;
    for (index, info) in heads.iter().enumerate().skip(1) {
        let leader = heads[best];
        let better =
            if is_win(leader.value) || is_win(info.value) || is_loss(leader.value) && is_loss(info.value) {
                info.value > leader.value
            } else {
                let (ours, theirs) = (votes(info.pv.first()), votes(leader.pv.first()));
                ours > theirs || ours == theirs && weight(info, least) > weight(leader, least)
            };
        if better {
            best = index;
        }
    }
    best
}

/// The weight of a vote: how much better than the worst score, times the depth.
fn weight(info: &Info, least: Value) -> i64 {
    /// What the worst score is worth.
    const FLOOR: i64 = 14;
    (i64::from(info.value - least) + FLOOR) * i64::from(info.depth)
}

/// The answer of a search that found these lines.
pub(crate) fn outcome(shared: &Shared, mut lines: Vec<Info>) -> Outcome {
    let options = &shared.request.options;
    let nodes = shared.nodes();
    let time = shared.elapsed();
    if lines.is_empty() {
        let lost = !shared.request.game.board().has_legal_move();
        let line = lost.then(|| unsearched(shared, mated_in(0), Vec::new()));
        return Outcome { best: None, ponder: None, lines: line.into_iter().collect(), nodes, time };
    }
    if let Some(skill) = options.skill {
        choose(skill, &mut lines, nodes);
    }
    lines.truncate(options.multipv.max(1));
    for line in &mut lines {
        (line.nodes, line.time) = (nodes, time);
    }
    let pv = &lines[0].pv;
    Outcome { best: pv.first().copied(), ponder: pv.get(1).copied(), nodes, time, lines }
}

/// The answer of a search in which every thread failed: a move that is allowed.
pub(crate) fn any_move(shared: &Shared) -> Outcome {
    let first = shared.request.allowed_moves().first().map(|&mv| unsearched(shared, 0, vec![mv]));
    outcome(shared, first.into_iter().collect())
}

/// Puts the line that a handicapped engine plays first.
fn choose(skill: Skill, lines: &mut [Info], nodes: u64) {
    let candidates: Vec<(Move, Value)> =
        lines.iter().filter_map(|line| Some((*line.pv.first()?, line.value))).collect();
    // A victory or a defeat is not thrown away by chance.
    if candidates.first().is_none_or(|&(_, value)| is_decisive(value)) {
        return;
    }
    let mut random = SplitMix(nodes);
    let chosen = skill.choose(&candidates, |below| random.below(below));
    if let Some(at) = lines.iter().position(|line| line.pv.first().copied() == chosen) {
        lines[..=at].rotate_right(1);
        for (rank, line) in lines.iter_mut().enumerate() {
            line.multipv = rank + 1;
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014): a few random numbers that depend on the search alone.
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((((z ^ (z >> 31)) >> 32) * u64::from(bound)) >> 32) as u32
    }
}

/// A line that took no search.
fn unsearched(shared: &Shared, value: Value, pv: Vec<Move>) -> Info {
    Info {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score: Score::from_value(value),
        value,
        bound: Bound::Exact,
        wdl: win_draw_loss(value, shared.request.game.board()),
        nodes: 0,
        nps: 0,
        hashfull: 0,
        time: shared.elapsed(),
        pv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;
    use std::time::Duration;

    fn thread(mv: &str, value: Value, depth: u8) -> ThreadResult {
        let info = Info {
            depth,
            seldepth: depth,
            multipv: 1,
            score: Score::from_value(value),
            value,
            bound: Bound::Exact,
            wdl: [0, 1000, 0],
            nodes: 0,
            nps: 0,
            hashfull: 0,
            time: Duration::ZERO,
            pv: vec![mv.parse().expect("a move")],
        };
        ThreadResult { lines: vec![info], finished: i32::from(depth), fault: None }
    }

    #[test]
    fn threads_vote() {
        let elected = |threads: &[(&str, Value, u8)]| {
            let results: Vec<_> =
                threads.iter().map(|&(mv, value, depth)| thread(mv, value, depth)).collect();
            elect(&results)
        };
        assert_eq!(elected(&[("h2e2", 10, 12)]), 0);
        assert_eq!(elected(&[("h2e2", 10, 12), ("b0c2", 12, 12), ("b0c2", 11, 12)]), 1, "a majority");
        assert_eq!(elected(&[("h2e2", 80, 14), ("b0c2", 10, 12), ("b0c2", 10, 12)]), 0, "a far better score");
        assert_eq!(elected(&[("h2e2", 90, 20), ("h2e2", 90, 20), ("b0c2", MATE - 9, 8)]), 2, "a mate");
        let mut unequal = vec![thread("h2e2", 99, 11), thread("b0c2", 10, 12)];
        keep_complete(&mut unequal, 12);
        assert_eq!(unequal.len(), 1, "only one is done");
        assert_eq!(elected(&[("h2e2", 4 - MATE, 9), ("b0c2", 8 - MATE, 9)]), 1, "the longer resistance");
    }
}
