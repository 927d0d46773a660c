//! Make and unmake, keys, legality and perft on the positions of the data file.

use super::{Board, zobrist};
use crate::{Move, PieceKind, Square, perft};

/// Legal by definition: play it and look whether the own king is attacked.
fn legal_by_trial(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in Square::ALL {
        for to in Square::ALL.into_iter().filter(|&to| to != from) {
            let mv = Move::new(from, to);
            if board.is_pseudo_legal(mv) {
                let mut after = board.clone();
                after.make_move(mv);
                let (king, enemy) = (after.king(board.side_to_move()), after.side_to_move());
                if after.checkers_to(king, enemy, after.occupied()).is_empty() {
                    moves.push(mv);
                }
            }
        }
    }
    moves
}

fn check_position(board: &mut Board) {
    let pieces = board.occupied().into_iter().filter_map(|s| board.piece_at(s).map(|p| (s, p)));
    assert_eq!(*board.keys(), zobrist::from_scratch(pieces, board.side_to_move()), "{board}");
    let mut moves = board.legal_moves().to_vec();
    moves.sort();
    let mut expected = legal_by_trial(board);
    expected.sort();
    assert_eq!(moves, expected, "{board}");
    for mv in moves {
        let before = board.clone();
        let (key, check) = (board.key_after(mv), board.gives_check(mv));
        let undo = board.make_move(mv);
        assert_eq!(board.key(), key, "{before} {mv}");
        assert_eq!(board.in_check(), check, "{before} {mv}");
        assert_eq!(board.pieces(board.side_to_move(), PieceKind::King).len(), 1);
        board.undo_move(mv, &undo);
        assert_eq!(*board, before);
    }
}

/// Walks random games and checks every position on the way.
#[test]
fn random_games_stay_consistent() {
    let mut random = 42u64;
    for _ in 0..30 {
        let mut board = Board::start();
        for _ in 0..150 {
            check_position(&mut board);
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mv = moves[(random >> 33) as usize % moves.len()];
            board.make_move(mv);
        }
    }
}

#[test]
fn perft_of_the_start_position() {
    let mut board = Board::start();
    for (depth, nodes) in [(1, 44), (2, 1920), (3, 79_666), (4, 3_290_240)] {
        assert_eq!(perft::perft(&mut board, depth), nodes);
    }
}
