//! A training position in 32 bytes, and the inputs it switches on.

use chuhe_eval::nnue::KingBuckets;
use chuhe_eval::nnue::arch::{MAX_ACTIVE, output_bucket};
use chuhe_eval::nnue::features::View;
use chuhe_movegen::{Board, Color, Piece, Square};

/// How a game ended for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Outcome {
    /// It lost.
    Loss,
    /// Nobody won.
    Draw,
    /// It won.
    Win,
}

impl Outcome {
    /// The same result for the other side.
    pub fn reversed(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// Points: 0, 0.5 or 1.
    pub fn points(self) -> f32 {
        match self {
            Outcome::Loss => 0.0,
            Outcome::Draw => 0.5,
            Outcome::Win => 1.0,
        }
    }
}

/// A position as the side to move sees it (it is always Red here), with its score and result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Packed {
    /// One bit a square, 90 in all; the two bits above hold the result.
    occupied: [u32; 3],
    /// Four bits a piece, in the order of the squares.
    pieces: [u8; MAX_ACTIVE / 2],
    score: i16,
    /// Spare, always 0.
    spare: u16,
}

const _: () = assert!(size_of::<Packed>() == 32);

/// The pieces by their four bits, without a test for the two values that stand for none.
static BY_NIBBLE: [Piece; 16] = {
    let mut pieces = [Piece::RedPawn; 16];
    let mut nibble = 0;
    while nibble < Piece::NUM {
        pieces[nibble] = Piece::ALL[nibble];
        nibble += 1;
    }
    pieces
};

const OUTCOME_SHIFT: u32 = Square::NUM as u32 % 32;
const SQUARES_IN_LAST: u32 = (1 << OUTCOME_SHIFT) - 1;

impl Packed {
    /// Packs a position; `score` and `outcome` are the side to move's.
    pub fn new(board: &Board, score: i16, outcome: Outcome) -> Packed {
        let us = board.side_to_move();
        let mut packed = Packed { occupied: [0; 3], pieces: [0; 16], score, spare: 0 };
        let mut count = 0;
        for square in Square::ALL {
            let Some(piece) = board.piece_at(square.relative(us)) else { continue };
            let color = if piece.color() == us { Color::Red } else { Color::Black };
            let nibble = Piece::new(color, piece.kind()).index() as u8;
            packed.occupied[square.index() / 32] |= 1 << (square.index() % 32);
            packed.pieces[count / 2] |= nibble << (4 * (count % 2));
            count += 1;
        }
        packed.occupied[2] |= (outcome as u32) << OUTCOME_SHIFT;
        packed
    }

    /// The score, side to move's view, internal units.
    pub fn score(&self) -> i16 {
        self.score
    }

    /// The game's result for the side to move.
    pub fn outcome(&self) -> Outcome {
        match self.occupied[2] >> OUTCOME_SHIFT {
            0 => Outcome::Loss,
            1 => Outcome::Draw,
            _ => Outcome::Win,
        }
    }

