//! The generator, make and unmake, keys, checks and exchanges against a slow rule book of the tests' own.

use chuhe_movegen::{Board, GenKind, Move, MoveList, Square, see};
use integration::reference::Reference;
use integration::{data_lines, game_positions, strewn_positions};
use proptest::prelude::*;

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort();
    moves
}

fn generated(board: &Board, kind: GenKind) -> Vec<Move> {
    let mut moves = MoveList::new();
    board.generate(kind, &mut moves);
    sorted(&moves)
}

fn check_generation(board: &Board) {
    let reference = Reference::new(board);
    let legal = reference.legal_moves();
    assert_eq!(generated(board, GenKind::All), legal, "{board}");
    let (captures, quiets): (Vec<Move>, Vec<Move>) =
        legal.iter().partition(|mv| board.piece_at(mv.to()).is_some());
    assert_eq!(generated(board, GenKind::Captures), captures, "{board}");
    assert_eq!(generated(board, GenKind::Quiets), quiets, "{board}");
    let mut checks = MoveList::new();
    board.generate_checks(&mut checks);
    let checking = |mv: &Move| reference.after(*mv).is_in_check(!reference.side());
    assert_eq!(sorted(&checks), sorted(quiets.into_iter().filter(checking)), "{board}");
    assert_eq!(board.count_legal_moves(), legal.len(), "{board}");
    assert_eq!(board.has_legal_move(), !legal.is_empty(), "{board}");
    assert_eq!(board.in_check(), reference.is_in_check(reference.side()), "{board}");
}

/// Every pair of squares, legal or not, as it may come from a hash table.
fn check_any_move(board: &Board) {
    let legal = Reference::new(board).legal_moves();
    for from in Square::ALL {
        for to in Square::ALL.into_iter().filter(|&to| to != from) {
            let mv = Move::new(from, to);
            assert_eq!(board.is_legal(mv), legal.binary_search(&mv).is_ok(), "{mv} in {board}");
        }
    }
}

fn check_making(board: &Board) {
    let reference = Reference::new(board);
    for mv in &board.legal_moves() {
        let mut played = board.clone();
        let undo = played.make_move(mv);
        let after = reference.after(mv);
        assert!(
            Square::ALL.into_iter().all(|square| played.piece_at(square) == after.at(square)),
            "{mv} in {board}"
        );
        // Reading the text back computes every key from nothing.
        assert_eq!(Board::from_fen(&played.fen()).as_ref(), Ok(&played), "{mv} in {board}");
        assert_eq!(played.key(), board.key_after(mv), "{mv} in {board}");
        assert_eq!(board.gives_check(mv), after.is_in_check(after.side()), "{mv} in {board}");
        played.undo_move(mv, &undo);
        assert_eq!(&played, board, "{mv} taken back");
    }
}

/// What captures on one square can win, best play by the rule of the cheapest capturer, tried one by one.
/// Where several of the cheapest kind can capture, any may be the one chosen, so this is a set.
fn exchange_values(position: &Reference, mv: Move) -> Vec<i32> {
    let value = |square| position.at(square).map_or(0, |piece| see::value(piece.kind()));
    let after = position.after(mv);
    let recaptures: Vec<Move> =
        after.legal_moves().into_iter().filter(|reply| reply.to() == mv.to()).collect();
    let kind = |reply: &Move| after.at(reply.from()).map(|piece| piece.kind());
    let Some(cheapest) = recaptures.iter().filter_map(kind).min() else { return vec![value(mv.to())] };
    let best = recaptures.iter().filter(|reply| kind(reply) == Some(cheapest));
    let mut values: Vec<i32> = best
        .flat_map(|&reply| exchange_values(&after, reply))
        .map(|theirs| value(mv.to()) - theirs.max(0))
        .collect();
    values.sort_unstable();
    values.dedup();
    values
}

fn check_exchanges(board: &Board) {
    let reference = Reference::new(board);
    for mv in generated(board, GenKind::Captures) {
        let possible = exchange_values(&reference, mv);
        let value = board.see(mv);
        assert!(possible.contains(&value), "{mv} in {board}: {value}, by trial {possible:?}");
        for threshold in [-400, -100, 0, 1, 70, 150, 200, value, value + 1] {
            assert_eq!(
                board.see_ge(mv, threshold),
                value >= threshold,
                "{mv} in {board}: {value}, {threshold}"
            );
        }
    }
}

fn check_symmetries(board: &Board) {
    let legal = generated(board, GenKind::All);
    assert_eq!(
        generated(&board.mirror(), GenKind::All),
        sorted(legal.iter().map(|mv| mv.mirror())),
        "{board}"
    );
    assert_eq!(
        generated(&board.flip_colors(), GenKind::All),
        sorted(legal.iter().map(|mv| mv.flip())),
        "{board}"
    );
    assert_eq!(&board.mirror().mirror(), board);
    assert_eq!(&board.flip_colors().flip_colors(), board);
}

#[test]
fn moves_and_checks_agree_with_the_rule_book() {
    for board in game_positions(11, 3000).into_iter().chain(strewn_positions(12, 3000)) {
        check_generation(&board);
        check_symmetries(&board);
    }
}

#[test]
fn any_move_is_judged_right() {
    for board in game_positions(13, 100).into_iter().chain(strewn_positions(14, 100)) {
        check_any_move(&board);
    }
}

#[test]
fn making_and_unmaking_restores_everything() {
    for board in game_positions(15, 500).into_iter().chain(strewn_positions(16, 500)) {
        check_making(&board);
    }
}

#[test]
fn exchanges_agree_with_trial() {
    for board in game_positions(17, 2000).into_iter().chain(strewn_positions(18, 3000)) {
        check_exchanges(&board);
    }
}

/// A sample of what `tests/scripts/compare_pyffish.py` compares.
#[test]
fn moves_and_checks_agree_with_pyffish() {
    let lines = data_lines("pyffish_sample.tsv");
    assert_eq!(lines.len(), 300);
    for line in lines {
        let [fen, check, moves] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}")
        };
        let board = Board::from_fen(fen).expect(fen);
        let mut legal: Vec<String> = board.legal_moves().into_iter().map(|mv| mv.to_string()).collect();
        legal.sort();
        assert_eq!(legal.join(" "), moves, "{fen}");
        assert_eq!(board.in_check(), check == "check", "{fen}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The same properties on positions that proptest chooses, and shrinks when one fails.
    #[test]
    fn all_of_it_on_any_seed(seed: u64) {
        for board in game_positions(seed, 60).into_iter().skip(57).chain(strewn_positions(seed, 3)) {
            check_generation(&board);
            check_making(&board);
            check_exchanges(&board);
        }
    }
}
