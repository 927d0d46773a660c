//! Formats that are only read: files made from games of our own give the games back.

mod foreign;
mod support;

use chuhe_movegen::Board;
use chuhe_record::{Format, GameRecord, Tree, read, write};
use proptest::prelude::*;
use support::{game, main_line_only, tagged};

fn games() -> impl Strategy<Value = GameRecord> {
    prop::collection::vec(any::<u8>(), 0..160).prop_map(|decisions| tagged(game(&decisions)))
}

/// The game as formats give it back that know no counters of plies and moves.
fn without_counters(game: &GameRecord) -> GameRecord {
    let fen = game.start.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let start = Board::from_fen(&format!("{} {} - - 0 1", fields[0], fields[1])).unwrap();
    GameRecord { start, ..game.clone() }
}

/// Only games that begin in the usual position.
fn from_the_start(mut game: GameRecord) -> GameRecord {
    if game.start != Board::start() {
        game.tree = Tree::default();
        game.start = Board::start();
    }
    game
}

proptest! {
    #[test]
    fn trees(game in games()) {
        for format in [Format::Cbr, Format::Cbl, Format::Cbf, Format::Pfc] {
            let file = foreign::encode(&game, format);
            let got = read(&file, format).unwrap();
            prop_assert_eq!(&got, &[without_counters(&game)], "{}", format);
        }
    }

    #[test]
    fn main_lines(game in games()) {
        let main = main_line_only(&game);
        let file = foreign::encode(&main, Format::Text);
        prop_assert_eq!(&read(&file, Format::Text).unwrap(), std::slice::from_ref(&main));
        let got = read(&foreign::xgf(&main), Format::Xgf).unwrap().remove(0);
        // The format does not say whose turn it is, nor who won.
        if !main.tree.is_empty() {
            prop_assert_eq!(got.start, main.start);
            prop_assert_eq!(got.tree, main.tree);
        }
    }

    #[test]
    fn main_lines_from_the_start(game in games()) {
        let game = from_the_start(main_line_only(&game));
        for (format, file) in [(Format::Che, foreign::che(&game).into_bytes()), (Format::Mxq, foreign::mxq(&game))] {
            let got = read(&file, format).unwrap().remove(0);
            prop_assert_eq!(&got.tree, &game.tree, "{}", format);
        }
        let mxq = read(&foreign::mxq(&game), Format::Mxq).unwrap().remove(0);
        prop_assert_eq!((mxq.result, mxq.tags.get("Red")), (game.result, Some("甲")));
    }

    #[test]
    fn old_libraries(game in games()) {
        let got = read(&foreign::old_cbl(&game), Format::Cbl).unwrap().remove(0);
        prop_assert!(got.tree.main_line().eq(game.tree.main_line()));
        let comments = |game: &GameRecord| -> Vec<String> {
            game.tree.line(Tree::ROOT).map(|node| game.tree.comment(node).replace('\n', " ")).collect()
        };
        prop_assert_eq!(comments(&got), comments(&game));
    }

    #[test]
    fn hidden_xqf(game in games(), keys in any::<[u8; 9]>()) {
        let plain = write(std::slice::from_ref(&game), Format::Xqf).unwrap();
        let file = foreign::hide_xqf(&plain, keys);
        prop_assert_eq!(&read(&file, Format::Xqf).unwrap(), &[game]);
    }
}

#[test]
fn libraries_leave_deleted_games_out() {
    let games: Vec<GameRecord> = (0..3).map(|seed| tagged(game(&[seed, 1, 0, 5, 0, 9]))).collect();
    let file = foreign::cbl(&games.iter().collect::<Vec<_>>());
    let read = read(&file, Format::Cbl).unwrap();
    assert_eq!(read.len(), 3);
}

#[test]
fn lists_of_moves_alone_count_ranks_from_either_side() {
    for digits in ["77477062", "72427967"] {
        let game = read(digits.as_bytes(), Format::Dhtmlxq).unwrap().remove(0);
        let moves: Vec<String> = game.tree.main_line().map(|mv| mv.to_string()).collect();
        assert_eq!(moves, ["h2e2", "h9g7"], "{digits}");
    }
}
