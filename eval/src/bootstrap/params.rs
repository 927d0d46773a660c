//! Every number of the bootstrap evaluation.
//!
//! Origin: common knowledge (knights towards the centre and the enemy palace, a bare cannon on the king's file, pawns that
//! have crossed the river), then `tune texel` on 150,005 positions of 12,734 self-play games at 1000 nodes with the
//! network of generation 2 (`--stride 6 --lambda 0.2 --passes 8`): mean square error 0.01149 before, 0.00950 after.

use chuhe_movegen::PieceKind;

use super::Score;

const fn s(mg: i32, eg: i32) -> Score {
    Score { mg, eg }
}

/// The numbers; see the fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// Value of a piece, by [`PieceKind`].
    pub material: [Score; PieceKind::NUM],
    /// Bonus for standing on a square, both phases: by kind, then rank (own back rank last, as a
    /// board is printed), then file a to e (f to i mirror d to a).
    pub squares: [[[i32; 5]; 10]; PieceKind::NUM],
    /// For each square a rook reaches.
    pub rook_mobility: Score,
    /// For each square a knight reaches.
    pub knight_mobility: Score,
    /// For each square a cannon reaches without capturing.
    pub cannon_mobility: Score,
    /// Weight in the pressure on a palace of each of its squares that a piece attacks, by kind.
    pub palace_attack: [i32; PieceKind::NUM],
    /// Pressure `p` is worth `p * p / pressure_divisor` units ...
    pub pressure_divisor: i32,
    /// ... and at most this.
    pub pressure_max: Score,
    /// Enemy cannon on the king's file or rank with nothing between.
    pub bare_cannon: Score,
    /// Enemy rook on the king's file with nothing between.
    pub open_rook: Score,
    /// For each missing advisor and each enemy rook or knight.
    pub missing_advisor: Score,
    /// For each missing bishop and each enemy cannon or rook.
    pub missing_bishop: Score,
    /// For the side to move.
    pub tempo: i32,
    /// An advantage of a side that has no piece able to cross the river is divided by this.
    pub no_attackers_divisor: i32,
    /// Weight of a piece in the game phase, by kind.
    pub phase: [i32; PieceKind::NUM],
}

/// Sum of [`Params::phase`] over the start position.
pub const PHASE_MAX: i32 = 2 * (2 * 4 + 2 * 2 + 2 * 2);

/// The numbers in use.
pub const PARAMS: Params = Params {
    // Pawn, advisor, bishop, knight, cannon, rook, king.
    material: [s(32, 40), s(76, 10), s(64, 20), s(180, 182), s(232, 148), s(469, 423), s(0, 0)],
    squares: [PAWN, ADVISOR, BISHOP, KNIGHT, CANNON, ROOK, KING],
    rook_mobility: s(2, 3),
    knight_mobility: s(5, -2),
    cannon_mobility: s(1, 2),
    palace_attack: [3, 0, 0, 3, 2, 4, 0],
    pressure_divisor: 8,
    pressure_max: s(176, 138),
    bare_cannon: s(68, -23),
    open_rook: s(14, 8),
    missing_advisor: s(23, 4),
    missing_bishop: s(13, -4),
    tempo: 4,
    no_attackers_divisor: 8,
    phase: [0, 0, 0, 2, 2, 4, 0],
};

const PAWN: [[i32; 5]; 10] = [
    [8, -14, -12, -10, -40],
    [18, 28, 34, 40, 44],
    [20, 30, 42, 68, 54],
    [12, 28, 46, 34, 36],
    [14, 30, 28, 40, 42],
    [3, 0, 8, 0, 12],
    [-2, 0, -2, 0, 14],
    [0; 5],
    [0; 5],
    [0; 5],
];

const ADVISOR: [[i32; 5]; 10] = [
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0, 0, 0, -4, 0],
    [0, 0, 0, 0, 4],
    [0, 0, 0, -16, 0],
];

const BISHOP: [[i32; 5]; 10] =
    [[0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0, 0, 5, 0, 0], [0; 5], [-6, 0, 0, 0, 8], [0; 5], [0; 5]];

