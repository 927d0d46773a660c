//! Rooks and cannons: squares of a rank or file, told apart by how many pieces stand before them.
//!
//! From a square, every other square of its rank and file has 0, 1, 2 or more pieces in between.
//! Zone 0 is what a rook attacks, zone 1 what a cannon would capture on, zone 2 is needed to
//! find cannons that two pieces hold off. One lookup per line yields all three.

use crate::{Bitboard, Square};

/// Number of zones told apart.
const ZONES: usize = 3;

/// For each zone the set of positions along one line, bit n for position n; the last entry only
/// pads to eight bytes.
type LineZones = [u16; ZONES + 1];

/// Ranks: by file, then by the occupancy of files b to h.
static RANKS: [[LineZones; 1 << 7]; 9] = tabulate::<9, { 1 << 7 }>();
/// Files: by rank, then by the occupancy of ranks 1 to 8.
static FILES: [[LineZones; 1 << 8]; 10] = tabulate::<10, { 1 << 8 }>();

/// Zones of each position of a line of `N` squares, by occupancy of its inner squares
/// (those at the ends block nothing).
const fn tabulate<const N: usize, const INNER: usize>() -> [[LineZones; INNER]; N] {
    let mut table = [[[0; ZONES + 1]; INNER]; N];
    let mut position = 0;
    while position < N {
        let mut inner = 0;
        while inner < INNER {
            table[position][inner] = line_zones(N, position, inner << 1);
            inner += 1;
        }
        position += 1;
    }
    table
}

const fn line_zones(length: usize, position: usize, occupied: usize) -> LineZones {
    let mut zones = [0; ZONES + 1];
    let mut seen = 0;
    let mut up = position + 1;
    while up < length && seen < ZONES {
        zones[seen] |= 1 << up;
        seen += occupied >> up & 1;
        up += 1;
    }
    seen = 0;
    let mut down = position;
    while down > 0 && seen < ZONES {
        down -= 1;
        zones[seen] |= 1 << down;
        seen += occupied >> down & 1;
    }
    zones
}

/// Bits 0, 9, 18, ... 63: eight squares of one file in a word.
const FILE_BITS: u64 = 0x8040_2010_0804_0201;
/// Gathers [`FILE_BITS`] into the top byte, or copies a byte to where they can be masked out.
const FILE_FACTOR: u64 = 0x0101_0101_0101_0101;

/// The zones of both lines through a square.
struct Cross {
    rank_shift: u32,
    file: u32,
    rank: &'static LineZones,
    column: &'static LineZones,
}

impl Cross {
    #[inline]
    fn of(square: Square, occupied: Bitboard) -> Cross {
        let (file, rank) = (square.file() as u32, square.rank() as u32);
        let rank_shift = rank * 9;
        let bits = occupied.bits();
        let rank_inner = (bits >> (rank_shift + 1)) as usize & 0x7f;
        let column = (bits >> (file + 9)) as u64 & FILE_BITS;
        let file_inner = (column.wrapping_mul(FILE_FACTOR) >> 56) as usize;
        Cross {
            rank_shift,
            file,
            rank: &RANKS[file as usize][rank_inner],
            column: &FILES[rank as usize][file_inner],
        }
    }

    /// The squares of one zone.
    #[inline]
    fn zone(&self, zone: usize) -> Bitboard {
        let rank = (self.rank[zone] as u128) << self.rank_shift;
        let set = self.column[zone] as u64;
        let inner = (set >> 1 & 0xff).wrapping_mul(FILE_FACTOR) & FILE_BITS;
        let column = (set & 1) as u128 | (inner as u128) << 9 | ((set >> 9) as u128) << 81;
        Bitboard::from_bits(rank | column << self.file)
    }
}

/// Squares with nothing between them and `square` along a line: a rook's attacks.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Cross::of(square, occupied).zone(0)
}

