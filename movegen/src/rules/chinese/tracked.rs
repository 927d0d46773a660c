//! A board whose pieces keep their names while they move, so that an attack can be compared with the one of a move ago.

use crate::{Board, Color, Move, Piece, Square, Undo};

/// Name of a piece: the square it stands on after the move that is being judged. The piece taken by that move, if any, is named by the
/// square the mover left, which no other piece bears.
pub(super) type Name = Square;

/// A board and the names of the pieces on it.
#[derive(Clone)]
pub(super) struct Tracked {
    board: Board,
    names: [Name; Square::NUM],
    view: View,
}

/// From which side the board is looked at, so that a game and its mirror image, or the same game with colours exchanged, are searched
/// in the same order: among equally good lines the same one is then told for all of them.
#[derive(Clone, Copy)]
struct View {
    below: Color,
    mirrored: bool,
}

impl View {
    /// The view of the side to move; left and right are told apart by the keys of the position and its mirror image.
    fn of(board: &Board) -> View {
        let below = board.side_to_move();
        let upright = if below == Color::Red { board.clone() } else { board.flip_colors() };
        View { below, mirrored: upright.mirror().key() < upright.key() }
    }

    fn see(self, square: Square) -> Square {
        let upright = square.relative(self.below);
        if self.mirrored { upright.mirror() } else { upright }
    }
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
        let view = View::of(&board);
        Tracked { board, names: Square::ALL, view }
    }

    /// `board` as it was before `mv`, with the names that `self` gives to the position after it.
    pub(super) fn before(&self, board: Board, mv: Move) -> Tracked {
        let mut names = self.names;
        names.swap(mv.from().index(), mv.to().index());
        Tracked { board, names, view: self.view }
    }

    /// A move's place in an order that mirroring and exchanging colours do not change.
    pub(super) fn order(&self, mv: Move) -> (Square, Square) {
        (self.view.see(mv.from()), self.view.see(mv.to()))
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
        Tracked { board: self.board.without(square), ..*self }
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
