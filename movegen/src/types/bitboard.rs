use super::{Color, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of squares: bit `n` is the square of index `n`; the upper 38 bits are always clear.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 90 squares.
    pub const ALL: Bitboard = Bitboard((1 << Square::NUM) - 1);

    /// The set with these bits; bits past the board are dropped.
    #[inline]
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard(bits & Bitboard::ALL.0)
    }

    /// The bits, square 0 lowest.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of one square.
    #[inline]
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << square as u8)
    }

    /// All squares of a rank (0..10).
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard::from_bits(0x1ff << (rank * 9))
    }

    /// All squares of a file (0..9).
    pub const fn file(file: u8) -> Bitboard {
        const FILE_A: u128 = {
            let mut bits = 0;
            let mut rank = 0;
            while rank < 10 {
                bits |= 1 << (rank * 9);
                rank += 1;
            }
            bits
        };
        Bitboard::from_bits(FILE_A << file)
    }

    /// The nine squares where `color`'s king may stand.
    pub const fn palace(color: Color) -> Bitboard {
        const SOUTH: u128 = 0b111 << 3 | 0b111 << 12 | 0b111 << 21;
        match color {
            Color::Red => Bitboard(SOUTH),
            Color::Black => Bitboard(SOUTH << 63),
        }
    }

    /// `color`'s side of the river.
    pub const fn home(color: Color) -> Bitboard {
        const SOUTH: u128 = (1 << 45) - 1;
        match color {
            Color::Red => Bitboard(SOUTH),
            Color::Black => Bitboard(SOUTH << 45),
        }
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// The set and `square`.
    #[inline]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square as u8)
    }

    /// The set less `square`.
    #[inline]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square as u8))
    }

    /// Adds `square`.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        *self = self.with(square);
    }

    /// Takes `square` out.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        *self = self.without(square);
    }

    /// Number of squares.
    #[inline]
    pub const fn len(self) -> usize {
        ((self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()) as usize
    }

    /// Whether the set has no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has a square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two squares or more.
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// Takes out the lowest square and returns it.
    #[inline]
    pub fn pop(&mut self) -> Option<Square> {
        let square = self.first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }
}

/// Builds a set from a picture of the board, Black's side on top; `X` marks members.
///
/// ```
/// # use chuhe_movegen::{bitboard, Square};
/// let set = bitboard! {
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     X . . . . . . . X
/// };
/// assert!(set.contains(Square::I0) && set.len() == 2);
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($cell:tt)*) => {{
        let cells = [$(stringify!($cell)),*];
        assert_eq!(cells.len(), 90, "a picture has ten ranks of nine cells");
        let mut set = $crate::Bitboard::EMPTY;
        for (i, cell) in cells.iter().enumerate() {
            if *cell == "X" {
                set.insert($crate::Square::new((i % 9) as u8, 9 - (i / 9) as u8));
            }
        }
        set
    }};
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

/// The squares of a set, lowest first.
#[derive(Clone)]
pub struct Iter(Bitboard);

impl Iterator for Iter {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop()
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Iter;
    #[inline]
    fn into_iter(self) -> Iter {
        Iter(self)
    }
}

macro_rules! bit_ops {
    ($($op:ident $f:ident $assign:ident $g:ident |$a:ident, $b:ident| $body:expr;)*) => {$(
        impl $op for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $f(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($body)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $g(&mut self, other: Bitboard) {
                *self = $op::$f(*self, other);
            }
        }
    )*};
}

bit_ops! {
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & Bitboard::ALL.0)
    }
}

impl fmt::Debug for Bitboard {
    /// A picture, Black's side on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            writeln!(f)?;
            for file in 0..Square::FILES {
                f.write_str(if self.contains(Square::new(file, rank)) { " X" } else { " ." })?;
            }
        }
        Ok(())
    }
}
