//! What is written is read back the same, in every format that is written.

mod support;

use chuhe_movegen::Notation;
use chuhe_record::{Format, GameRecord, read, write, write_with};
use proptest::prelude::*;
use support::{game, main_line_only, tagged};

fn games() -> impl Strategy<Value = GameRecord> {
    prop::collection::vec(any::<u8>(), 0..240).prop_map(|decisions| tagged(game(&decisions)))
}

fn assert_same(got: &[GameRecord], wanted: &[GameRecord], file: &[u8]) {
    assert_eq!(got, wanted, "the file:\n{}", String::from_utf8_lossy(file));
}

proptest! {
    #[test]
    fn pgn_keeps_everything(games in prop::collection::vec(games(), 1..4), notation in 0..3usize) {
        let file = write_with(&games, Format::Pgn, Notation::ALL[notation]).unwrap();
        assert_same(&read(&file, Format::Pgn).unwrap(), &games, &file);
    }

    #[test]
    fn json_lines_keep_everything(games in prop::collection::vec(games(), 1..4)) {
        let file = write(&games, Format::Jsonl).unwrap();
        assert_same(&read(&file, Format::Jsonl).unwrap(), &games, &file);
    }

    #[test]
    fn dhtmlxq_keeps_everything(games in prop::collection::vec(games(), 1..4)) {
        let file = write(&games, Format::Dhtmlxq).unwrap();
        assert_same(&read(&file, Format::Dhtmlxq).unwrap(), &games, &file);
    }

    #[test]
    fn xqf_keeps_everything(game in games()) {
        let file = write(std::slice::from_ref(&game), Format::Xqf).unwrap();
        assert_same(&read(&file, Format::Xqf).unwrap(), &[game], &file);
    }

    #[test]
    fn wxf_keeps_the_main_line(game in games()) {
        let mut game = main_line_only(&game);
        game.tags.remove("Title");
        let file = write(std::slice::from_ref(&game), Format::Wxf).unwrap();
        let read = read(&file, Format::Wxf).unwrap();
        assert_same(&[GameRecord { tags: game.tags.clone(), ..read[0].clone() }], &[game], &file);
    }
}

#[test]
fn one_game_formats_refuse_several() {
    let games = vec![GameRecord::default(); 2];
    let error = write(&games, Format::Xqf).unwrap_err().to_string();
    assert_eq!(error, "XQStudio XQF: a file holds one game, and these are 2");
}

#[test]
fn read_only_formats_say_what_is_written() {
    let error = write(&[GameRecord::default()], Format::Cbr).unwrap_err().to_string();
    assert!(error.contains(".pgn .jsonl .xqf .ubb .wxf"), "{error}");
}

#[test]
fn a_game_without_moves_is_a_game() {
    for format in [Format::Pgn, Format::Jsonl, Format::Dhtmlxq, Format::Xqf, Format::Wxf] {
        let file = write(&[GameRecord::default()], format).unwrap();
        assert_eq!(read(&file, format).unwrap(), [GameRecord::default()], "{format}");
    }
}

#[test]
fn more_pieces_than_a_set_do_not_fit_into_xqf() {
    let start = chuhe_movegen::Board::from_fen("3k5/9/9/9/9/9/9/9/RRR6/4K4 w - - 0 1").unwrap();
    let error = write(&[GameRecord::new(start)], Format::Xqf).unwrap_err().to_string();
    assert!(error.contains("more pieces of a kind than a set"), "{error}");
}
