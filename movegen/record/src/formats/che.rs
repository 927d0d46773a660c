//! QQ's games: numbers in plain text. Two at the start (the second is the number of moves), then ten
//! for each move: piece, a constant, side, rank and file of departure and destination from Black's
//! left corner, captured piece, number of the move, a constant.

use chuhe_movegen::{Board, Setup, Square};

use super::Games;
use crate::builder::Session;
use crate::{Broken, encoding};

const HEADING: usize = 2;
const PER_MOVE: usize = 10;
/// Where rank and file of departure stand, then those of the destination.
const SQUARES: usize = 3;

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    let text = encoding::decode(bytes);
    let numbers: Vec<u8> = text
        .split_whitespace()
        .map(|word| {
            word.parse().map_err(|_| Broken::new(format!("'{}' is no number of a move", shorten(word))))
        })
        .collect::<Result<_, _>>()?;
    let moves = numbers.get(HEADING..).ok_or_else(|| Broken::new("it is too short"))?;
    let squares = |fields: &[u8]| -> Result<(Square, Square), Broken> {
        let fault = || Broken::new(format!("no move by the numbers {fields:?}"));
        let at = fields.get(SQUARES..SQUARES + 4).ok_or_else(fault)?;
        let square = |rank: u8, file: u8| (rank < 10 && file < 9).then(|| Square::new(file, 9 - rank));
        square(at[0], at[1]).zip(square(at[2], at[3])).ok_or_else(fault)
    };
    let moves: Vec<_> = moves.chunks(PER_MOVE).map(squares).collect::<Result<_, _>>()?;
    let mut setup = Setup::empty();
    for square in Square::ALL {
        setup.put(square, Board::start().piece_at(square));
    }
    let mut builder = session.begin_setup(setup, moves.first().map(|&(from, _)| from))?;
    for (from, to) in moves {
        builder.play_squares(from, to)?;
    }
    Ok(vec![builder.finish()])
}

/// The start of a word that may be as long as the file.
fn shorten(word: &str) -> String {
    word.chars().take(20).collect()
}
