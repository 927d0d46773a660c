//! The hand-written evaluation that self-play started from: material and piece-square tables,
//! mobility, and how exposed each king is, blended between middlegame and endgame.

pub mod params;

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use chuhe_movegen::{Bitboard, Board, Color, PieceKind, Square, attacks};

use params::{PARAMS, PHASE_MAX, Params};

/// A value for the middlegame and one for the endgame, internal units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Middlegame value.
    pub mg: i32,
    /// Endgame value.
    pub eg: i32,
}

impl Score {
    /// The value at `phase`: [`PHASE_MAX`] at the start, 0 with neither rook, cannon nor knight.
    fn taper(self, phase: i32) -> i32 {
        (self.mg * phase + self.eg * (PHASE_MAX - phase)) / PHASE_MAX
    }

    fn flat(value: i32) -> Score {
        Score { mg: value, eg: value }
    }
}

impl Add for Score {
    type Output = Score;
    fn add(self, other: Score) -> Score {
        Score { mg: self.mg + other.mg, eg: self.eg + other.eg }
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score { mg: -self.mg, eg: -self.eg }
    }
}

impl Sub for Score {
    type Output = Score;
    fn sub(self, other: Score) -> Score {
        self + -other
    }
}

impl Mul<i32> for Score {
    type Output = Score;
    fn mul(self, factor: i32) -> Score {
        Score { mg: self.mg * factor, eg: self.eg * factor }
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Score>>(iter: I) -> Score {
        iter.fold(Score::default(), Add::add)
    }
}

/// The terms of one side.
#[derive(Clone, Copy, Debug, Default)]
struct Terms {
    material: Score,
    squares: Score,
    mobility: Score,
    /// What the enemy king's exposure is worth to this side.
    attack: Score,
}

/// Value of `board` for the side to move.
pub fn evaluate(board: &Board) -> i32 {
    evaluate_with(&PARAMS, board)
}

/// [`evaluate`] with other numbers, for fitting them.
pub fn evaluate_with(params: &Params, board: &Board) -> i32 {
    let us = board.side_to_move();
    let (ours, theirs) = (terms(params, board, us).total(), terms(params, board, !us).total());
    let value = (ours - theirs).taper(phase(params, board)) + params.tempo;
    let ahead = if value > 0 { us } else { !us };
    if can_cross_river(board, ahead) { value } else { value / params.no_attackers_divisor }
}

impl Terms {
    fn total(&self) -> Score {
        self.material + self.squares + self.mobility + self.attack
    }
}

fn terms(params: &Params, board: &Board, side: Color) -> Terms {
    let mut terms = Terms::default();
    let mut pressure = 0;
    let palace = Bitboard::palace(!side);
    let occupied = board.occupied();
    for kind in PieceKind::ALL {
        for square in board.pieces(side, kind) {
            terms.material += params.material[kind.index()];
            terms.squares += Score::flat(square_bonus(params, kind, square.relative(side)));
            let (reach, mobility) = match kind {
                PieceKind::Rook => {
                    let reach = attacks::rook(square, occupied);
                    (reach, params.rook_mobility * reach.len() as i32)
                }
                PieceKind::Knight => {
                    let reach = attacks::knight(square, occupied);
                    (reach, params.knight_mobility * reach.len() as i32)
                }
                PieceKind::Cannon => {
                    let quiet = attacks::rook(square, occupied) - occupied;
                    let reach = attacks::cannon_captures(square, occupied);
                    (reach, params.cannon_mobility * quiet.len() as i32)
                }
                PieceKind::Pawn => (attacks::pawn(side, square), Score::default()),
                _ => continue,
            };
            terms.mobility += mobility;
            pressure += params.palace_attack[kind.index()] * (reach & palace).len() as i32;
        }
    }
    terms.attack = pressure_score(params, pressure) + exposure(params, board, !side);
    terms
}

/// The table's bonus for a piece on `square`, seen from its own side.
fn square_bonus(params: &Params, kind: PieceKind, square: Square) -> i32 {
    let file = usize::from(square.file());
    params.squares[kind.index()][9 - usize::from(square.rank())][file.min(8 - file)]
}

/// Worth of attacking palace squares; it grows faster than their number.
fn pressure_score(params: &Params, pressure: i32) -> Score {
    let value = pressure * pressure / params.pressure_divisor;
    Score { mg: value.min(params.pressure_max.mg), eg: value.min(params.pressure_max.eg) }
}

/// What the state of `side`'s king and its guards is worth to the other side.
fn exposure(params: &Params, board: &Board, side: Color) -> Score {
    let enemy = |kind| board.pieces(!side, kind);
    let count = |set: Bitboard| set.len() as i32;
    let king = board.king(side);
    // Lines from the king to the first piece: a cannon there needs no screen to threaten.
    let open = attacks::rook(king, board.occupied());
    let file = Bitboard::file(king.file());
    let missing = |kind| (2 - count(board.pieces(side, kind))).max(0);
    let rooks = count(enemy(PieceKind::Rook));
    params.bare_cannon * count(enemy(PieceKind::Cannon) & open)
        + params.open_rook * count(enemy(PieceKind::Rook) & open & file)
        + params.missing_advisor * (missing(PieceKind::Advisor) * (rooks + count(enemy(PieceKind::Knight))))
        + params.missing_bishop * (missing(PieceKind::Bishop) * (rooks + count(enemy(PieceKind::Cannon))))
}

fn phase(params: &Params, board: &Board) -> i32 {
    let sum: i32 =
        PieceKind::ALL.iter().map(|&kind| board.kind(kind).len() as i32 * params.phase[kind.index()]).sum();
    sum.min(PHASE_MAX)
}

fn can_cross_river(board: &Board, side: Color) -> bool {
    use PieceKind::{Cannon, Knight, Pawn, Rook};
    [Pawn, Knight, Cannon, Rook].iter().any(|&kind| board.pieces(side, kind).any())
}

/// The evaluation of a position term by term, for display.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Name of each term, with its score for Red and for Black.
    pub terms: [(&'static str, Score, Score); 4],
    /// Game phase, 0 (bare endgame) to [`PHASE_MAX`].
    pub phase: i32,
    /// The final value from Red's view.
    pub total: i32,
}

/// Takes the evaluation of `board` apart.
pub fn trace(board: &Board) -> Trace {
    let (red, black) = (terms(&PARAMS, board, Color::Red), terms(&PARAMS, board, Color::Black));
    let value = evaluate(board);
    Trace {
        terms: [
            ("material", red.material, black.material),
            ("squares", red.squares, black.squares),
            ("mobility", red.mobility, black.mobility),
            ("attack", red.attack, black.attack),
        ],
        phase: phase(&PARAMS, board),
        total: if board.side_to_move() == Color::Red { value } else { -value },
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "term      |   red mg    eg | black mg    eg | blended")?;
        for (name, red, black) in self.terms {
            let blended = (red - black).taper(self.phase);
            writeln!(
                f,
                "{name:<9} | {:>8} {:>5} | {:>8} {:>5} | {blended:>7}",
                red.mg, red.eg, black.mg, black.eg
            )?;
        }
        write!(f, "phase {}/{PHASE_MAX}, tempo {}, total {} (Red)", self.phase, PARAMS.tempo, self.total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with both sides to move, all kinds, and little material.
    const FENS: [&str; 4] = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 3",
        "3ak4/4a4/4b4/9/2b3n2/4R4/9/4B4/4A4/3AK1B2 w - - 10 60",
        "4k4/9/9/9/9/9/4p4/9/9/3K5 b - - 0 1",
    ];

    #[test]
    fn colours_and_wings_are_equal() {
        for fen in FENS {
            let board = Board::from_fen(fen).unwrap();
            assert_eq!(evaluate(&board), evaluate(&board.flip_colors()), "{fen}");
            assert_eq!(evaluate(&board), evaluate(&board.mirror()), "{fen}");
        }
    }

    #[test]
    fn the_trace_adds_up() {
        for fen in &FENS[..3] {
            let board = Board::from_fen(fen).unwrap();
            let trace = trace(&board);
            let sum: Score = trace.terms.iter().map(|&(_, red, black)| red - black).sum();
            let tempo = if board.side_to_move() == Color::Red { PARAMS.tempo } else { -PARAMS.tempo };
            assert_eq!(sum.taper(trace.phase) + tempo, trace.total, "{fen}");
        }
    }

    #[test]
    fn an_extra_rook_wins_and_guards_alone_do_not() {
        let rook = Board::from_fen(FENS[2]).unwrap();
        assert!(evaluate(&rook) > 100);
        let guards = Board::from_fen("4k4/9/9/9/9/9/9/4B4/4A4/3K1AB2 w - - 0 1").unwrap();
        assert!(evaluate(&guards).abs() < 50);
    }
}
