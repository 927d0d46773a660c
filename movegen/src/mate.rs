//! A mate solver: the shortest mate by an unbroken run of checks, or by any moves.
//!
//! An AND/OR search deepens move by move, so that the first mate found is a shortest one. What it proves or refutes is
//! remembered by position. It knows no evaluation and no repetition rule: within a fixed number of moves none is needed.
//! Stalemate counts as mate, as it does on the board.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::{Board, GenKind, Move, MoveList};

/// How far to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most moves by the attacker.
    pub moves: u8,
    /// The most positions to visit.
    pub nodes: u64,
    /// Whether every move of the attacker must be a check.
    pub checks_only: bool,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A mate in the least number of moves, against the longest defence.
    Mate(Vec<Move>),
    /// No mate within the limit of moves.
    NoMate,
    /// The limit of positions was reached first.
    Unknown,
}

impl Answer {
    /// The attacker's moves to the mate, if there is one.
    pub fn moves(&self) -> Option<usize> {
        match self {
            Answer::Mate(line) => Some(line.len().div_ceil(2)),
            _ => None,
        }
    }
}

/// The shortest mate by the side to move.
pub fn solve(board: &Board, limits: Limits) -> Answer {
    let mut solver = Solver { left: limits.nodes, checks_only: limits.checks_only, ..Solver::default() };
    solver.deepen(&mut board.clone(), limits.moves).unwrap_or(Answer::Unknown)
}

/// Whether the side that has just moved threatens mate by checks: what it could do if its opponent passed.
/// `board` has the opponent to move, and not in check.
pub fn threat(board: &Board, limits: Limits) -> Answer {
    let mut passed = board.clone();
    passed.make_null();
    solve(&passed, limits)
}

/// The limit of positions is used up.
struct Exhausted;

/// Bounds proved for a position with the attacker to move, in moves.
#[derive(Clone, Copy)]
struct Known {
    /// A mate exists within so many moves.
    mate_in: u8,
    /// None exists within so many.
    none_in: u8,
}

impl Default for Known {
    fn default() -> Known {
        Known { mate_in: u8::MAX, none_in: 0 }
    }
}

#[derive(Default)]
struct Solver {
    left: u64,
    checks_only: bool,
    /// Whether some line of this iteration ended only because its moves ran out.
    cut: bool,
    known: HashMap<u64, Known, BuildHasherDefault<KeyHasher>>,
}

impl Solver {
    fn deepen(&mut self, board: &mut Board, moves: u8) -> Result<Answer, Exhausted> {
        for depth in 1..=moves {
            self.cut = false;
            if self.attack(board, depth)? {
                return self.line(board, depth).map(Answer::Mate);
            }
            if !self.cut {
                break;
            }
        }
        Ok(Answer::NoMate)
    }

    /// Whether the side to move mates within `moves` moves.
    fn attack(&mut self, board: &mut Board, moves: u8) -> Result<bool, Exhausted> {
        let key = board.key();
        let known = self.known.get(&key).copied().unwrap_or_default();
        if known.mate_in <= moves {
            return Ok(true);
        }
        if known.none_in >= moves {
            // What was refuted before may have been refuted for want of moves.
            self.cut = true;
            return Ok(false);
        }
        let found = self.mating_move(board, moves)?.is_some();
        let entry = self.known.entry(key).or_default();
        match found {
            true => entry.mate_in = moves,
            false => entry.none_in = moves,
        }
        Ok(found)
    }

