//! A board whose pieces keep their names while they move, so that an attack can be compared with the one of a move ago.

use crate::{Board, Move, Piece, Square, Undo};

/// Name of a piece: the square it stands on after the move that is being judged. The piece taken by that move, if any, is named by the
/// square the mover left, which no other piece bears.
pub(super) type Name = Square;

/// A board and the names of the pieces on it.
#[derive(Clone)]
pub(super) struct Tracked {
    board: Board,
    names: [Name; Square::NUM],
}

/// What `Tracked::unmake` needs.
pub(super) struct Made {
    mv: Move,
    undo: Undo,
    names: (Name, Name),
    /// The piece taken, with its name.
    pub(super) victim: Option<(Piece, Name)>,
}

impl Tracked {
    /// Names every piece by its square.
    pub(super) fn new(board: Board) -> Tracked {
        Tracked { board, names: Square::ALL }
    }

    /// `board` as it was before `mv`, with the names that `self` gives to the position after it.
    pub(super) fn before(&self, board: Board, mv: Move) -> Tracked {
        let mut names = self.names;
        names.swap(mv.from().index(), mv.to().index());
        Tracked { board, names }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn name(&self, square: Square) -> Name {
        self.names[square.index()]
    }

    /// Plays a pseudo-legal move.
    pub(super) fn make(&mut self, mv: Move) -> Made {
        let (from, to) = (mv.from().index(), mv.to().index());
        let names = (self.names[from], self.names[to]);
        let victim = self.board.piece_at(mv.to()).map(|piece| (piece, names.1));
        let undo = self.board.make_move(mv);
        self.names[to] = names.0;
        Made { mv, undo, names, victim }
    }

    /// The same position with the piece on `square` taken off, to see what it contributes.
    pub(super) fn without(&self, square: Square) -> Tracked {
        Tracked { board: self.board.without(square), names: self.names }
    }

    pub(super) fn unmake(&mut self, made: &Made) {
        self.board.undo_move(made.mv, &made.undo);
        self.names[made.mv.from().index()] = made.names.0;
        self.names[made.mv.to().index()] = made.names.1;
    }

    /// Runs `look` on the position with the other side to move. Not to be called while the side to move is in check.
    pub(super) fn passing<T>(&mut self, look: impl FnOnce(&mut Tracked) -> T) -> T {
        let undo = self.board.make_null();
        let seen = look(self);
        self.board.undo_null(&undo);
        seen
    }
}
