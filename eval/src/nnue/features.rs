//! Which inputs a position switches on.

use chuhe_movegen::{Board, Color, Piece, PieceKind, Square};

use super::arch::{INPUTS, KingBuckets};

/// How one side sees the board: from its own end, mirrored when its king is on the f file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    color: Color,
    mirrored: bool,
    /// First row of the king bucket's weights.
    base: u16,
}

impl View {
    /// The view of `color`, whose king stands on `king`.
    #[inline]
    pub fn new(color: Color, king: Square, buckets: KingBuckets) -> View {
        const FILE_E: u8 = 4;
        let mirrored = king.file() > FILE_E;
        let own = king.relative(color);
        let own = if mirrored { own.mirror() } else { own };
        View { color, mirrored, base: (buckets.bucket(own) * INPUTS) as u16 }
    }

    /// The view of `color` on `board`.
    pub fn of(board: &Board, color: Color, buckets: KingBuckets) -> View {
        View::new(color, board.king(color), buckets)
    }

    /// The view that numbers a board as this one numbers its mirror image.
    #[inline]
    pub fn reflected(self) -> View {
        View { mirrored: !self.mirrored, ..self }
    }

    /// The first-layer row of `piece` on `square`.
    #[inline]
    pub fn row(self, piece: Piece, square: Square) -> u16 {
        self.base + ROWS[self.color.index()][usize::from(self.mirrored)][piece.index()][square.index()]
    }
}

/// Row within a king bucket by perspective, mirroring, piece and square.
static ROWS: [[[[u16; Square::NUM]; Piece::NUM]; 2]; 2] = {
    let mut table = [[[[0; Square::NUM]; Piece::NUM]; 2]; 2];
    let legal = legal_rows();
    let mut i = 0;
    while i < 2 * 2 * Piece::NUM * Square::NUM {
        let (square, rest) = (Square::ALL[i % Square::NUM], i / Square::NUM);
        let (piece, rest) = (Piece::ALL[rest % Piece::NUM], rest / Piece::NUM);
        let (mirrored, view) = (rest % 2, Color::ALL[rest / 2]);
        let seen = square.relative(view);
        let seen = if mirrored == 1 { seen.mirror() } else { seen };
        let enemy = (piece.color().index() + view.index()) % 2;
        let kind = piece.kind();
        let seen = if kind.index() == PieceKind::Pawn.index() {
            nearest_pawn_square(seen, enemy == 1)
        } else {
            seen
        };
        table[view.index()][mirrored][piece.index()][square.index()] =
            legal[enemy * PieceKind::NUM + kind.index()][seen.index()];
        i += 1;
    }
    table
};

/// Marks a pair that cannot occur.
const IMPOSSIBLE: u16 = 0;

/// Numbers the legal (piece, square) pairs: own pieces first, then the enemy's, each by kind and square.
/// Impossible pairs, which no valid board asks for, share row 0.
const fn legal_rows() -> [[u16; Square::NUM]; Piece::NUM] {
    let mut rows = [[IMPOSSIBLE; Square::NUM]; Piece::NUM];
    let mut next = 0;
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut square = 0;
        while square < Square::NUM {
            let enemy = piece >= PieceKind::NUM;
            let on = Square::ALL[square];
            let own_view = if enemy { on.flip() } else { on };
            if is_legal_square(PieceKind::ALL[piece % PieceKind::NUM], own_view) {
                rows[piece][square] = next;
                next += 1;
            }
            square += 1;
        }
        piece += 1;
    }
    assert!(next as usize == INPUTS, "the legal pairs are counted in arch");
    rows
}

/// Whether a piece can stand on `square`, seen from its own side.
const fn is_legal_square(kind: PieceKind, square: Square) -> bool {
    let (file, rank) = (square.file(), square.rank());
    match kind {
        PieceKind::Knight | PieceKind::Cannon | PieceKind::Rook => true,
        PieceKind::Pawn => rank >= 5 || (rank >= 3 && file % 2 == 0),
        PieceKind::Advisor => match rank {
            0 | 2 => file == 3 || file == 5,
            1 => file == 4,
            _ => false,
        },
        PieceKind::Bishop => match rank {
            0 | 4 => file == 2 || file == 6,
            2 => file == 0 || file == 4 || file == 8,
            _ => false,
        },
        PieceKind::King => rank <= 2 && file >= 3 && file <= 5,
    }
}

/// Composed positions may hold pawns where none can come to stand; they count as on the nearest
/// square towards the edge where one can. Mirroring the board mirrors the answer.
const fn nearest_pawn_square(seen: Square, enemy: bool) -> Square {
    let own = if enemy { seen.flip() } else { seen };
    let (file, rank) = (own.file(), own.rank());
    let rank = if rank < 3 { 3 } else { rank };
    let file = match (rank < 5, file) {
        (true, 1) => 0,
        (true, 3) => 2,
        (true, 5) => 6,
        (true, 7) => 8,
        _ => file,
    };
    let nearest = Square::new(file, rank);
    if enemy { nearest.flip() } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// (piece, square) pairs that a board can hold.
    fn pairs() -> impl Iterator<Item = (Piece, Square)> {
        Piece::ALL.into_iter().flat_map(|piece| {
            Square::ALL
                .into_iter()
                .filter(move |square| is_legal_square(piece.kind(), square.relative(piece.color())))
                .map(move |square| (piece, square))
        })
    }

    #[test]
    fn each_view_numbers_the_legal_pairs_one_to_one() {
        for (color, king) in [(Color::Red, Square::E0), (Color::Red, Square::F1), (Color::Black, Square::F9)]
        {
            let view = View::new(color, king, KingBuckets::One);
            let rows: HashSet<u16> = pairs().map(|(piece, square)| view.row(piece, square)).collect();
            assert_eq!(rows.len(), INPUTS);
            assert!(rows.iter().all(|&row| usize::from(row) < INPUTS));
        }
    }

    #[test]
    fn both_sides_see_the_same_from_their_own_end() {
        let red = View::new(Color::Red, Square::D1, KingBuckets::Six);
        let black = View::new(Color::Black, Square::D8, KingBuckets::Six);
        let mirrored = View::new(Color::Black, Square::F8, KingBuckets::Six);
        for (piece, square) in pairs() {
            let theirs = Piece::new(!piece.color(), piece.kind());
            assert_eq!(red.row(piece, square), black.row(theirs, square.flip()));
            assert_eq!(red.row(piece, square), mirrored.row(theirs, square.flip().mirror()));
        }
    }

    #[test]
    fn impossible_pawns_count_as_the_nearest_possible() {
        let view = View::new(Color::Red, Square::E0, KingBuckets::One);
        assert_eq!(view.row(Piece::RedPawn, Square::E1), view.row(Piece::RedPawn, Square::E3));
        assert_eq!(view.row(Piece::BlackPawn, Square::H6), view.row(Piece::BlackPawn, Square::I6));
    }
}
