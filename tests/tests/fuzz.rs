//! Whatever is fed to the parsers, they answer: no panic, and what they accept makes sense.
//!
//! `PROPTEST_CASES=1000000 cargo test --release -p integration --test fuzz` runs them for longer.

use chuhe_movegen::notation::{Notation, parse_any};
use chuhe_movegen::{Board, Game, Setup};
use integration::{game_positions, strewn_positions};
use proptest::prelude::*;

/// Few enough for every run of the tests, unless the environment asks for more.
fn cases() -> u32 {
    const USUAL: u32 = 3000;
    std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(USUAL)
}

/// Text that looks like a FEN here and there.
fn fen_like() -> impl Strategy<Value = String> {
    let rank = prop_oneof![Just("9".to_owned()), "[rnbakcpRNBAKCP1-9]{0,10}", "\\PC{0,4}"];
    let board = prop::collection::vec(rank, 1..12).prop_map(|ranks| ranks.join("/"));
    let word = prop_oneof![
        prop::sample::select(vec!["w", "b", "r", "-", "0", "1", "moves", "startpos", "h2e2", "炮二平五"])
            .prop_map(str::to_owned),
        "-?[0-9]{1,21}",
        "\\PC{0,6}",
    ];
    (board, prop::collection::vec(word, 0..8))
        .prop_map(|(board, words)| format!("{board} {}", words.join(" ")))
}

/// A sound FEN with a few characters changed, dropped or put in.
fn damaged_fen() -> impl Strategy<Value = String> {
    let damage = (0..200_usize, prop::option::of(any::<char>()), any::<bool>());
    (any::<u64>(), prop::collection::vec(damage, 0..4)).prop_map(|(seed, damages)| {
        let mut text: Vec<char> = strewn_positions(seed, 1)[0].fen().chars().collect();
        for (place, character, replace) in damages {
            let place = place % (text.len() + 1);
            if replace && place < text.len() {
                text.remove(place);
            }
            if let Some(character) = character {
                text.insert(place, character);
            }
        }
        text.into_iter().collect()
    })
}

/// Text of the characters that moves are made of.
fn move_like() -> impl Strategy<Value = String> {
    const SIGNS: &str = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒前中后後进進退平一二三四五六七八九十0123456789\
                         abcdefghiKAEHRCPNBGS+-=._x#－＝＋．１２３４５６７８９¯‾ ";
    let signs: Vec<char> = SIGNS.chars().collect();
    let written = prop::collection::vec(prop::sample::select(signs), 0..7)
        .prop_map(|signs| signs.into_iter().collect());
    prop_oneof![8 => written, 1 => "\\PC{0,8}"]
}

fn check_fen(text: &str) -> Result<(), TestCaseError> {
    match Game::from_fen(text) {
        Ok(game) => {
            let again = Board::from_fen(&game.board().fen());
            prop_assert_eq!(again.as_ref(), Ok(game.board()));
            prop_assert!(Setup::from(game.board()).faults().is_empty());
        }
        Err(error) => {
            prop_assert!(!error.faults.is_empty());
            prop_assert!(error.to_string().starts_with("bad FEN: "));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_as_fen(text in "\\PC{0,100}") {
        check_fen(&text)?;
    }

    #[test]
    fn fen_like_text_as_fen(text in fen_like()) {
        check_fen(&text)?;
    }

    #[test]
    fn damaged_fen_as_fen(text in damaged_fen()) {
        check_fen(&text)?;
    }

    #[test]
    fn text_as_moves(seed: u64, texts in prop::collection::vec(move_like(), 1..20)) {
        let boards = [game_positions(seed, 1 + seed as usize % 50).pop(), strewn_positions(seed, 1).pop()];
        for board in boards.into_iter().flatten() {
            for text in &texts {
                if let Ok(mv) = parse_any(&board, text) {
                    prop_assert!(board.is_legal(mv), "{text} in {board}");
                    let same = Notation::ALL.map(|notation| parse_any(&board, &notation.format(&board, mv)));
                    prop_assert_eq!(same, [Ok(mv), Ok(mv), Ok(mv)]);
                }
            }
        }
    }
}
