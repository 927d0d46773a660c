//! FEN: what is refused and why, what is warned of, what is written.

use chuhe_movegen::{Board, FenFault, Game, Setup};
use integration::{data_lines, game_positions, strewn_positions};

/// Lines of `fens.tsv`: what is expected, the FEN, then the whole message, the warning, or the FEN written back.
#[test]
fn every_line_of_the_data_file() {
    let lines = data_lines("fens.tsv");
    assert!(lines.len() >= 40);
    for line in lines {
        let [expected, fen, text] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}")
        };
        match (expected, Board::from_fen(fen)) {
            ("error", Err(error)) => assert_eq!(error.to_string(), format!("bad FEN: {text}"), "{fen}"),
            ("warning", Ok(board)) => {
                let warnings: Vec<String> = board.warnings().iter().map(ToString::to_string).collect();
                assert_eq!(warnings.join("; "), text, "{fen}");
            }
            ("good", Ok(board)) => {
                assert_eq!(board.fen(), text, "{fen}");
                assert!(board.warnings().is_empty(), "{fen}");
            }
            (_, result) => panic!("{fen}: expected {expected}, got {result:?}"),
        }
    }
}

#[test]
fn faults_can_be_told_apart_by_programs() {
    let error = Board::from_fen("9/9/9/9/9/9/9/9/4K4/9 x - - y 1").unwrap_err();
    assert!(matches!(
        error.faults[..],
        [FenFault::UnknownSide(_), FenFault::BadCounter { .. }, FenFault::Setup(_)]
    ));
}

#[test]
fn moves_after_the_fen_are_played() {
    let game = Game::from_fen("startpos moves h2e2 马8进7 b0c2").unwrap();
    assert_eq!(game.board().fen(), "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1C4/9/R1BAKABNR b - - 3 2");
    assert_eq!(game.start(), &Board::start());
    assert_eq!(game.to_string(), format!("{} moves h2e2 h9g7 b0c2", Board::start()));
    assert_eq!(Game::from_fen("startpos moves").unwrap().len(), 0);
    let error = Game::from_fen("startpos moves h2e2 h9g7 e2e9").unwrap_err();
    assert!(matches!(error.faults[..], [FenFault::Move { number: 3, .. }]), "{error}");
}

#[test]
fn what_is_written_is_read_back() {
    for board in game_positions(1, 2000).into_iter().chain(strewn_positions(2, 2000)) {
        assert_eq!(Board::from_fen(&board.fen()).as_ref(), Ok(&board));
        assert_eq!(Setup::from(&board).to_board().as_ref(), Ok(&board));
    }
}
