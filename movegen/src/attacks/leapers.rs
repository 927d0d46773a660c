//! Knights, bishops, advisors, kings and pawns.
//!
//! A knight or bishop can be blocked by the pieces next to it. Those (at most four) squares are
//! gathered into four bits by one multiplication, which index the table of its square.

use crate::{Bitboard, Color, Square};

/// A square's attacks by the occupancy of the four squares that can block.
type Blockable = [[Bitboard; 16]; Square::NUM];

/// The neighbours of a square at these offsets within the window that [`window`] makes.
struct Neighbours {
    mask: u32,
    factor: u32,
}

/// South, west, east, north.
const ORTHOGONAL: Neighbours = Neighbours { mask: 1 << 1 | 1 << 9 | 1 << 11 | 1 << 19, factor: 0x0810_0800 };
/// South-west, south-east, north-west, north-east.
const DIAGONAL: Neighbours = Neighbours { mask: 1 | 1 << 2 | 1 << 18 | 1 << 20, factor: 0x1000_0800 };

/// The board shifted so that bit 10 is `square` and its neighbours lie around it. Squares over the
/// edge come from the next rank: no table entry depends on them.
#[inline]
const fn window(square: Square, occupied: Bitboard) -> u32 {
    ((occupied.bits() << 10) >> square as u8) as u32
}

impl Neighbours {
    /// Which of the four are occupied, as a number below 16.
    #[inline]
    const fn index(&self, square: Square, occupied: Bitboard) -> usize {
        ((window(square, occupied) & self.mask).wrapping_mul(self.factor) >> 28) as usize
    }
}

const ORTHOGONALS: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
/// A step by files and ranks, and the step to the square that blocks it.
type Jump = ((i8, i8), (i8, i8));

const KNIGHT_JUMPS: [Jump; 8] = [
    ((-1, -2), (0, -1)),
    ((1, -2), (0, -1)),
    ((-2, -1), (-1, 0)),
    ((-2, 1), (-1, 0)),
    ((2, -1), (1, 0)),
    ((2, 1), (1, 0)),
    ((-1, 2), (0, 1)),
    ((1, 2), (0, 1)),
];

static KNIGHT: Blockable = blockable(&KNIGHT_JUMPS, &ORTHOGONALS, &ORTHOGONAL);
static KNIGHT_TO: Blockable = {
    // A knight that attacks a square is blocked next to itself, which is diagonally next to the square.
    let mut jumps = KNIGHT_JUMPS;
    let mut i = 0;
    while i < jumps.len() {
        let (files, ranks) = jumps[i].0;
        jumps[i].1 = (files.signum(), ranks.signum());
        i += 1;
    }
    blockable(&jumps, &DIAGONALS, &DIAGONAL)
};
/// A bishop's moves, on either side of the river.
static BISHOP: Blockable = {
    let mut jumps = [((0, 0), (0, 0)); 4];
    let mut i = 0;
    while i < 4 {
        let (files, ranks) = DIAGONALS[i];
        jumps[i] = ((2 * files, 2 * ranks), (files, ranks));
        i += 1;
    }
    let mut table = blockable(&jumps, &DIAGONALS, &DIAGONAL);
    let mut square = 0;
    while square < Square::NUM {
        let home = if square < 45 { Bitboard::home(Color::Red) } else { Bitboard::home(Color::Black) };
        let mut i = 0;
        while i < 16 {
            table[square][i] = Bitboard::from_bits(table[square][i].bits() & home.bits());
            i += 1;
        }
        square += 1;
    }
    table
};

const fn blockable(jumps: &[Jump], blocks: &[(i8, i8); 4], index: &Neighbours) -> Blockable {
    let mut table = [[Bitboard::EMPTY; 16]; Square::NUM];
    let mut square = 0;
    while square < Square::NUM {
        let from = Square::ALL[square];
        let mut subset = 0;
        while subset < 16 {
            let mut occupied = Bitboard::EMPTY;
            let mut i = 0;
            while i < 4 {
                if subset >> i & 1 != 0
                    && let Some(block) = from.offset(blocks[i].0, blocks[i].1)
                {
                    occupied = occupied.with(block);
                }
                i += 1;
            }
            let mut targets = Bitboard::EMPTY;
            let mut i = 0;
            while i < jumps.len() {
                let ((files, ranks), (leg_files, leg_ranks)) = jumps[i];
                if let Some(to) = from.offset(files, ranks)
                    && let Some(leg) = from.offset(leg_files, leg_ranks)
                    && !occupied.contains(leg)
                {
                    targets = targets.with(to);
                }
                i += 1;
            }
            fill(&mut table[square], index, from, occupied, targets);
            subset += 1;
        }
        square += 1;
    }
    table
}

