//! Fixed pieces of work on fixed positions, timed by the benches and counted by `examples/instructions.rs`.

use chuhe_movegen::{Board, GenKind, Move, MoveList, Square};

/// Opening, middle game, check, many cannons, ending.
const FENS: [&str; 6] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "r2akabr1/3n5/1cc1b1n2/p1p1p1p1p/9/2P6/P3P1P1P/1CN1B2CN/9/R2AKABR1 w - - 0 1",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1",
];

/// The positions with what the work needs ready.
pub struct Workload {
    boards: Vec<Board>,
    legal: Vec<MoveList>,
    captures: Vec<MoveList>,
    any: Vec<Move>,
}

impl Workload {
    /// Reads the positions.
    pub fn new() -> Workload {
        let boards: Vec<Board> = FENS.iter().map(|fen| Board::from_fen(fen).expect("a sound FEN")).collect();
        let captures = boards.iter().map(|board| generate(board, GenKind::Captures)).collect();
        let legal = boards.iter().map(Board::legal_moves).collect();
        let from_every_square = |from: Square| Square::ALL.into_iter().step_by(7).map(move |to| (from, to));
        let pairs = Square::ALL.into_iter().flat_map(from_every_square).filter(|(from, to)| from != to);
        Workload { boards, legal, captures, any: pairs.map(|(from, to)| Move::new(from, to)).collect() }
    }

    /// All legal moves of each position.
    pub fn generate_all(&self) -> usize {
        self.boards.iter().map(|board| board.legal_moves().len()).sum()
    }

    /// Captures, then quiets, as a staged move picker asks for them.
    pub fn generate_staged(&self) -> usize {
        let staged =
            |board| generate(board, GenKind::Captures).len() + generate(board, GenKind::Quiets).len();
        self.boards.iter().map(staged).sum()
    }

    /// Makes and takes back every legal move.
    pub fn make_unmake(&mut self) -> u64 {
        let mut keys = 0;
        for (board, moves) in self.boards.iter_mut().zip(&self.legal) {
            for mv in moves {
                let undo = board.make_move(mv);
                keys ^= board.key();
                board.undo_move(mv, &undo);
            }
        }
        keys
    }

    /// Asks of every legal move whether it gives check.
    pub fn gives_check(&self) -> usize {
        self.each(&self.legal, Board::gives_check)
    }

    /// Judges every capture against a threshold.
    pub fn see_ge(&self) -> usize {
        self.each(&self.captures, |board, mv| board.see_ge(mv, 0))
    }

    /// Asks whether a move is legal, of many that mostly are not.
    pub fn is_legal(&self) -> usize {
        self.boards.iter().map(|board| self.any.iter().filter(|&&mv| board.is_legal(mv)).count()).sum()
    }

    fn each(&self, lists: &[MoveList], holds: impl Fn(&Board, Move) -> bool) -> usize {
        let count =
            |(board, moves): (&Board, &MoveList)| moves.iter().filter(|&&mv| holds(board, mv)).count();
        self.boards.iter().zip(lists).map(count).sum()
    }
}

fn generate(board: &Board, kind: GenKind) -> MoveList {
    let mut moves = MoveList::new();
    board.generate(kind, &mut moves);
    moves
}
