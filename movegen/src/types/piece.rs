use super::Color;

/// What a piece is, whoever owns it; in the order of exchange value, cheapest first, the king last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// 兵 卒
    Pawn,
    /// 仕 士
    Advisor,
    /// 相 象
    Bishop,
    /// 马
    Knight,
    /// 炮
    Cannon,
    /// 车
    Rook,
    /// 帅 将
    King,
}

impl PieceKind {
    /// Number of kinds.
    pub const NUM: usize = 7;
    /// Every kind, cheapest first.
    pub const ALL: [PieceKind; PieceKind::NUM] = [
        PieceKind::Pawn,
        PieceKind::Advisor,
        PieceKind::Bishop,
        PieceKind::Knight,
        PieceKind::Cannon,
        PieceKind::Rook,
        PieceKind::King,
    ];

    /// Position in [`PieceKind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case FEN letter.
    pub const fn letter(self) -> char {
        b"pabncrk"[self as usize] as char
    }

    /// Reads a letter of either case; `H`, `E`, `G` and `S` are read as knight, bishop, king and pawn.
    pub const fn from_letter(letter: char) -> Option<PieceKind> {
        Some(match letter.to_ascii_lowercase() {
            'p' | 's' => PieceKind::Pawn,
            'a' => PieceKind::Advisor,
            'b' | 'e' => PieceKind::Bishop,
            'n' | 'h' => PieceKind::Knight,
            'c' => PieceKind::Cannon,
            'r' => PieceKind::Rook,
            'k' | 'g' => PieceKind::King,
            _ => return None,
        })
    }
}

/// A piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)] // the names say it
pub enum Piece {
    RedPawn,
    RedAdvisor,
    RedBishop,
    RedKnight,
    RedCannon,
    RedRook,
    RedKing,
    BlackPawn,
    BlackAdvisor,
    BlackBishop,
    BlackKnight,
    BlackCannon,
    BlackRook,
    BlackKing,
}

impl Piece {
    /// Number of pieces: two colours of each kind.
    pub const NUM: usize = 14;
    /// Every piece, Red's first, each side's in the order of [`PieceKind::ALL`].
    pub const ALL: [Piece; Piece::NUM] = [
        Piece::RedPawn,
        Piece::RedAdvisor,
        Piece::RedBishop,
        Piece::RedKnight,
        Piece::RedCannon,
        Piece::RedRook,
        Piece::RedKing,
        Piece::BlackPawn,
        Piece::BlackAdvisor,
        Piece::BlackBishop,
        Piece::BlackKnight,
        Piece::BlackCannon,
        Piece::BlackRook,
        Piece::BlackKing,
    ];

    /// The piece of this kind that `color` owns.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece::ALL[color as usize * PieceKind::NUM + kind as usize]
    }

    /// Its owner.
    #[inline]
    pub const fn color(self) -> Color {
        if (self as usize) < PieceKind::NUM { Color::Red } else { Color::Black }
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        const KINDS: [PieceKind; Piece::NUM] = {
            let mut kinds = [PieceKind::Pawn; Piece::NUM];
            let mut i = 0;
            while i < Piece::NUM {
                kinds[i] = PieceKind::ALL[i % PieceKind::NUM];
                i += 1;
            }
            kinds
        };
        KINDS[self as usize]
    }

    /// Position in [`Piece::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The FEN letter: upper case for Red.
    pub const fn letter(self) -> char {
        let letter = self.kind().letter();
        match self.color() {
            Color::Red => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// Reads a FEN letter; see [`PieceKind::from_letter`] for what is accepted.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Piece::new(color, kind)),
            None => None,
        }
    }
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);