    fn mating_move(&mut self, board: &mut Board, moves: u8) -> Result<Option<Move>, Exhausted> {
        for mv in self.attacking_moves(board) {
            let undo = board.make_move(mv);
            let mated = self.defend(board, moves - 1);
            board.undo_move(mv, &undo);
            if mated? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether every answer of the side to move leaves a mate within `moves` moves.
    fn defend(&mut self, board: &mut Board, moves: u8) -> Result<bool, Exhausted> {
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        if moves == 0 {
            let lost = board.is_lost();
            self.cut |= !lost;
            return Ok(lost);
        }
        for mv in board.legal_moves().iter().copied() {
            let undo = board.make_move(mv);
            let mated = self.attack(board, moves);
            board.undo_move(mv, &undo);
            if !mated? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The checks, and after them, where allowed, all other moves.
    fn attacking_moves(&self, board: &Board) -> Vec<Move> {
        let mut all = MoveList::new();
        board.generate(GenKind::All, &mut all);
        let (mut moves, quiet): (Vec<Move>, Vec<Move>) = all.iter().partition(|&&mv| board.gives_check(mv));
        if !self.checks_only {
            moves.extend(quiet);
        }
        moves
    }

    /// Writes out a mate known to exist within `moves` moves, against the longest defence.
    fn line(&mut self, board: &Board, mut moves: u8) -> Result<Vec<Move>, Exhausted> {
        let mut board = board.clone();
        let mut line = Vec::new();
        while let Some(mv) = self.mating_move(&mut board, moves)? {
            line.push(mv);
            board.make_move(mv);
            let Some((reply, left)) = self.longest_defence(&mut board, moves - 1)? else { break };
            line.push(reply);
            board.make_move(reply);
            moves = left;
        }
        Ok(line)
    }

    /// The answer that holds out longest, and the moves the mate then still takes.
    fn longest_defence(&mut self, board: &mut Board, moves: u8) -> Result<Option<(Move, u8)>, Exhausted> {
        let mut best = None;
        for mv in board.legal_moves().iter().copied() {
            let undo = board.make_move(mv);
            let mut least = 1;
            while least < moves && !self.attack(board, least)? {
                least += 1;
            }
            board.undo_move(mv, &undo);
            if best.is_none_or(|(_, most)| least > most) {
                best = Some((mv, least));
            }
        }
        Ok(best)
    }
}

/// Position keys are random numbers already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(fen: &str, moves: u8, checks_only: bool) -> Answer {
        solve(&Board::from_fen(fen).unwrap(), Limits { moves, nodes: 1_000_000, checks_only })
    }

    /// Two rooks against a bare king: a7a9 mates at once; otherwise a ladder.
    #[test]
    fn mates_in_one_and_two_are_found_and_played_out() {
        let one = answer("4k4/R8/8R/9/9/9/9/9/9/3K5 w - - 0 1", 3, true);
        assert_eq!(one.moves(), Some(1));
        let two = answer("4k4/9/R8/1R7/9/9/9/9/9/3K5 w - - 0 1", 3, false);
        assert_eq!(two.moves(), Some(2));
    }

    #[test]
    fn a_quiet_move_is_no_mate_by_checks() {
        // Red needs the quiet b6b8 or the like: no single check mates.
        let fen = "4k4/9/R8/1R7/9/9/9/9/9/3K5 w - - 0 1";
        let by_checks = answer(fen, 1, true);
        assert_eq!(by_checks, Answer::NoMate);
    }

    #[test]
    fn a_line_ends_in_mate() {
        let fen = "r1b1k4/c1PPaRc2/r2ab3n/4C4/7RC/9/9/9/4p4/3K5 w - - 0 1";
        let Answer::Mate(line) = answer(fen, 8, true) else { panic!("a mate in six") };
        let mut board = Board::from_fen(fen).unwrap();
        for &mv in &line {
            board.play(mv).unwrap();
        }
        assert_eq!(line.len(), 11);
        assert!(board.is_checkmate());
    }

    #[test]
    fn too_few_positions_leave_it_unknown() {
        let limits = Limits { moves: 8, nodes: 3, checks_only: false };
        assert_eq!(solve(&Board::start(), limits), Answer::Unknown);
    }

    #[test]
    fn a_threat_is_what_a_second_move_would_do() {
        let board = Board::from_fen("4k4/R8/8R/9/9/9/9/9/9/3K5 b - - 0 1").unwrap();
        let limits = Limits { moves: 1, nodes: 1000, checks_only: true };
        assert_eq!(threat(&board, limits).moves(), Some(1));
    }
}
