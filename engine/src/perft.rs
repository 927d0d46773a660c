//! Counting leaf nodes on several threads, with a way to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chuhe_movegen::{Board, Move, perft::perft};

/// The counts behind each first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftResult {
    /// First moves with their counts, in generation order; empty at depth 0.
    pub moves: Vec<(Move, u64)>,
    /// All leaf nodes.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl PerftResult {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Subtrees of this depth are counted in one go; they take some 20 ms, which bounds how late a stop is seen.
const UNDIVIDED: u32 = 4;

/// Counts the paths of `depth` legal moves. `None` when `stop` was set before the end.
pub fn run(board: &Board, depth: u8, threads: usize, stop: &AtomicBool) -> Option<PerftResult> {
    let started = Instant::now();
    let depth = u32::from(depth);
    if depth == 0 {
        return Some(PerftResult { moves: Vec::new(), nodes: 1, time: started.elapsed() });
    }
    let roots = board.legal_moves();
    let counts: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
    let tasks = split(board, &roots, depth);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let nodes = count(&mut task.board.clone(), task.depth, stop);
                    counts[task.root].fetch_add(nodes, Ordering::Relaxed);
                }
            });
        }
    });
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let moves: Vec<_> = roots.iter().copied().zip(counts.into_iter().map(AtomicU64::into_inner)).collect();
    let nodes = moves.iter().map(|(_, nodes)| nodes).sum();
    Some(PerftResult { moves, nodes, time: started.elapsed() })
}

/// A subtree, and the first move it belongs to.
struct Task {
    root: usize,
    board: Board,
    depth: u32,
}

/// Cuts the tree into subtrees two plies down, so that threads end at about the same time; small trees one ply down.
fn split(board: &Board, roots: &[Move], depth: u32) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (root, &mv) in roots.iter().enumerate() {
        let after = played(board, mv);
        if depth <= UNDIVIDED {
            tasks.push(Task { root, board: after, depth: depth - 1 });
        } else {
            let replies = after.legal_moves();
            tasks.extend(replies.iter().map(|&reply| Task {
                root,
                board: played(&after, reply),
                depth: depth - 2,
            }));
        }
    }
    tasks
}

fn played(board: &Board, mv: Move) -> Board {
    let mut after = board.clone();
    after.make_move(mv);
    after
}

fn count(board: &mut Board, depth: u32, stop: &AtomicBool) -> u64 {
    if stop.load(Ordering::Relaxed) {
        return 0;
    }
    if depth <= UNDIVIDED {
        return perft(board, depth);
    }
    let mut nodes = 0;
    for &mv in board.legal_moves().iter() {
        let undo = board.make_move(mv);
        nodes += count(board, depth - 1, stop);
        board.undo_move(mv, &undo);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_do_not_change_the_count() {
        let board = Board::start();
        let stop = AtomicBool::new(false);
        // The counts of the start position, as published by several generators.
        for (depth, nodes) in [(0, 1), (1, 44), (2, 1920), (3, 79_666), (4, 3_290_240)] {
            for threads in [1, 3] {
                let result = run(&board, depth, threads, &stop).expect("not stopped");
                assert_eq!(result.nodes, nodes, "depth {depth}, {threads} threads");
            }
        }
    }

    #[test]
    fn counts_are_given_by_first_move() {
        let result = run(&Board::start(), 1, 2, &AtomicBool::new(false)).expect("not stopped");
        assert_eq!(result.moves.len(), 44);
        assert!(result.moves.iter().all(|&(_, nodes)| nodes == 1));
    }

    #[test]
    fn a_deep_count_can_be_stopped() {
        let stop = AtomicBool::new(false);
        let started = Instant::now();
        std::thread::scope(|scope| {
            let job = scope.spawn(|| run(&Board::start(), 9, 1, &stop));
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
            assert_eq!(job.join().expect("no panic"), None);
        });
        assert!(started.elapsed() < Duration::from_secs(5));
    }
}
