//! The unpacked content of CCBridge's older libraries: a heading, then the games, each with its size
//! first. Texts are GBK with their length before them.

use chuhe_movegen::{Color, Piece, PieceKind, Setup, Square};

use super::Games;
use crate::builder::{Fault, Session};
use crate::bytes::Bytes;
use crate::{Broken, GameRecord, encoding};

/// Created and modified: two dates of fixed length.
const DATES: usize = 38;
/// The pieces in the order of their places, for either side.
const PIECES: [PieceKind; 16] = {
    use PieceKind::*;
    [
        Rook, Knight, Bishop, Advisor, King, Advisor, Bishop, Knight, Rook, Cannon, Cannon, Pawn, Pawn, Pawn,
        Pawn, Pawn,
    ]
};
/// A move: its number (two bytes), departure, destination, two bytes for display.
const PER_MOVE: usize = 6;

pub(super) fn read(content: &[u8], session: &mut Session) -> Games {
    let mut bytes = Bytes::new(content);
    bytes.counted()?;
    bytes.take(8)?;
    bytes.counted()?;
    bytes.take(4 + DATES)?;
    let count = bytes.u32()?;
    bytes.counted()?;
    let mut games = Vec::new();
    for _ in 0..count {
        let size = bytes.u32()? as usize;
        let rest = size.checked_sub(4).ok_or_else(|| Broken::new(format!("a game of {size} bytes")))?;
        games.push(read_game(bytes.take(rest)?, session)?);
    }
    Ok(games)
}

fn read_game(content: &[u8], session: &mut Session) -> Result<GameRecord, Fault> {
    let mut bytes = Bytes::new(content);
    let setup = read_setup(bytes.take(2 * PIECES.len())?);
    bytes.take(12)?;
    let title = encoding::gbk(bytes.counted()?);
    let mut remarks = Vec::new();
    for _ in 0..4 {
        remarks.push(encoding::gbk(bytes.counted()?));
    }
    let openings = [encoding::gbk(bytes.counted()?), encoding::gbk(bytes.counted()?)];
    bytes.u32()?;
    for _ in 0..2 {
        remarks.push(encoding::gbk(bytes.counted()?));
    }
    let author = encoding::gbk(bytes.counted()?);
    for _ in 0..2 {
        remarks.push(encoding::gbk(bytes.counted()?));
    }
    bytes.take(1 + DATES)?;
    let count = bytes.u32()? as usize;
    let moves = bytes.take(count.saturating_mul(PER_MOVE))?;
    let comments = encoding::gbk(bytes.take(content.len() - bytes.position())?);

    let mover = moves.get(2).and_then(|&code| square(code));
    let mut builder = session.begin_setup(setup, mover)?;
    let tags = &mut builder.record.tags;
    tags.set_text("Title", &title);
    tags.set_text("Opening", openings.join(" ").trim());
    tags.set_text("Annotator", &author);
    remarks.retain(|text| !text.trim().is_empty());
    tags.set_text("Remark", &remarks.join("\n"));
    // One line of comment for each move.
    let mut comments = comments.split("\r\n");
    for fields in moves.chunks_exact(PER_MOVE) {
        let (from, to) = square(fields[2])
            .zip(square(fields[3]))
            .ok_or_else(|| Broken::new("a move from or to nowhere"))?;
        builder.play_squares(from, to)?;
        builder.comment(comments.next().unwrap_or(""));
    }
    Ok(builder.finish())
}

/// Places of pieces count from 1, those of moves from 0: file, then rank from Black's side.
fn read_setup(places: &[u8]) -> Setup {
    let mut setup = Setup::empty();
    for (index, &place) in places.iter().enumerate() {
        let color = if index < PIECES.len() { Color::Red } else { Color::Black };
        if let Some(square) = place.checked_sub(0x11).and_then(square) {
            setup.put(square, Some(Piece::new(color, PIECES[index % PIECES.len()])));
        }
    }
    setup
}

fn square(code: u8) -> Option<Square> {
    let (file, rank) = (code >> 4, code & 0xf);
    (file < 9 && rank < 10).then(|| Square::new(file, 9 - rank))
}
