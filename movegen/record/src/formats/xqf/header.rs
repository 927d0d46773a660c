//! The heading: pieces, result, texts.

use chuhe_movegen::{Color, Piece, PieceKind, Setup};

use super::keys::Keys;
use super::square;
use crate::{Outcome, Tags, encoding};

pub(super) const HEADER_LEN: usize = 1024;
pub(super) const VERSION: usize = 2;
pub(super) const PIECES_AT: usize = 16;
pub(super) const SIDE: usize = 0x32;
pub(super) const RESULT: usize = 0x33;
pub(super) const KIND: usize = 0x40;
pub(super) const NUM_PIECES: usize = 32;

/// Where a piece is that is not on the board.
pub(super) const ABSENT: u8 = 0xff;

/// The pieces in the order of their squares, for either side.
pub(super) const ORDER: [PieceKind; 16] = {
    use PieceKind::*;
    [
        Rook, Knight, Bishop, Advisor, King, Advisor, Bishop, Knight, Rook, Cannon, Cannon, Pawn, Pawn, Pawn,
        Pawn, Pawn,
    ]
};

/// Texts: the offset of the length byte, the room after it, the tag they stand for.
pub(super) const TEXTS: [(usize, usize, &str); 9] = [
    (0x50, 63, "Title"),
    (0xd0, 63, "Event"),
    (0x110, 15, "Date"),
    (0x120, 15, "Site"),
    (0x130, 15, "Red"),
    (0x140, 15, "Black"),
    (0x150, 63, "TimeControl"),
    (0x1d0, 15, "Annotator"),
    (0x1e0, 15, "Author"),
];

/// What the heading says.
pub(super) struct Header {
    pub version: u8,
    side: Color,
    pub result: Outcome,
    pub tags: Tags,
    places: [u8; NUM_PIECES],
}

impl Header {
    /// Reads a heading; `bytes` has [`HEADER_LEN`] of them.
    pub fn read(bytes: &[u8]) -> Header {
        let mut places = [ABSENT; NUM_PIECES];
        places.copy_from_slice(&bytes[PIECES_AT..PIECES_AT + NUM_PIECES]);
        let mut tags = Tags::default();
        for (at, room, name) in TEXTS {
            let len = usize::from(bytes[at]).min(room);
            tags.set_text(name, &encoding::gbk(&bytes[at + 1..at + 1 + len]));
        }
        Header {
            version: bytes[VERSION],
            side: if bytes[SIDE] == 1 { Color::Black } else { Color::Red },
            result: match bytes[RESULT] {
                1 => Outcome::Red,
                2 => Outcome::Black,
                3 => Outcome::Draw,
                _ => Outcome::Unknown,
            },
            tags,
            places,
        }
    }

    /// The pieces on their squares.
    pub fn setup(&self, keys: &Keys) -> Setup {
        let mut setup = Setup::empty();
        setup.side_to_move = self.side;
        for (index, &place) in self.places.iter().enumerate() {
            let slot = (index + keys.rotation) % NUM_PIECES;
            let color = if slot < ORDER.len() { Color::Red } else { Color::Black };
            if let Some(square) = square(place.wrapping_sub(keys.piece)) {
                setup.put(square, Some(Piece::new(color, ORDER[slot % ORDER.len()])));
            }
        }
        setup
    }
}
