use super::Square;
use std::fmt;
use std::num::NonZeroU16;
use std::ops::Deref;
use std::str::FromStr;

/// From and to; it knows nothing of the position it belongs to. `Option<Move>` takes two bytes too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// The squares by their seven bits in a move's code, so that reading one needs no test; codes beyond the board do not occur.
static BY_CODE: [Square; 1 << 7] = {
    let mut squares = [Square::A0; 1 << 7];
    let mut code = 0;
    while code < Square::NUM {
        squares[code] = Square::ALL[code];
        code += 1;
    }
    squares
};

impl Move {
    /// The move between two squares.
    ///
    /// # Panics
    /// Where both are a0, the one pair that has no code (no move starts where it ends).
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        match NonZeroU16::new(from as u16 | (to as u16) << 7) {
            Some(code) => Move(code),
            None => panic!("a move leaves its square"),
        }
    }

    /// The square left.
    #[inline]
    pub const fn from(self) -> Square {
        BY_CODE[(self.0.get() & 0x7f) as usize]
    }

    /// The square entered.
    #[inline]
    pub const fn to(self) -> Square {
        BY_CODE[(self.0.get() >> 7 & 0x7f) as usize]
    }

    /// `from + 128 * to`, never 0; below 2^14.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0.get()
    }

    /// The move with this code, if it names two different squares.
    #[inline]
    pub const fn from_raw(raw: u16) -> Option<Move> {
        let (from, to) = (raw as usize & 0x7f, raw as usize >> 7);
        if from == to || from >= Square::NUM || to >= Square::NUM {
            return None;
        }
        match NonZeroU16::new(raw) {
            Some(code) => Some(Move(code)),
            None => None,
        }
    }

    /// The move on the board mirrored left to right.
    pub const fn mirror(self) -> Move {
        Move::new(self.from().mirror(), self.to().mirror())
    }

    /// The move on the board seen from the other side.
    pub const fn flip(self) -> Move {
        Move::new(self.from().flip(), self.to().flip())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no move in coordinates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no move: expected coordinates such as h2e2")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads ICCS coordinates: `h2e2`, `H2E2` or `H2-E2`.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let fail = || ParseMoveError(text.to_owned());
        let compact: String = text.chars().filter(|&c| c != '-').collect();
        let (from, to) = compact.split_at_checked(2).ok_or_else(fail)?;
        let (from, to): (Square, Square) =
            (from.parse().map_err(|()| fail())?, to.parse().map_err(|()| fail())?);
        if from == to { Err(fail()) } else { Ok(Move::new(from, to)) }
    }
}

/// A list of moves without allocation.
///
/// No position has more moves than it holds: even sixteen rooks a side make fewer than 256,
/// since rooks on open lines see at most 17 squares each and block one another.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    len: usize,
}

impl MoveList {
    /// The most moves a list holds.
    pub const CAPACITY: usize = 256;

    /// An empty list.
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::new(Square::A0, Square::B0); MoveList::CAPACITY], len: 0 }
    }

    /// Adds a move.
    ///
    /// # Panics
    /// When full.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The moves as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter().copied()
    }
}
