//! `chuhe perft`: counts leaf nodes.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Context as _;
use chuhe_movegen::perft::perft;
use chuhe_movegen::{Board, Move};

use super::Context;
use crate::cli::PerftArgs;
use crate::exit::ExitCode;

/// Runs `chuhe perft`.
pub fn run(args: &PerftArgs, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let board = match &args.fen {
        Some(fen) => Board::from_fen(fen).with_context(|| format!("'{fen}'"))?,
        None => Board::start(),
    };
    let started = Instant::now();
    let counts = divide(&board, args.depth.into(), args.threads);
    let elapsed = started.elapsed();

    if args.divide {
        for (mv, count) in counts.iter().filter_map(|&(mv, count)| Some((mv?, count))) {
            writeln!(ctx.output, "{mv}: {count}")?;
        }
        writeln!(ctx.output)?;
    }
    let nodes: u64 = counts.iter().map(|(_, count)| count).sum();
    let nps = (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
    writeln!(ctx.output, "nodes {nodes} time_ms {} nps {nps}", elapsed.as_millis())?;
    Ok(ExitCode::Success)
}

/// A subtree to count: the first move that leads to it (`None` for the whole tree), and what is left of the depth.
struct Job {
    first: Option<Move>,
    board: Board,
    depth: u32,
}

/// Counts by first move, in generation order; one count without a move at depth 0.
///
/// The tree is split two plies deep, which gives threads enough jobs of like size to stay busy to the end.
fn divide(board: &Board, depth: u32, threads: usize) -> Vec<(Option<Move>, u64)> {
    let root = Job { first: None, board: board.clone(), depth };
    let firsts = root.split();
    let jobs: Vec<Job> = firsts.iter().flat_map(Job::split).collect();
    let counts = count_all(&jobs, threads);

    let mut totals: Vec<(Option<Move>, u64)> = firsts.iter().map(|job| (job.first, 0)).collect();
    for (job, count) in jobs.iter().zip(counts) {
        if let Some(total) = totals.iter_mut().find(|(first, _)| *first == job.first) {
            total.1 += count;
        }
    }
    totals
}

impl Job {
    /// The job one ply deeper; a job of at most one ply is counted as it is.
    fn split(&self) -> Vec<Job> {
        if self.depth == 0 || (self.depth == 1 && self.first.is_some()) {
            return vec![Job { first: self.first, board: self.board.clone(), depth: self.depth }];
        }
        let deeper = |mv| {
            let mut board = self.board.clone();
            board.make_move(mv);
            Job { first: self.first.or(Some(mv)), board, depth: self.depth - 1 }
        };
        self.board.legal_moves().into_iter().map(deeper).collect()
    }
}

/// The count of each job; each thread takes the next job that nobody has taken.
fn count_all(jobs: &[Job], threads: usize) -> Vec<u64> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counted = Vec::new();
        while let Some((index, job)) = jobs.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
            counted.push((index, perft(&mut job.board.clone(), job.depth)));
        }
        counted
    };
    let mut counts = vec![0; jobs.len()];
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            // A worker can only fail by a panic, which is passed on.
            let counted = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            for (index, count) in counted {
                counts[index] = count;
            }
        }
    });
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_the_plain_walk() {
        let mut board = Board::start();
        for depth in 0..=3 {
            for threads in [1, 2, 5] {
                let total: u64 = divide(&board, depth, threads).iter().map(|(_, count)| count).sum();
                assert_eq!(total, perft(&mut board, depth), "depth {depth}, {threads} threads");
            }
        }
    }

    #[test]
    fn counts_are_given_by_first_move() {
        let counts = divide(&Board::start(), 1, 2);
        assert_eq!(counts.len(), 44);
        assert!(counts.iter().all(|(mv, count)| mv.is_some() && *count == 1));
    }
}
