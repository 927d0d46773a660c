//! Positions that neither side can win whatever is played (双方均无可能取胜的简单局势).
//!
//! The list is computed: a retrograde analysis of these endings found not one position that is won for either side, mates
//! in one included. Endings that are drawn only with correct play are left to the players.

use crate::{Board, Color, PieceKind};

/// Most advisors and bishops together that a side of the list has.
const MOST_GUARDS: usize = 4;

/// A cannon with so many bishops and no advisor cannot win against these guards (advisors, bishops) of a bare king.
/// By number of the cannon's bishops.
const CANNON_AGAINST_GUARDS: [&[(usize, usize)]; 3] = [
    &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)], // KC
    &[(0, 0), (0, 1), (0, 2)],                         // KCB
    &[(0, 0), (0, 1), (0, 2)],                         // KCBB
];

/// One side's material besides the king.
struct Side {
    guards: (usize, usize),
    cannons: usize,
    pawns: usize,
    /// Rooks and knights.
    others: usize,
}

impl Side {
    fn of(board: &Board, color: Color) -> Side {
        let count = |kind| board.pieces(color, kind).len();
        Side {
            guards: (count(PieceKind::Advisor), count(PieceKind::Bishop)),
            cannons: count(PieceKind::Cannon),
            pawns: count(PieceKind::Pawn),
            others: count(PieceKind::Rook) + count(PieceKind::Knight),
        }
    }

    fn has_no_attacker(&self) -> bool {
        self.cannons + self.pawns + self.others == 0
    }

    fn is_lone_cannon(&self) -> bool {
        self.cannons == 1 && self.pawns + self.others == 0 && self.guards.0 == 0
    }

    /// Whether this side cannot win, nor be beaten, against a side that has no attacker.
    fn is_harmless_to(&self, bare: &Side) -> bool {
        let cannon = self.is_lone_cannon()
            && CANNON_AGAINST_GUARDS.get(self.guards.1).is_some_and(|list| list.contains(&bare.guards));
        // A single pawn against both bishops.
        let pawn = self.pawns == 1
            && self.cannons + self.others == 0
            && self.guards == (0, 0)
            && bare.guards == (0, 2);
        self.has_no_attacker() || cannon || pawn
    }
}

/// Whether neither side can win, by material alone.
pub fn is_dead(board: &Board) -> bool {
    // Two kings, both sides' guards and two attackers at most.
    const MOST_PIECES: usize = 2 + 2 * MOST_GUARDS + 2;
    let strong = board.kind(PieceKind::Rook) | board.kind(PieceKind::Knight);
    if strong.any() || board.occupied().len() > MOST_PIECES {
        return false;
    }
    let [red, black] = Color::ALL.map(|color| Side::of(board, color));
    let bare_cannons = |side: &Side| side.is_lone_cannon() && side.guards == (0, 0);
    (red.has_no_attacker() && black.is_harmless_to(&red))
        || (black.has_no_attacker() && red.is_harmless_to(&black))
        || (bare_cannons(&red) && bare_cannons(&black))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_draws_are_told_from_endings_that_can_be_won() {
        let dead = [
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
            "3akab2/9/4b4/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1",
            "4k4/9/9/9/9/9/9/9/4C4/3K5 w - - 0 1",
            "3ak4/9/4b4/9/2b6/9/9/9/5C3/3K5 w - - 0 1",
            "4k1b2/9/4b4/9/9/9/9/4B4/5C3/3K2B2 b - - 0 1",
            "4k1b2/9/4b4/4P4/9/9/9/9/9/3K5 w - - 0 1",
            "4k4/9/4c4/9/9/9/9/9/5C3/3K5 w - - 0 1",
        ];
        let open = [
            "4k4/9/9/9/9/9/9/9/4AC3/3K5 w - - 0 1",
            "3aka3/9/9/9/9/9/9/9/4C4/3K5 w - - 0 1",
            "3ak4/9/9/9/9/9/9/4B4/5C3/3K5 w - - 0 1",
            "4k4/9/4c4/9/9/9/9/4B4/5C3/3K5 w - - 0 1",
            "4k1b2/9/9/4P4/9/9/9/9/9/3K5 w - - 0 1",
            "4k4/9/9/9/9/9/9/9/9/3K4N w - - 0 1",
            "4k4/9/9/9/9/9/9/5C3/5C3/3K5 w - - 0 1",
        ];
        for (fens, expected) in [(&dead, true), (&open, false)] {
            for fen in fens {
                let board = Board::from_fen(fen).unwrap();
                assert_eq!(is_dead(&board), expected, "{fen}");
                assert_eq!(is_dead(&board.flip_colors()), expected, "{fen} flipped");
            }
        }
    }
}
