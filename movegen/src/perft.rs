//! Counting move paths, the standard test of a move generator.

use crate::{Board, Move};

/// The number of legal move paths of `depth` plies. The last ply is counted without being played.
pub fn perft(board: &mut Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_legal_moves() as u64,
        _ => board.legal_moves().into_iter().map(|mv| paths_through(board, mv, depth)).sum(),
    }
}

/// [`perft`] by first move, in generation order.
pub fn divide(board: &mut Board, depth: u32) -> Vec<(Move, u64)> {
    board.legal_moves().into_iter().map(|mv| (mv, paths_through(board, mv, depth))).collect()
}

/// The number of paths of `depth` plies (at least 1) that begin with `mv`.
pub fn paths_through(board: &mut Board, mv: Move, depth: u32) -> u64 {
    let undo = board.make_move(mv);
    let count = perft(board, depth.saturating_sub(1));
    board.undo_move(mv, &undo);
    count
}
