//! XieXie's games: strings with a number and their length before them, tables of the program's
//! memory with the places of the pieces among them, then the moves.

use chuhe_movegen::{Color, Piece, PieceKind, Setup, Square};

use super::Games;
use crate::builder::Session;
use crate::bytes::Bytes;
use crate::{Broken, encoding};

const MAGIC: &[u8] = &[0x06, 0x0b];
/// The tags that strings stand for, by their number.
const TAGS: [(u8, &str); 7] =
    [(1, "Event"), (2, "Site"), (3, "Date"), (4, "Round"), (5, "Red"), (7, "Black"), (9, "Title")];
/// The string that ends the heading.
const LAST_STRING: u8 = 9;
/// From the end of the heading to the places of the pieces, four bytes each.
const TO_PLACES: usize = 221;
/// From there to the number of moves, which stands there twice.
const TO_COUNT: usize = 132;
/// The size of a move: two bytes each for departure, destination and captured piece, then flags.
const PER_MOVE: usize = 20;
/// The pieces in the order of their places, for either side.
const PIECES: [PieceKind; 16] = {
    use PieceKind::*;
    [
        King, Advisor, Advisor, Bishop, Bishop, Knight, Knight, Rook, Rook, Cannon, Cannon, Pawn, Pawn, Pawn,
        Pawn, Pawn,
    ]
};

pub(super) fn read(data: &[u8], session: &mut Session) -> Games {
    let mut bytes = Bytes::new(data);
    if bytes.take(MAGIC.len())? != MAGIC {
        return Err(Broken::new("it does not start as XieXie's files do").into());
    }
    let mut strings = Vec::new();
    loop {
        let number = bytes.u8()?;
        strings.push((number, encoding::gbk(bytes.pascal()?)));
        if number == LAST_STRING {
            break;
        }
    }
    let places = bytes.position() + TO_PLACES;
    let setup = read_setup(&mut Bytes::at(data, places))?;
    let mut bytes = Bytes::at(data, places + TO_COUNT);
    let count = bytes.u32()?;
    bytes.u32()?;
    let mut moves = Vec::new();
    for _ in 0..count {
        // The last record is cut short after the squares.
        let fields = bytes.take(4)?;
        moves.push(
            square(fields[0])
                .zip(square(fields[2]))
                .ok_or_else(|| Broken::new("a move from or to nowhere"))?,
        );
        bytes.take(PER_MOVE - 4).ok();
    }
    let mut builder = session.begin_setup(setup, moves.first().map(|&(from, _)| from))?;
    for (number, text) in strings {
        if let Some((_, name)) = TAGS.iter().find(|(known, _)| *known == number) {
            builder.record.tags.set_text(name, &text);
        }
    }
    for (from, to) in moves {
        builder.play_squares(from, to)?;
    }
    Ok(vec![builder.finish()])
}

fn read_setup(bytes: &mut Bytes) -> Result<Setup, Broken> {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        for kind in PIECES {
            if let Some(square) = square(bytes.u32()? as u8) {
                setup.put(square, Some(Piece::new(color, kind)));
            }
        }
    }
    Ok(setup)
}

/// Squares lie in a board of 16 by 16 whose first file is 2; rank 0 is Red's, at 11. A piece that is
/// gone has no square.
fn square(code: u8) -> Option<Square> {
    let file = (code >> 4).checked_sub(2)?;
    let rank = 11u8.checked_sub(code & 0xf)?;
    (file < 9 && rank < 10).then(|| Square::new(file, rank))
}