/// Writes `targets` to every entry that can be looked up with this occupancy: the bits of squares
/// over the edge may be anything.
const fn fill(
    entries: &mut [Bitboard; 16],
    index: &Neighbours,
    square: Square,
    occupied: Bitboard,
    targets: Bitboard,
) {
    let wanted = index.index(square, occupied);
    let on_board = index.index(square, on_board_neighbours(square));
    let mut entry = 0;
    while entry < 16 {
        if entry & on_board == wanted {
            entries[entry] = targets;
        }
        entry += 1;
    }
}

/// The neighbours of a square that exist.
const fn on_board_neighbours(square: Square) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut files = -1;
    while files <= 1 {
        let mut ranks = -1;
        while ranks <= 1 {
            if let Some(neighbour) = square.offset(files, ranks) {
                set = set.with(neighbour);
            }
            ranks += 1;
        }
        files += 1;
    }
    set
}

/// Single steps in these directions that stay within `area`.
const fn steps(directions: &[(i8, i8)], area: Bitboard) -> [Bitboard; Square::NUM] {
    let mut table = [Bitboard::EMPTY; Square::NUM];
    let mut square = 0;
    while square < Square::NUM {
        let mut i = 0;
        while i < directions.len() {
            if let Some(to) = Square::ALL[square].offset(directions[i].0, directions[i].1)
                && area.contains(to)
            {
                table[square] = table[square].with(to);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const PALACES: Bitboard =
    Bitboard::from_bits(Bitboard::palace(Color::Red).bits() | Bitboard::palace(Color::Black).bits());

static KING: [Bitboard; Square::NUM] = steps(&ORTHOGONALS, PALACES);
static ADVISOR: [Bitboard; Square::NUM] = {
    let mut table = steps(&DIAGONALS, PALACES);
    let mut square = 0;
    while square < Square::NUM {
        // Advisors stand on the corners and the centre: seen from a side of the palace there is none.
        if !PALACES.contains(Square::ALL[square]) || (square / 9 % 7 + square % 9) % 2 != 1 {
            table[square] = Bitboard::EMPTY;
        }
        square += 1;
    }
    table
};
static AROUND_KING: [Bitboard; Square::NUM] = {
    let mut table = [Bitboard::EMPTY; Square::NUM];
    let mut i = 0;
    while i < Square::NUM {
        let square = Square::ALL[i];
        let lines = Bitboard::rank(square.rank()).bits() | Bitboard::file(square.file()).bits();
        table[i] = Bitboard::from_bits(lines | on_board_neighbours(square).bits());
        i += 1;
    }
    table
};
static PAWN: [[Bitboard; Square::NUM]; 2] = [pawn_table(Color::Red, false), pawn_table(Color::Black, false)];
static PAWN_TO: [[Bitboard; Square::NUM]; 2] = [pawn_table(Color::Red, true), pawn_table(Color::Black, true)];

/// Where a pawn on a square attacks, or (`reverse`) where the pawns stand that attack it.
const fn pawn_table(color: Color, reverse: bool) -> [Bitboard; Square::NUM] {
    let forward = match color {
        Color::Red => 1,
        Color::Black => -1,
    };
    let mut table = [Bitboard::EMPTY; Square::NUM];
    let mut i = 0;
    while i < Square::NUM {
        let from = Square::ALL[i];
        let crossed = !Bitboard::home(color).contains(from);
        let steps = [(0, forward), (-1, 0), (1, 0)];
        let mut step = 0;
        while step < if crossed { 3 } else { 1 } {
            if let Some(to) = from.offset(steps[step].0, steps[step].1) {
                if reverse {
                    table[to as usize] = table[to as usize].with(from);
                } else {
                    table[i] = table[i].with(to);
                }
            }
            step += 1;
        }
        i += 1;
    }
    table
}

/// The squares a knight on `square` attacks.
#[inline]
pub fn knight(square: Square, occupied: Bitboard) -> Bitboard {
    KNIGHT[square.index()][ORTHOGONAL.index(square, occupied)]
}

/// The squares from which a knight attacks `square`.
#[inline]
pub fn knight_to(square: Square, occupied: Bitboard) -> Bitboard {
    KNIGHT_TO[square.index()][DIAGONAL.index(square, occupied)]
}

/// The square that blocks a knight's jump, seen from `from`; `None` where a knight cannot jump so.
#[inline]
pub fn knight_leg(from: Square, to: Square) -> Option<Square> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    match (files.abs(), ranks.abs()) {
        (1, 2) => from.offset(0, ranks.signum()),
        (2, 1) => from.offset(files.signum(), 0),
        _ => None,
    }
}

/// The squares a bishop on `square` attacks, on its side of the river.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP[square.index()][DIAGONAL.index(square, occupied)]
}

/// The squares from which a bishop attacks `square`: its move is its own reverse.
#[inline]
pub fn bishop_to(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied)
}

/// The squares an advisor on `square` attacks.
#[inline]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

/// The squares next to `square` within its palace. Kings that face each other are not meant here.
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares where a piece can stand between a king on `square` and what checks it from a distance: its rank
/// and file, and the legs of knights.
#[inline]
pub fn around_king(square: Square) -> Bitboard {
    AROUND_KING[square.index()]
}

/// The squares `color`'s pawn on `square` attacks (and moves to).
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares from which a pawn of `color` attacks `square`.
#[inline]
pub fn pawn_to(color: Color, square: Square) -> Bitboard {
    PAWN_TO[color.index()][square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows the definition of a jump square by square.
    fn jumps(square: Square, occupied: Bitboard) -> Bitboard {
        KNIGHT_JUMPS
            .iter()
            .filter(|(_, leg)| square.offset(leg.0, leg.1).is_some_and(|leg| !occupied.contains(leg)))
            .filter_map(|(to, _)| square.offset(to.0, to.1))
            .collect()
    }

    #[test]
    fn blockable_tables_agree_with_their_definition() {
        let mut random = 7u128;
        for _ in 0..300 {
            random = random.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            let occupied = Bitboard::from_bits(random >> 38 & random.rotate_left(9));
            for square in Square::ALL {
                assert_eq!(knight(square, occupied), jumps(square, occupied), "knight {square}");
                let to: Bitboard =
                    Square::ALL.into_iter().filter(|&from| jumps(from, occupied).contains(square)).collect();
                assert_eq!(knight_to(square, occupied), to, "knight to {square}");
                let eyes: Bitboard = DIAGONALS
                    .iter()
                    .filter(|d| square.offset(d.0, d.1).is_some_and(|eye| !occupied.contains(eye)))
                    .filter_map(|d| square.offset(2 * d.0, 2 * d.1))
                    .filter(|to| (to.rank() < 5) == (square.rank() < 5))
                    .collect();
                assert_eq!(bishop(square, occupied), eyes, "bishop {square}");
            }
        }
    }

    #[test]
    fn palace_pieces() {
        assert_eq!(advisor(Square::E1).len(), 4);
        assert_eq!(advisor(Square::D0), Square::E1.into());
        assert_eq!(advisor(Square::D9), Square::E8.into());
        assert_eq!(advisor(Square::E8).len(), 4);
        assert_eq!(advisor(Square::E0), Bitboard::EMPTY);
        assert_eq!(advisor(Square::D8), Bitboard::EMPTY);
        assert_eq!(king(Square::E8).len(), 4);
        assert_eq!(king(Square::D7).len(), 2);
        assert_eq!(king(Square::C0), Square::D0.into(), "from outside only the palace counts");
    }

    #[test]
    fn pawns_turn_sideways_over_the_river() {
        assert_eq!(pawn(Color::Red, Square::E4), Square::E5.into());
        assert_eq!(pawn(Color::Red, Square::E5).len(), 3);
        assert_eq!(pawn(Color::Black, Square::A4), [Square::A3, Square::B4].into_iter().collect());
        assert_eq!(pawn_to(Color::Black, Square::E5), Square::E6.into());
        assert_eq!(pawn_to(Color::Red, Square::E9).len(), 3);
    }
}
