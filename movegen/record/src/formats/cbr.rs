//! CCBridge's games: fields of UTF-16 at fixed places, the board, then moves as a tree.

use chuhe_movegen::board::START_FEN;
use chuhe_movegen::{Color, Piece, PieceKind, Setup, Square};

use super::Games;
use crate::builder::{Builder, Fault, Session};
use crate::bytes::Bytes;
use crate::{Broken, GameRecord, Outcome, encoding};

/// How a game starts.
pub(super) const MAGIC: &[u8] = b"CCBridge Record";

/// Text fields: offset, length in bytes, the tag they stand for.
const FIELDS: [(usize, usize, &str); 11] = [
    (180, 128, "Title"),
    (308, 128, "Opening"),
    (692, 192, "Event"),
    (884, 64, "Date"),
    (948, 128, "Site"),
    (1076, 64, "Red"),
    (1140, 64, "RedTeam"),
    (1300, 64, "Black"),
    (1364, 64, "BlackTeam"),
    (1652, 128, "Annotator"),
    (1780, 128, "Author"),
];

/// The ECCO code: three letters.
const ECCO: usize = 2036;
const RESULT: usize = 2076;
/// 1: Red is to move, 2: Black.
const SIDE: usize = 2112;
/// 90 squares from Black's left rook on.
const BOARD: usize = 2120;
const MOVES: usize = 2214;

/// The flags of a move.
const END_OF_LINE: u8 = 1;
const HAS_SIBLING: u8 = 2;
const HAS_COMMENT: u8 = 4;

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    Ok(vec![read_game(bytes, session)?])
}

pub(super) fn read_game(bytes: &[u8], session: &mut Session) -> Result<GameRecord, Fault> {
    if !bytes.starts_with(MAGIC) {
        return Err(Broken::new("it does not start with 'CCBridge Record'").into());
    }
    let mut setup = read_board(Bytes::at(bytes, BOARD).take(Square::NUM)?)?;
    if setup.pieces().next().is_none() {
        // A heading in a library: text alone.
        setup = Setup::from_fen(START_FEN)?;
    }
    let first = first_mover(bytes);
    setup.side_to_move = if bytes[SIDE] == 2 { Color::Black } else { Color::Red };
    let mut builder = session.begin_setup(setup, first)?;
    for (offset, len, name) in FIELDS {
        let text = encoding::utf16(&bytes[offset..offset + len]);
        if is_text(&text) {
            builder.record.tags.set_text(name, &text);
        }
    }
    let ecco: String = bytes[ECCO..ECCO + 3].iter().map(|&b| char::from(b)).collect();
    if ecco.starts_with(|c: char| c.is_ascii_uppercase()) {
        builder.record.tags.set_text("ECCO", &ecco);
    }
    builder.record.result = match bytes[RESULT] {
        1 => Outcome::Red,
        2 => Outcome::Black,
        3 => Outcome::Draw,
        _ => Outcome::Unknown,
    };
    play(&mut builder, &mut Bytes::at(bytes, MOVES))?;
    Ok(builder.finish())
}

/// Unused fields hold whatever was in the program's memory: control characters, private and
/// unpaired ones.
fn is_text(text: &str) -> bool {
    !text.chars().any(|c| {
        (c.is_control() && !matches!(c, '\r' | '\n' | '\t'))
            || ('\u{e000}'..='\u{ffef}').contains(&c) && !('\u{ff00}'..='\u{ffe6}').contains(&c)
            || c >= '\u{fff0}'
    })
}

/// Pieces are 0x11 to 0x17 for Red, 0x21 to 0x27 for Black.
fn read_board(squares: &[u8]) -> Result<Setup, Broken> {
    use PieceKind::*;
    const KINDS: [PieceKind; PieceKind::NUM] = [Rook, Knight, Bishop, Advisor, King, Cannon, Pawn];
    let mut setup = Setup::empty();
    for (index, &code) in squares.iter().enumerate() {
        if code == 0 {
            continue;
        }
        let color = match code >> 4 {
            1 => Color::Red,
            2 => Color::Black,
            _ => return Err(Broken::new(format!("{code:#04x} is no piece"))),
        };
        let kind = usize::from(code & 0xf).checked_sub(1).and_then(|index| KINDS.get(index));
        let kind = kind.ok_or_else(|| Broken::new(format!("{code:#04x} is no piece")))?;
        if let Some(square) = square(index as u8) {
            setup.put(square, Some(Piece::new(color, *kind)));
        }
    }
    Ok(setup)
}

/// Squares count from Black's left, rank by rank.
fn square(index: u8) -> Option<Square> {
    (usize::from(index) < Square::NUM).then(|| Square::new(index % 9, 9 - index / 9))
}

/// One move as it stands in the file.
struct Entry<'a> {
    flags: u8,
    from: u8,
    to: u8,
    comment: &'a [u8],
}

fn read_entry<'a>(bytes: &mut Bytes<'a>) -> Result<Entry<'a>, Broken> {
    let fields = bytes.take(4)?;
    let comment = if fields[0] & HAS_COMMENT != 0 { bytes.counted()? } else { &[] };
    Ok(Entry { flags: fields[0], from: fields[2], to: fields[3], comment })
}

/// The square that the first move leaves, to tell whose turn it is.
fn first_mover(bytes: &[u8]) -> Option<Square> {
    let mut bytes = Bytes::at(bytes, MOVES);
    let root = read_entry(&mut bytes).ok()?;
    if root.flags & END_OF_LINE != 0 {
        return None;
    }
    square(read_entry(&mut bytes).ok()?.from)
}

fn play(builder: &mut Builder, bytes: &mut Bytes) -> Result<(), Fault> {
    if bytes.is_at_end() {
        return Ok(());
    }
    let root = read_entry(bytes)?;
    builder.comment(&encoding::utf16(root.comment));
    let mut ended = root.flags & END_OF_LINE != 0;
    let mut siblings = Vec::new();
    loop {
        if ended {
            match siblings.pop() {
                Some(depth) => builder.back_to(depth),
                None => return Ok(()),
            }
        }
        // Some files end without the flag.
        if bytes.is_at_end() && siblings.is_empty() {
            return Ok(());
        }
        let entry = read_entry(bytes)?;
        if entry.flags & HAS_SIBLING != 0 {
            siblings.push(builder.depth());
        }
        let (Some(from), Some(to)) = (square(entry.from), square(entry.to)) else {
            return Err(Broken::new(format!("no move from {:#04x} to {:#04x}", entry.from, entry.to)).into());
        };
        builder.play_squares(from, to)?;
        builder.comment(&encoding::utf16(entry.comment));
        ended = entry.flags & END_OF_LINE != 0;
    }
}
