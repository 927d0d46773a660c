use super::Color;
use std::fmt;
use std::str::FromStr;

/// One of the 90 points of the board: file a to i from Red's left, rank 0 to 9 from Red's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)] // the names say it
pub enum Square {
    A0, B0, C0, D0, E0, F0, G0, H0, I0,
    A1, B1, C1, D1, E1, F1, G1, H1, I1,
    A2, B2, C2, D2, E2, F2, G2, H2, I2,
    A3, B3, C3, D3, E3, F3, G3, H3, I3,
    A4, B4, C4, D4, E4, F4, G4, H4, I4,
    A5, B5, C5, D5, E5, F5, G5, H5, I5,
    A6, B6, C6, D6, E6, F6, G6, H6, I6,
    A7, B7, C7, D7, E7, F7, G7, H7, I7,
    A8, B8, C8, D8, E8, F8, G8, H8, I8,
    A9, B9, C9, D9, E9, F9, G9, H9, I9,
}

impl Square {
    /// Number of squares.
    pub const NUM: usize = 90;
    /// Number of files.
    pub const FILES: u8 = 9;
    /// Number of ranks.
    pub const RANKS: u8 = 10;
    /// Every square, a0 to i0 first.
    #[rustfmt::skip]
    pub const ALL: [Square; Square::NUM] = [
        Square::A0, Square::B0, Square::C0, Square::D0, Square::E0, Square::F0, Square::G0, Square::H0, Square::I0,
        Square::A1, Square::B1, Square::C1, Square::D1, Square::E1, Square::F1, Square::G1, Square::H1, Square::I1,
        Square::A2, Square::B2, Square::C2, Square::D2, Square::E2, Square::F2, Square::G2, Square::H2, Square::I2,
        Square::A3, Square::B3, Square::C3, Square::D3, Square::E3, Square::F3, Square::G3, Square::H3, Square::I3,
        Square::A4, Square::B4, Square::C4, Square::D4, Square::E4, Square::F4, Square::G4, Square::H4, Square::I4,
        Square::A5, Square::B5, Square::C5, Square::D5, Square::E5, Square::F5, Square::G5, Square::H5, Square::I5,
        Square::A6, Square::B6, Square::C6, Square::D6, Square::E6, Square::F6, Square::G6, Square::H6, Square::I6,
        Square::A7, Square::B7, Square::C7, Square::D7, Square::E7, Square::F7, Square::G7, Square::H7, Square::I7,
        Square::A8, Square::B8, Square::C8, Square::D8, Square::E8, Square::F8, Square::G8, Square::H8, Square::I8,
        Square::A9, Square::B9, Square::C9, Square::D9, Square::E9, Square::F9, Square::G9, Square::H9, Square::I9,
    ];

    /// The square on `file` (0..9) and `rank` (0..10).
    ///
    /// # Panics
    /// Where either is off the board.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Square {
        assert!(file < Square::FILES, "file off the board");
        Square::ALL[rank as usize * 9 + file as usize]
    }

    /// The square on `file` and `rank`, or `None` off the board.
    #[inline]
    pub const fn try_new(file: i8, rank: i8) -> Option<Square> {
        if file < 0 || file >= Square::FILES as i8 || rank < 0 || rank >= Square::RANKS as i8 {
            return None;
        }
        Some(Square::new(file as u8, rank as u8))
    }

    /// The square with this [`index`](Square::index).
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::NUM { Some(Square::ALL[index]) } else { None }
    }

    /// `rank * 9 + file`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 0 (a) to 8 (i).
    #[inline]
    pub const fn file(self) -> u8 {
        self as u8 % Square::FILES
    }

    /// 0 to 9, from Red's side.
    #[inline]
    pub const fn rank(self) -> u8 {
        self as u8 / Square::FILES
    }

    /// The square `files` to the right and `ranks` up (from Red's view), or `None` off the board.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        Square::try_new(self.file() as i8 + files, self.rank() as i8 + ranks)
    }

    /// The same file seen from the other side: rank 9 - r.
    #[inline]
    pub const fn flip(self) -> Square {
        Square::new(self.file(), Square::RANKS - 1 - self.rank())
    }

    /// Mirrored left to right: file 8 - f.
    #[inline]
    pub const fn mirror(self) -> Square {
        Square::new(Square::FILES - 1 - self.file(), self.rank())
    }

    /// The square as `color` counts ranks: itself for Red, flipped for Black.
    #[inline]
    pub const fn relative(self, color: Color) -> Square {
        match color {
            Color::Red => self,
            Color::Black => self.flip(),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}

impl FromStr for Square {
    type Err = ();

    /// Reads `e0`, either case.
    fn from_str(text: &str) -> Result<Square, ()> {
        let &[file, rank] = text.as_bytes() else { return Err(()) };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a');
        let rank = rank.wrapping_sub(b'0');
        if file >= Square::FILES || rank >= Square::RANKS {
            return Err(());
        }
        Ok(Square::new(file, rank))
    }
}

const _: () = assert!(size_of::<Option<Square>>() == 1);
