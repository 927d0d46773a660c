//! Our own format: a heading, then entries of 16 bytes sorted by key and move, all little-endian.
//!
//! | bytes | meaning |
//! | --- | --- |
//! | 8 | [`MAGIC`], with the version |
//! | 8 | the key of the start position: keys of another kind would find nothing |
//! | 4 | number of entries |
//! | 16 each | key (8), move (2), games won, drawn and lost by the side that moved (2 each) |
//!
//! A position and its mirror image share the entries of the one with the smaller key.

use std::collections::BTreeMap;

use chuhe_movegen::{Board, Move};

use super::{BookError, BookMove};

/// How a book starts.
pub const MAGIC: &[u8] = b"chuhebk\x01";

const HEADING: usize = 20;
const ENTRY: usize = 16;

/// A win counts twice a draw, a loss nothing: the points that the move scored.
const POINTS: [u32; 3] = [2, 1, 0];

/// Won, drawn and lost games by position and move.
pub type Counts = BTreeMap<(u64, u16), [u32; 3]>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    key: u64,
    mv: u16,
    games: [u16; 3],
}

/// A book of our own format.
#[derive(Debug)]
pub struct OwnBook {
    entries: Vec<Entry>,
}

impl OwnBook {
    /// Reads a book and checks it.
    pub fn parse(bytes: &[u8]) -> Result<OwnBook, BookError> {
        let damaged = |reason: &str| BookError::Damaged(reason.to_string());
        let (heading, body) = bytes.split_at_checked(HEADING).ok_or_else(|| damaged("it is cut short"))?;
        if u64_at(heading, 8) != Board::start().key() {
            return Err(damaged("its keys are of another version; build it again"));
        }
        let count = u32::from_le_bytes([heading[16], heading[17], heading[18], heading[19]]) as usize;
        if count.checked_mul(ENTRY) != Some(body.len()) {
            return Err(damaged("its length is not what its heading says"));
        }
        let entries: Vec<Entry> = body.chunks_exact(ENTRY).map(Entry::read).collect();
        if !entries.is_sorted_by_key(|entry| (entry.key, entry.mv)) {
            return Err(damaged("its entries are out of order"));
        }
        Ok(OwnBook { entries })
    }

    /// The number of entries: moves, over all positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the book says about a position; a damaged entry may name an illegal move.
    pub(super) fn moves(&self, board: &Board) -> Vec<BookMove> {
        let place = Place::of(board);
        let start = self.entries.partition_point(|entry| entry.key < place.key);
        let entries = self.entries[start..].iter().take_while(|entry| entry.key == place.key);
        entries
            .filter_map(|entry| {
                let mv = place.orient(Move::from_raw(entry.mv)?);
                Some(BookMove { mv, weight: entry.weight(), games: Some(entry.games) })
            })
            .collect()
    }
}

impl Entry {
    fn read(bytes: &[u8]) -> Entry {
        let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Entry { key: u64_at(bytes, 0), mv: u16_at(8), games: [u16_at(10), u16_at(12), u16_at(14)] }
    }

    fn weight(&self) -> u32 {
        self.games.iter().zip(POINTS).map(|(&games, points)| u32::from(games) * points).sum()
    }
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// Where a position is filed.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Under which key.
    pub key: u64,
    is_mirrored: bool,
    is_symmetric: bool,
}

impl Place {
    /// The place of a position and its mirror image.
    pub fn of(board: &Board) -> Place {
        let (key, mirrored) = (board.key(), board.mirror().key());
        Place { key: key.min(mirrored), is_mirrored: mirrored < key, is_symmetric: mirrored == key }
    }

    /// A move of the position as it is filed, and back. In a symmetric position, a move and its mirror image are one.
    pub fn orient(self, mv: Move) -> Move {
        let mirrored = mv.mirror();
        if self.is_mirrored || (self.is_symmetric && mirrored < mv) { mirrored } else { mv }
    }
}

/// Writes a book.
pub fn write(counts: &Counts) -> Vec<u8> {
    let mut out = Vec::with_capacity(HEADING + counts.len() * ENTRY);
    out.extend(MAGIC);
    out.extend(Board::start().key().to_le_bytes());
    out.extend((counts.len() as u32).to_le_bytes());
    for (&(key, mv), &games) in counts {
        out.extend(key.to_le_bytes());
        out.extend(mv.to_le_bytes());
        out.extend(scaled(games).iter().flat_map(|games| games.to_le_bytes()));
    }
    out
}

/// Counts that fit: larger ones are halved together until they do.
fn scaled(games: [u32; 3]) -> [u16; 3] {
    let largest = games.into_iter().max().unwrap_or(0);
    let shift = (u32::BITS - largest.leading_zeros()).saturating_sub(u16::BITS);
    games.map(|games| (games >> shift) as u16)
}