const KNIGHT: [[i32; 5]; 10] = [
    [4, 8, 12, 2, -14],
    [-6, 16, 32, 32, 36],
    [30, 12, 16, 32, 44],
    [8, 34, 16, 28, 16],
    [6, 20, 24, 26, 26],
    [2, 16, 28, 22, 14],
    [8, -4, 2, 16, 16],
    [-4, 0, -8, 14, 0],
    [-30, -10, -22, -16, -16],
    [-44, -24, -10, -6, -66],
];

const CANNON: [[i32; 5]; 10] = [
    [14, -2, -16, -38, -16],
    [-4, -20, -24, -12, -22],
    [-14, -14, -24, -22, -12],
    [-8, -14, -6, -14, 6],
    [-8, -24, -14, -6, 20],
    [-8, -8, 2, -6, 22],
    [-18, -16, 4, -14, 6],
    [8, -6, 6, 4, 26],
    [0, -6, 10, -4, 12],
    [-8, -16, 2, 10, 18],
];

const ROOK: [[i32; 5]; 10] = [
    [22, 22, 22, 0, 40],
    [10, 28, 18, 8, 26],
    [16, 16, 16, 12, 14],
    [18, 28, 36, 8, 24],
    [10, 20, 28, 6, 22],
    [8, 20, 18, -2, 22],
    [12, 24, 22, 4, 18],
    [0, 14, 12, 2, 30],
    [-6, 12, 4, -8, -8],
    [-10, 12, 2, 0, 0],
];

const KING: [[i32; 5]; 10] = [
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0, 0, 0, -34, -32],
    [0, 0, 0, -10, -16],
    [0, 0, 0, 0, 6],
];

impl Params {
    /// The numbers that a fit may change, each with its name: material, mobility, king terms, tempo, and the
    /// table entries of squares that a piece can stand on.
    pub fn tunable(&mut self) -> Vec<(String, &mut i32)> {
        let mut all = Vec::new();
        for (kind, score) in
            PieceKind::ALL.iter().zip(&mut self.material).filter(|(k, _)| **k != PieceKind::King)
        {
            push_score(&mut all, &format!("material {kind:?}"), score);
        }
        for (name, score) in [
            ("rook_mobility", &mut self.rook_mobility),
            ("knight_mobility", &mut self.knight_mobility),
            ("cannon_mobility", &mut self.cannon_mobility),
            ("pressure_max", &mut self.pressure_max),
            ("bare_cannon", &mut self.bare_cannon),
            ("open_rook", &mut self.open_rook),
            ("missing_advisor", &mut self.missing_advisor),
            ("missing_bishop", &mut self.missing_bishop),
        ] {
            push_score(&mut all, name, score);
        }
        for (kind, weight) in PieceKind::ALL.iter().zip(&mut self.palace_attack) {
            if matches!(kind, PieceKind::Pawn | PieceKind::Knight | PieceKind::Cannon | PieceKind::Rook) {
                all.push((format!("palace_attack {kind:?}"), weight));
            }
        }
        all.push(("tempo".to_owned(), &mut self.tempo));
        for (&kind, table) in PieceKind::ALL.iter().zip(&mut self.squares) {
            for (row, ranks) in table.iter_mut().enumerate() {
                for (file, entry) in ranks.iter_mut().enumerate() {
                    if can_stand(kind, file, 9 - row) {
                        all.push((format!("{kind:?} {}{}", (b'a' + file as u8) as char, 9 - row), entry));
                    }
                }
            }
        }
        all
    }
}

fn push_score<'a>(all: &mut Vec<(String, &'a mut i32)>, name: &str, score: &'a mut Score) {
    all.push((format!("{name} mg"), &mut score.mg));
    all.push((format!("{name} eg"), &mut score.eg));
}

/// Whether Red's piece of this kind can stand on a square of files a to e.
fn can_stand(kind: PieceKind, file: usize, rank: usize) -> bool {
    match kind {
        PieceKind::Pawn => rank >= 5 || (rank >= 3 && file.is_multiple_of(2)),
        PieceKind::Advisor => matches!((file, rank), (3, 0 | 2) | (4, 1)),
        PieceKind::Bishop => matches!((file, rank), (0 | 4, 2) | (2, 0 | 4)),
        PieceKind::King => file >= 3 && rank <= 2,
        PieceKind::Knight | PieceKind::Cannon | PieceKind::Rook => true,
    }
}
