//! Sizes and shapes of the network.

use chuhe_movegen::Square;

/// Inputs of one perspective, per king bucket: every (piece, square) pair that can occur.
pub const INPUTS: usize = 2 * (90 + 90 + 90 + 55 + 5 + 7 + 9);

/// Sets of output weights, chosen by the number of pieces on the board.
pub const OUTPUT_BUCKETS: usize = 8;

/// Most pieces on a board (sixteen a side), hence most active inputs.
pub const MAX_ACTIVE: usize = 32;

/// The hidden width is a multiple of this: one AVX-512 register of i16.
pub const BLOCK: usize = 32;

/// Widest hidden layer that a file may ask for.
pub const MAX_HIDDEN: usize = 2048;

/// How the own king's square picks a set of first-layer weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingBuckets {
    /// One set for all.
    One,
    /// One for each of the six palace squares on the d and e files (f is mirrored to d).
    Six,
}

impl KingBuckets {
    /// Number of sets.
    pub const fn count(self) -> usize {
        match self {
            KingBuckets::One => 1,
            KingBuckets::Six => 6,
        }
    }

    /// The scheme with this many sets.
    pub const fn from_count(count: usize) -> Option<KingBuckets> {
        match count {
            1 => Some(KingBuckets::One),
            6 => Some(KingBuckets::Six),
            _ => None,
        }
    }

    /// The set for a king on `square`, seen from its own side and mirrored to the d or e file.
    #[inline]
    pub const fn bucket(self, square: Square) -> usize {
        match self {
            KingBuckets::One => 0,
            // d0 0, e0 1, d1 2, e1 3, d2 4, e2 5
            KingBuckets::Six => 2 * square.rank() as usize + (square.file() as usize & 1 ^ 1),
        }
    }
}

/// The shape of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arch {
    /// Width of the hidden layer (of one perspective), a multiple of [`BLOCK`].
    pub hidden: usize,
    /// First-layer weight sets.
    pub king_buckets: KingBuckets,
}

impl Arch {
    /// Rows of the first layer's weight matrix.
    pub const fn rows(self) -> usize {
        self.king_buckets.count() * INPUTS
    }

    /// Identifies everything that the file's weights depend on; part of the header.
    pub fn hash(self) -> u64 {
        super::format::fnv1a(self.to_string().as_bytes())
    }
}

impl std::fmt::Display for Arch {
    /// `(692x1 -> 256)x2 -> 1x8 screlu`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (hidden, kings) = (self.hidden, self.king_buckets.count());
        write!(f, "({INPUTS}x{kings} -> {hidden})x2 -> 1x{OUTPUT_BUCKETS} screlu")
    }
}

/// The set of output weights for a board with this many pieces (2 to 32).
#[inline]
pub const fn output_bucket(pieces: usize) -> usize {
    (pieces - 1) * OUTPUT_BUCKETS / MAX_ACTIVE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn king_buckets_number_the_half_palace() {
        let squares = [Square::D0, Square::E0, Square::D1, Square::E1, Square::D2, Square::E2];
        let buckets = squares.map(|square| KingBuckets::Six.bucket(square));
        assert_eq!(buckets, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn every_piece_count_has_a_bucket() {
        assert_eq!(output_bucket(2), 0);
        assert_eq!(output_bucket(32), OUTPUT_BUCKETS - 1);
    }
}
