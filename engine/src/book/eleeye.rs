//! ElephantEye's BOOK.DAT: records of eight bytes, sorted by key: key (4), move (2), weight (2), all
//! little-endian.
//!
//! Squares are those of a board of 16 by 16 with the nine files from 3 and the ten ranks, Black's
//! first, from 3. A move is its square of departure plus 256 times its destination. The keys are
//! Zobrist numbers drawn from the cipher RC4; a position that is not in the book may be there as its
//! mirror image.

use chuhe_movegen::{Board, Color, Move, Piece, PieceKind, Square};
use once_cell::sync::Lazy;

use super::{BookError, BookMove};

const RECORD: usize = 8;
/// Files and ranks of the inner board start here.
const MARGIN: u8 = 3;
const SQUARES: usize = 256;

#[derive(Clone, Copy, Debug)]
struct Record {
    key: u32,
    mv: u16,
    weight: u16,
}

/// A book of ElephantEye.
#[derive(Debug)]
pub struct ElephantEyeBook {
    records: Vec<Record>,
}

impl ElephantEyeBook {
    /// Reads a book; the format has no mark of its own but its order.
    pub fn parse(bytes: &[u8]) -> Result<ElephantEyeBook, BookError> {
        if bytes.is_empty() || !bytes.len().is_multiple_of(RECORD) {
            return Err(BookError::Unknown("it is not made of records of 8 bytes"));
        }
        let records: Vec<Record> = bytes.chunks_exact(RECORD).map(Record::read).collect();
        if !records.is_sorted_by_key(|record| record.key) {
            return Err(BookError::Unknown("it is not sorted by key"));
        }
        Ok(ElephantEyeBook { records })
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// What the book says about a position or, if nothing, about its mirror image.
    pub(super) fn moves(&self, board: &Board) -> Vec<BookMove> {
        let direct = self.at(key(board)).map(|record| (record.read_move(), record.weight));
        let found: Vec<_> = direct.collect();
        let found = if found.is_empty() {
            let mirrored = self.at(key(&board.mirror()));
            mirrored.map(|record| (record.read_move().map(Move::mirror), record.weight)).collect()
        } else {
            found
        };
        found
            .into_iter()
            .filter_map(|(mv, weight)| Some(BookMove { mv: mv?, weight: weight.into(), games: None }))
            .collect()
    }

    fn at(&self, key: u32) -> impl Iterator<Item = &Record> {
        let start = self.records.partition_point(|record| record.key < key);
        self.records[start..].iter().take_while(move |record| record.key == key)
    }
}

impl Record {
    fn read(bytes: &[u8]) -> Record {
        Record {
            key: u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
            mv: u16::from_le_bytes([bytes[4], bytes[5]]),
            weight: u16::from_le_bytes([bytes[6], bytes[7]]),
        }
    }

    fn read_move(&self) -> Option<Move> {
        let [from, to] = self.mv.to_le_bytes();
        let (from, to) = (square(from)?, square(to)?);
        (from != to).then(|| Move::new(from, to))
    }
}

fn square(code: u8) -> Option<Square> {
    let file = (code & 0xf).checked_sub(MARGIN)?;
    let rank = 12u8.checked_sub(code >> 4)?;
    (file < Square::FILES && rank < Square::RANKS).then(|| Square::new(file, rank))
}

/// Where a square lies on the board of 16 by 16.
fn place(square: Square) -> usize {
    usize::from((9 - square.rank() + MARGIN) * 16 + square.file() + MARGIN)
}

/// The key of a position, as ElephantEye computes it.
pub fn key(board: &Board) -> u32 {
    let side = if board.side_to_move() == Color::Black { KEYS.black_to_move } else { 0 };
    let pieces = board.occupied().into_iter().filter_map(|square| Some((board.piece_at(square)?, square)));
    pieces.fold(side, |key, (piece, square)| key ^ KEYS.pieces[row(piece)][place(square)])
}

/// The row of a piece: kinds in this order, Red's first.
fn row(piece: Piece) -> usize {
    use PieceKind::*;
    let kind = match piece.kind() {
        King => 0,
        Advisor => 1,
        Bishop => 2,
        Knight => 3,
        Rook => 4,
        Cannon => 5,
        Pawn => 6,
    };
    piece.color().index() * PieceKind::NUM + kind
}

struct Keys {
    black_to_move: u32,
    pieces: Vec<[u32; SQUARES]>,
}

static KEYS: Lazy<Keys> = Lazy::new(|| {
    let mut stream = Rc4::new(&[0; 4]);
    let black_to_move = stream.key();
    let pieces = (0..Piece::NUM).map(|_| std::array::from_fn(|_| stream.key())).collect();
    Keys { black_to_move, pieces }
});

/// The cipher RC4 as a source of numbers.
struct Rc4 {
    state: [u8; 256],
    x: u8,
    y: u8,
}

impl Rc4 {
    fn new(seed: &[u8]) -> Rc4 {
        let mut state: [u8; 256] = std::array::from_fn(|index| index as u8);
        let mut other = 0u8;
        for index in 0..state.len() {
            other = other.wrapping_add(state[index]).wrapping_add(seed[index % seed.len()]);
            state.swap(index, usize::from(other));
        }
        Rc4 { state, x: 0, y: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.x = self.x.wrapping_add(1);
        let a = self.state[usize::from(self.x)];
        self.y = self.y.wrapping_add(a);
        let b = self.state[usize::from(self.y)];
        self.state.swap(usize::from(self.x), usize::from(self.y));
        self.state[usize::from(a.wrapping_add(b))]
    }

    fn word(&mut self) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// ElephantEye draws three words for each key; the book uses the last.
    fn key(&mut self) -> u32 {
        (self.word(), self.word(), self.word()).2
    }
}
