//! Following [`Tree::walk`](crate::Tree::walk) on a board: what writers need whose notation
//! depends on the position.

use chuhe_movegen::{Board, Move, Undo};

/// A board that goes along with a walk. A variation takes back exactly one move of its line, the
/// one it replaces, so that the work is proportional to the number of moves.
pub(crate) struct Replay {
    board: Board,
    path: Vec<(Move, Undo)>,
    /// The move that each open variation replaces, and how many were played before it.
    replaced: Vec<(usize, Move)>,
}

impl Replay {
    pub fn new(start: &Board) -> Replay {
        Replay { board: start.clone(), path: Vec::new(), replaced: Vec::new() }
    }

    /// The position reached.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Follows [`Step::Move`](crate::Step::Move).
    pub fn play(&mut self, mv: Move) {
        let undo = self.board.make_move(mv);
        self.path.push((mv, undo));
    }

    /// Follows [`Step::Open`](crate::Step::Open).
    pub fn open(&mut self) {
        let last = self.path.pop();
        if let Some((mv, undo)) = last {
            self.board.undo_move(mv, &undo);
            self.replaced.push((self.path.len(), mv));
        }
    }

    /// Follows [`Step::Close`](crate::Step::Close).
    pub fn close(&mut self) {
        let Some((depth, replaced)) = self.replaced.pop() else { return };
        while self.path.len() > depth {
            if let Some((mv, undo)) = self.path.pop() {
                self.board.undo_move(mv, &undo);
            }
        }
        self.play(replaced);
    }
}
