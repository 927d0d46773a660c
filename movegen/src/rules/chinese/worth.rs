//! What pieces are worth in the trades of the Chinese rule books, and the running account of a trade.
//!
//! The 1999 text (25.3) makes a rook equal to two minor pieces, knight and cannon equal, advisor and bishop equal, and lets the crossed
//! pawn "float": trading one piece for pawns, in either direction, wins nothing. 2020 keeps this and names the classes strong and weak.

use crate::{Bitboard, Color, Piece, PieceKind, Square};

/// Worth of a rook: twice a minor piece (1999 25.3).
const ROOK: i32 = 40;
/// Worth of a knight or cannon.
const MINOR: i32 = 20;
/// Worth of an advisor or bishop: less than a minor piece, more than any pawn that is simply lost.
const GUARD: i32 = 10;
/// Worth of a crossed pawn that is won for nothing.
const CROSSED_PAWN: i32 = 1;
/// How much a pawn given or taken can at most stand for in a trade against a piece: a pawn for a minor piece is even, for a rook it is not.
const FLOATING_PAWN: i32 = MINOR;

/// Worth of `piece` on `square`; zero for the king and for a pawn on its own side of the river, which are no "pieces" (1999 25.3).
pub(super) fn worth(piece: Piece, square: Square) -> i32 {
    match piece.kind() {
        PieceKind::Rook => ROOK,
        PieceKind::Knight | PieceKind::Cannon => MINOR,
        PieceKind::Advisor | PieceKind::Bishop => GUARD,
        PieceKind::Pawn if is_crossed(piece.color(), square) => CROSSED_PAWN,
        PieceKind::Pawn | PieceKind::King => 0,
    }
}

/// A gain by which a threat counts as a better one than before: a minor piece more.
pub(super) const CLEARLY_BETTER: i32 = MINOR;

/// Whether a pawn of `color` on `square` has crossed the river.
pub(super) fn is_crossed(color: Color, square: Square) -> bool {
    !Bitboard::home(color).contains(square)
}

/// The classes within which pieces can be exchanged for each other: rooks, minor pieces, guards.
pub(super) fn same_class(a: PieceKind, b: PieceKind) -> bool {
    let class = |kind| match kind {
        PieceKind::Rook => 3,
        PieceKind::Knight | PieceKind::Cannon => 2,
        PieceKind::Advisor | PieceKind::Bishop => 1,
        PieceKind::Pawn | PieceKind::King => 0,
    };
    class(a) == class(b) && class(a) != 0
}

/// What one side has won and lost along a line of captures. Pawns are counted apart because their value floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Account {
    pieces: i32,
    pawns: i32,
    crossed: i32,
}

impl Account {
    /// The account after `captured` was taken on `square`; `sign` is 1 if its owner lost it to the account's side, -1 otherwise.
    pub(super) fn after(self, captured: Piece, square: Square, sign: i32) -> Account {
        if captured.kind() == PieceKind::Pawn {
            let crossed = self.crossed + sign * worth(captured, square);
            Account { pawns: self.pawns + sign, crossed, ..self }
        } else {
            Account { pieces: self.pieces + sign * worth(captured, square), ..self }
        }
    }

    /// The balance of the trade. A pawn set against a piece counts for as much as is needed to even it out, up to a minor piece.
    pub(super) fn balance(self) -> i32 {
        let evened = self.pieces + FLOATING_PAWN * self.pawns;
        match self.pieces.signum() {
            0 => self.crossed,
            1 if self.pawns < 0 => evened.max(0),
            -1 if self.pawns > 0 => evened.min(0),
            _ => self.pieces,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays out a list of losses, each by the other side (`+`) or by the account's own (`-`).
    fn balance(losses: &str) -> i32 {
        let mut account = Account::default();
        for loss in losses.split(' ') {
            let sign = if loss.starts_with('+') { 1 } else { -1 };
            let (color, square) =
                if loss.ends_with('p') { (Color::Black, Square::E3) } else { (Color::Black, Square::E8) };
            let kind = loss.chars().nth(1).and_then(PieceKind::from_letter).expect("a piece");
            account = account.after(Piece::new(color, kind), square, sign);
        }
        account.balance()
    }

    #[test]
    fn equal_pieces_even_out() {
        assert_eq!(balance("+r -r"), 0);
        assert_eq!(balance("+r -n -c"), 0);
        assert_eq!(balance("+a -b"), 0);
        assert!(balance("+n -b") > 0);
    }

    #[test]
    fn a_pawn_stands_for_a_minor_piece_but_not_for_a_rook() {
        assert_eq!(balance("+n -p"), 0);
        assert_eq!(balance("-n +p"), 0);
        assert!(balance("+r -p") > 0);
        assert!(balance("-r +p") < 0);
        assert_eq!(balance("+p"), CROSSED_PAWN);
    }

    #[test]
    fn only_crossed_pawns_are_pieces() {
        let pawn = Piece::new(Color::Red, PieceKind::Pawn);
        assert_eq!(worth(pawn, Square::E4), 0);
        assert_eq!(worth(pawn, Square::E5), CROSSED_PAWN);
    }
}
