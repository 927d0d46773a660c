//! How XQStudio hides what a file says: three sums for squares and lengths, a stream of 32 bytes
//! over everything after the heading. All of it follows from eight bytes of the heading itself.

use super::VERSION_1_0;

/// What the stream is masked with.
const MASK: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// The first version whose list of pieces is rotated.
const VERSION_1_2: u8 = 12;

/// Offsets in the heading.
const VERSION: usize = 2;
const KEY_MASK: usize = 3;
const KEY_OR: usize = 8;
const KEYS: usize = 12;

/// Everything by which fields are shifted; all zero in version 1.0.
pub(super) struct Keys {
    /// Added to the squares of pieces.
    pub piece: u8,
    /// Added to squares that moves leave.
    pub from: u8,
    /// Added to squares that moves enter.
    pub to: u8,
    /// Added to the lengths of comments.
    pub comment: u32,
    /// By how many places the list of pieces is rotated.
    pub rotation: usize,
    stream: [u8; 32],
}

impl Keys {
    /// The keys of a file; `heading` has at least 16 bytes.
    pub fn of(heading: &[u8]) -> Keys {
        if heading[VERSION] <= VERSION_1_0 {
            return Keys { piece: 0, from: 0, to: 0, comment: 0, rotation: 0, stream: [0; 32] };
        }
        let [sum, key_piece, key_from, key_to] =
            [heading[KEYS], heading[KEYS + 1], heading[KEYS + 2], heading[KEYS + 3]];
        let piece = scramble(key_piece, key_piece);
        let from = scramble(key_from, piece);
        let to = scramble(key_to, from);
        let mut stream = *MASK;
        for (index, byte) in stream.iter_mut().enumerate() {
            let part = index % 4;
            *byte &= (heading[KEYS + part] & heading[KEY_MASK]) | heading[KEY_OR + part];
        }
        Keys {
            piece,
            from,
            to,
            comment: (u32::from(sum) * 256 + u32::from(key_piece)) % 32000 + 767,
            rotation: if heading[VERSION] >= VERSION_1_2 { usize::from(piece) + 1 } else { 0 },
            stream,
        }
    }

    /// Takes the stream off everything after the heading.
    pub fn decode(&self, body: &[u8]) -> Vec<u8> {
        body.iter().zip(self.stream.iter().cycle()).map(|(byte, key)| byte.wrapping_sub(*key)).collect()
    }
}

fn scramble(key: u8, with: u8) -> u8 {
    key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221).wrapping_mul(with)
}