/// Squares with exactly one piece in between: where a cannon captures if an enemy stands there.
#[inline]
pub fn cannon_captures(square: Square, occupied: Bitboard) -> Bitboard {
    Cross::of(square, occupied).zone(1)
}

/// Where a cannon can go: quiet moves without a screen, captures of `enemies` over one.
#[inline]
pub fn cannon(square: Square, occupied: Bitboard, enemies: Bitboard) -> Bitboard {
    let cross = Cross::of(square, occupied);
    (cross.zone(0) - occupied) | (cross.zone(1) & enemies)
}

/// Squares with exactly 0, 1 and 2 pieces between them and `square`.
#[inline]
pub fn zones(square: Square, occupied: Bitboard) -> [Bitboard; ZONES] {
    let cross = Cross::of(square, occupied);
    [cross.zone(0), cross.zone(1), cross.zone(2)]
}

/// Whether two different squares share a rank or a file.
#[inline]
pub fn aligned(a: Square, b: Square) -> bool {
    a != b && (a.file() == b.file() || a.rank() == b.rank())
}

/// The squares strictly between two squares of one rank or file; empty for others.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    if aligned(a, b) { rook(a, b.into()) & rook(b, a.into()) } else { Bitboard::EMPTY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;

    #[test]
    fn zones_of_a_crowded_cross() {
        let occupied = bitboard! {
            . . . . X . . . .
            . . . . . . . . .
            . . . . X . . . .
            . . . . X . . . .
            . . . . . . . . .
            X . X . X . X X X
            . . . . . . . . .
            . . . . X . . . .
            . . . . . . . . .
            . . . . . . . . .
        };
        let [zero, one, two] = zones(Square::E4, occupied);
        assert_eq!(
            zero,
            bitboard! {
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . X . . . .
                . . . . X . . . .
                . . X X . X X . .
                . . . . X . . . .
                . . . . X . . . .
                . . . . . . . . .
                . . . . . . . . .
            }
        );
        assert_eq!(
            one,
            bitboard! {
                . . . . . . . . .
                . . . . . . . . .
                . . . . X . . . .
                . . . . . . . . .
                . . . . . . . . .
                X X . . . . . X .
                . . . . . . . . .
                . . . . . . . . .
                . . . . X . . . .
                . . . . X . . . .
            }
        );
        assert_eq!(
            two,
            bitboard! {
                . . . . X . . . .
                . . . . X . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . X
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
            }
        );
    }

    /// Counts the pieces between two squares step by step.
    fn pieces_between(a: Square, b: Square, occupied: Bitboard) -> Option<usize> {
        if !aligned(a, b) {
            return None;
        }
        let step = |from: u8, to: u8| (to as i8 - from as i8).signum();
        let (df, dr) = (step(a.file(), b.file()), step(a.rank(), b.rank()));
        let mut square = a.offset(df, dr).unwrap();
        let mut count = 0;
        while square != b {
            count += occupied.contains(square) as usize;
            square = square.offset(df, dr).unwrap();
        }
        Some(count)
    }

    #[test]
    fn zones_agree_with_counting() {
        let mut random = 1u128;
        for _ in 0..500 {
            random = random.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            let occupied = Bitboard::from_bits(random >> 38 & random.rotate_left(17));
            for a in Square::ALL {
                let zones = zones(a, occupied);
                for b in Square::ALL {
                    let count = pieces_between(a, b, occupied);
                    for (n, zone) in zones.iter().enumerate() {
                        assert_eq!(zone.contains(b), count == Some(n), "{a} {b} {n}");
                    }
                }
            }
        }
    }

    #[test]
    fn between_is_open_interval() {
        assert_eq!(between(Square::A0, Square::D0), [Square::B0, Square::C0].into_iter().collect());
        assert_eq!(between(Square::E9, Square::E7), Square::E8.into());
        assert_eq!(between(Square::E9, Square::D7), Bitboard::EMPTY);
        assert_eq!(between(Square::E9, Square::E8), Bitboard::EMPTY);
    }
}
