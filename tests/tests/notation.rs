//! Moves in every notation: printed, read back, refused.

use chuhe_movegen::notation::chinese::{self, Script};
use chuhe_movegen::notation::{Notation, NotationError, iccs, parse_any, san, wxf};
use chuhe_movegen::{Board, Move};
use integration::{data_lines, game_positions, strewn_positions};

fn columns<const N: usize>(line: &str) -> [String; N] {
    let columns: Vec<String> = line.split('\t').map(str::to_owned).collect();
    columns.try_into().unwrap_or_else(|_| panic!("{N} columns: {line}"))
}

/// The move in every notation and script, shortest name of the notation first.
fn all_names(board: &Board, mv: Move) -> [String; 6] {
    [
        wxf::format(board, mv),
        chinese::format_in(board, mv, Script::Simplified),
        chinese::format_in(board, mv, Script::Traditional),
        chinese::format_in(board, mv, Script::Short),
        san::format(board, mv),
        iccs::format_long(mv),
    ]
}

#[test]
fn names_of_the_data_file() {
    let lines = data_lines("notation.tsv");
    assert!(lines.len() >= 45);
    for line in lines {
        let [fen, mv, names @ ..] = columns::<7>(&line);
        let board = Board::from_fen(&fen).expect(&fen);
        let mv: Move = mv.parse().expect("coordinates");
        assert_eq!(all_names(&board, mv)[..5], names, "{fen} {mv}");
    }
}

#[test]
fn loose_spellings_of_the_data_file() {
    for line in data_lines("notation_loose.tsv") {
        let [fen, text, expected] = columns(&line);
        let board = Board::from_fen(&fen).expect(&fen);
        assert_eq!(parse_any(&board, &text).map(|mv| mv.to_string()), Ok(expected), "{line}");
    }
}

/// Every legal move of thousands of positions, strange ones among them, survives each notation, and no two
/// moves of a position share a name.
#[test]
fn every_legal_move_is_read_back() {
    for board in game_positions(7, 2000).into_iter().chain(strewn_positions(8, 2000)) {
        let mut seen: [Vec<String>; 6] = Default::default();
        for mv in &board.legal_moves() {
            for (name, seen) in all_names(&board, mv).into_iter().zip(&mut seen) {
                assert_eq!(parse_any(&board, &name), Ok(mv), "{name} in {board}");
                assert!(!seen.contains(&name), "two moves are called {name} in {board}");
                seen.push(name);
            }
            for notation in Notation::ALL {
                assert_eq!(
                    notation.parse(&board, &notation.format(&board, mv)),
                    Ok(mv),
                    "{notation} {mv} in {board}"
                );
            }
        }
    }
}

#[test]
fn refusals_say_why() {
    use NotationError::*;
    let start = Board::start();
    let pinned = Board::from_fen("3kr4/9/9/9/9/9/9/9/4R4/4K4 w").unwrap();
    let tandem = Board::from_fen("5k3/9/9/4C4/9/9/9/4C4/9/3K5 w").unwrap();
    for text in [
        "",
        "炮",
        "炮二平",
        "炮二平五五",
        "x",
        "C2=",
        "C2=0",
        "c2=55",
        "h2e2e2",
        "j2e2",
        "十",
        "Z2=5",
        "+-+-",
    ] {
        assert!(
            matches!(parse_any(&start, text), Err(Unreadable { .. })),
            "{text}: {:?}",
            parse_any(&start, text)
        );
    }
    for text in ["马五进六", "H5+6", "前炮平五", "e5e6", "a9a8", "二兵进一"] {
        assert!(
            matches!(parse_any(&start, text), Err(NoSuchPiece { .. })),
            "{text}: {:?}",
            parse_any(&start, text)
        );
    }
    for text in ["马二进六", "C2=9", "R9+3", "h2h8", "帅五平四"] {
        assert!(
            matches!(parse_any(&start, text), Err(NoSuchMove { .. })),
            "{text}: {:?}",
            parse_any(&start, text)
        );
    }
    for text in ["车五平四", "R5=4", "e1f1", "Rf1"] {
        assert!(
            matches!(parse_any(&pinned, text), Err(LeavesCheck { .. })),
            "{text}: {:?}",
            parse_any(&pinned, text)
        );
    }
    let both = parse_any(&tandem, "炮五平六").unwrap_err();
    assert_eq!(both.to_string(), "'炮五平六' is ambiguous: e2d2 or e6d6");
}

#[test]
fn lines_are_written_board_by_board() {
    let moves: Vec<Move> = ["h2e2", "h9g7", "e2e6"].iter().map(|text| text.parse().unwrap()).collect();
    let line = Notation::Chinese.format_line(&Board::start(), &moves);
    assert_eq!(line, ["炮二平五", "马8进7", "炮五进四"]);
    assert_eq!(Notation::Wxf.format_line(&Board::start(), &[moves[0], moves[0]]), ["C2=5"]);
}