    /// Equal for equal positions, whatever their score and result.
    pub fn key(&self) -> u64 {
        let [a, b, c] = self.occupied;
        let mut key = 0u64;
        let mut mix = |word: u64| {
            // The multiplier of splitmix64.
            key = (key ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            key ^= key >> 29;
        };
        mix(u64::from(a) | u64::from(b) << 32);
        mix(u64::from(c & SQUARES_IN_LAST));
        let (words, _) = self.pieces.as_chunks::<8>();
        words.iter().for_each(|&word| mix(u64::from_le_bytes(word)));
        key
    }

    /// Calls `visit` with each piece and its square, in the order of the squares; Red is the side to move.
    #[inline(always)]
    pub fn for_each_piece(&self, mut visit: impl FnMut(Piece, Square)) {
        let [a, b, c] = self.occupied;
        // Machine words, and a plain loop for each: decoding is part of every training step.
        let words = [u64::from(a) | u64::from(b) << 32, u64::from(c & SQUARES_IN_LAST)];
        let mut nibbles = u128::from_le_bytes(self.pieces);
        for (word, first) in words.into_iter().zip([0, u64::BITS as usize]) {
            let mut rest = word;
            while rest != 0 {
                let index = first + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let piece = BY_NIBBLE[nibbles as usize & 15];
                nibbles >>= 4;
                if let Some(square) = Square::from_index(index) {
                    visit(piece, square);
                }
            }
        }
    }

    /// The board, Red to move; `None` if the record is damaged.
    pub fn board(&self) -> Option<Board> {
        let mut cells = [None; Square::NUM];
        self.for_each_piece(|piece, square| cells[square.index()] = Some(piece));
        let ranks: Vec<String> = cells.chunks(9).rev().map(fen_rank).collect();
        Board::from_fen(&format!("{} w - - 0 1", ranks.join("/"))).ok()
    }
}

fn fen_rank(cells: &[Option<Piece>]) -> String {
    let text: String = cells.iter().map(|cell| cell.map_or('1', Piece::letter)).collect();
    // Runs of empty squares are written as one digit.
    (2..=9).rev().fold(text, |text, run| text.replace(&"1".repeat(run), &run.to_string()))
}

/// The inputs of one position: a first-layer row for each piece in each view.
#[derive(Clone, Copy)]
pub struct Inputs {
    rows: [[u16; 2]; MAX_ACTIVE],
    count: u8,
    /// Set of output weights.
    pub bucket: u8,
}

impl Inputs {
    /// No inputs yet.
    pub const EMPTY: Inputs = Inputs { rows: [[0; 2]; MAX_ACTIVE], count: 0, bucket: 0 };

    /// The inputs of `position`, of its mirror image if `mirror`: both views are mirrored together, as
    /// only positions that can occur may be trained on.
    #[inline]
    pub fn of(position: &Packed, mirror: bool, buckets: KingBuckets) -> Inputs {
        let mut pieces = [(Piece::RedKing, Square::E0); MAX_ACTIVE];
        let mut kings = [Square::E0, Square::E9];
        let mut count = 0;
        position.for_each_piece(|piece, square| {
            match piece {
                Piece::RedKing => kings[0] = square,
                Piece::BlackKing => kings[1] = square,
                _ => {}
            }
            pieces[count % MAX_ACTIVE] = (piece, square);
            count += 1;
        });
        let [own, other] = Color::ALL.map(|color| {
            let king = kings[color.index()];
            if mirror {
                View::new(color, king.mirror(), buckets).reflected()
            } else {
                View::new(color, king, buckets)
            }
        });
        let mut inputs = Inputs { count: count as u8, bucket: output_bucket(count) as u8, ..Inputs::EMPTY };
        for (rows, &(piece, square)) in inputs.rows.iter_mut().zip(&pieces[..count]) {
            *rows = [own.row(piece, square), other.row(piece, square)];
        }
        inputs
    }

    /// For each piece its row in the own view and in the other.
    #[inline]
    pub fn rows(&self) -> &[[u16; 2]] {
        &self.rows[..usize::from(self.count)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_survives_packing() {
        let fen = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1";
        let board = Board::from_fen(fen).unwrap();
        let packed = Packed::new(&board, -321, Outcome::Win);
        assert_eq!((packed.score(), packed.outcome()), (-321, Outcome::Win));
        let unpacked = packed.board().unwrap();
        assert_eq!(unpacked, Board::from_fen(&board.flip_colors().fen()).unwrap());
        assert_eq!(packed.key(), Packed::new(&board, 7, Outcome::Loss).key());
        assert_ne!(packed.key(), Packed::new(&Board::start(), -321, Outcome::Win).key());
    }

    #[test]
    fn mirrored_inputs_are_those_of_the_mirrored_board() {
        let board = Board::from_fen("3k5/9/9/4p4/9/9/P8/4B4/9/2R2K3 w - - 0 1").unwrap();
        let sorted = |inputs: Inputs| {
            let mut rows = inputs.rows().to_vec();
            rows.sort_unstable();
            (rows, inputs.bucket)
        };
        let plain = Packed::new(&board, 0, Outcome::Draw);
        let mirrored = Packed::new(&board.mirror(), 0, Outcome::Draw);
        for buckets in [KingBuckets::One, KingBuckets::Six] {
            assert_eq!(
                sorted(Inputs::of(&plain, true, buckets)),
                sorted(Inputs::of(&mirrored, false, buckets))
            );
        }
    }
}
