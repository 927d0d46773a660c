//! The gain search: what a side wins by captures and checks, exactly, with every answer of the other side allowed.
//!
//! "Through a run of checks or a complete exchange" (1999 28.3, 29.1) is a minimax over captures and checks in which either side may
//! stop whenever it is not in check, and the end of each line is read as an [`Account`].

use super::tracked::{Name, Tracked};
use super::worth::{Account, worth};
use crate::{Bitboard, Color, GenKind, Move, MoveList, PieceKind, Square};

/// Score of a line that ends in mate or stalemate.
pub(super) const MATE: i32 = 10_000;
/// Plies in which quiet checks are looked at beside captures.
const CHECKING_PLIES: usize = 7;
/// Plies after which a line is cut and read as it stands.
const LONGEST_LINE: usize = CHECKING_PLIES + 8;
/// Quiet checks the winning side may use in one line.
const OWN_CHECKS: u8 = 3;
/// Quiet checks the other side may use in one line.
const COUNTER_CHECKS: u8 = 2;
/// Nodes after which a search gives up; no known case needs a tenth of it.
const NODE_CAP: u64 = 200_000;

/// One move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) mv: Move,
    pub(super) mover: Name,
    pub(super) victim: Option<Name>,
    /// Worth of the victim.
    pub(super) won: i32,
    pub(super) check: bool,
}

/// What a line wins for the side that started it, and the line.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    pub(super) balance: i32,
    pub(super) line: Vec<Step>,
}

/// A gain search for one side.
pub(super) struct GainSearch<'a> {
    pos: &'a mut Tracked,
    side: Color,
    /// Pieces of the other side that `side` may take only in recapture.
    immune: Bitboard,
    pawns: Pawns,
    nodes: u64,
}

/// Whether a pawn may itself carry out an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Pawns {
    /// Its own attacks are free, so no threat rests on them (1999 27.2, 2020 26.1).
    Free,
    /// It attacks like any piece: where both sides attack on every move (1999 27.2).
    Attack,
}

/// What a node knows of the line that led to it.
#[derive(Clone, Copy)]
struct Path {
    account: Account,
    plies: usize,
    /// Quiet checks left, own and counter.
    checks: [u8; 2],
    last_capture: Option<Square>,
}

impl<'a> GainSearch<'a> {
    /// A search for the side to move in `pos`, which may start no capture of an `immune` piece.
    pub(super) fn new(pos: &'a mut Tracked, immune: Bitboard, pawns: Pawns) -> GainSearch<'a> {
        let side = pos.board().side_to_move();
        GainSearch { pos, side, immune, pawns, nodes: 0 }
    }

    /// What the side wins by starting with `mv`; `None` when the search gave up.
    pub(super) fn starting_with(&mut self, mv: Move) -> Option<Outcome> {
        let mut path = Path {
            account: Account::default(),
            plies: 0,
            checks: [OWN_CHECKS, COUNTER_CHECKS],
            last_capture: None,
        };
        if self.pos.board().piece_at(mv.to()).is_none() {
            path.checks[0] -= 1;
        }
        let mut line = Vec::new();
        let balance = self.play(mv, path, -MATE, MATE, &mut line);
        (self.nodes < NODE_CAP).then_some(Outcome { balance, line })
    }

    /// Plays `mv` and searches on; scores are those of the side that plays it.
    fn play(&mut self, mv: Move, path: Path, alpha: i32, beta: i32, line: &mut Vec<Step>) -> i32 {
        let sign = if self.pos.board().side_to_move() == self.side { 1 } else { -1 };
        let mover = self.pos.name(mv.from());
        let made = self.pos.make(mv);
        let account = match made.victim {
            Some((piece, _)) => path.account.after(piece, mv.to(), sign),
            None => path.account,
        };
        let next =
            Path { account, plies: path.plies + 1, last_capture: made.victim.map(|_| mv.to()), ..path };
        let step = Step {
            mv,
            mover,
            victim: made.victim.map(|(_, name)| name),
            won: made.victim.map_or(0, |(piece, _)| worth(piece, mv.to())),
            check: self.pos.board().in_check(),
        };
        let mut rest = Vec::new();
        let score = -self.minimax(next, -beta, -alpha, &mut rest);
        self.pos.unmake(&made);
        line.clear();
        line.push(step);
        line.append(&mut rest);
        score
    }

    /// Negamax over the moves of [`Self::candidates`]; the side to move may stop unless it is in check.
    fn minimax(&mut self, path: Path, mut alpha: i32, beta: i32, line: &mut Vec<Step>) -> i32 {
        self.nodes += 1;
        let maximising = self.pos.board().side_to_move() == self.side;
        let standing = if maximising { path.account.balance() } else { -path.account.balance() };
        if path.plies >= LONGEST_LINE || self.nodes >= NODE_CAP {
            return standing;
        }
        let in_check = self.pos.board().in_check();
        let candidates = self.candidates(path, maximising, in_check);
        if candidates.is_empty() && !self.pos.board().has_legal_move() {
            return -MATE;
        }
        let mut best = if in_check { -MATE } else { standing };
        alpha = alpha.max(best);
        for (mv, quiet_check) in candidates {
            if alpha >= beta {
                break;
            }
            let mut here = path;
            if quiet_check {
                here.checks[usize::from(!maximising)] -= 1;
            }
            let mut tail = Vec::new();
            let score = self.play(mv, here, alpha, beta, &mut tail);
            if score > best {
                best = score;
                *line = tail;
            }
            alpha = alpha.max(best);
        }
        best
    }

    /// The moves to look at, captures of the dearest first, each with whether it spends a quiet check.
    fn candidates(&self, path: Path, maximising: bool, in_check: bool) -> Vec<(Move, bool)> {
        let board = self.pos.board();
        let mut moves = Vec::new();
        if in_check {
            let evasions = board.legal_moves();
            let allowed =
                |mv: &&Move| !maximising || path.last_capture == Some(mv.to()) || !self.takes_immune(**mv);
            moves.extend(evasions.iter().filter(allowed).map(|mv| (*mv, false)));
            if moves.is_empty() {
                moves.extend(evasions.iter().map(|mv| (*mv, false)));
            }
        } else {
            let mut captures = MoveList::new();
            board.generate(GenKind::Captures, &mut captures);
            moves.extend(
                captures.iter().filter(|mv| self.may_capture(**mv, path, maximising)).map(|mv| (*mv, false)),
            );
            if path.plies < CHECKING_PLIES && path.checks[usize::from(!maximising)] > 0 {
                let mut checks = MoveList::new();
                board.generate_checks(&mut checks);
                moves.extend(checks.iter().map(|mv| (*mv, true)));
            }
        }
        let won = |mv: &Move| board.piece_at(mv.to()).map_or(-1, |piece| worth(piece, mv.to()));
        moves.sort_by_key(|(mv, _)| (-won(mv), self.pos.order(*mv)));
        moves
    }

    /// Whether a capture belongs in a line: it wins a piece or gives check. The winning side's king and pawns only recapture, since their
    /// own attacks are free (1999 27.1, 27.2; 2020 26.1), and it takes immune pieces only in recapture.
    fn may_capture(&self, mv: Move, path: Path, maximising: bool) -> bool {
        let board = self.pos.board();
        let (Some(mover), Some(victim)) = (board.piece_at(mv.from()), board.piece_at(mv.to())) else {
            return false;
        };
        if worth(victim, mv.to()) == 0 && !board.gives_check(mv) {
            return false;
        }
        let recapture = path.last_capture == Some(mv.to());
        let free_piece = is_free(mover.kind(), self.pawns);
        !maximising || recapture || !(free_piece || self.takes_immune(mv))
    }

    fn takes_immune(&self, mv: Move) -> bool {
        self.pos.board().piece_at(mv.to()).is_some() && self.immune.contains(self.pos.name(mv.to()))
    }
}

/// Whether the own attacks of a piece of this kind are free.
pub(super) fn is_free(kind: PieceKind, pawns: Pawns) -> bool {
    kind == PieceKind::King || kind == PieceKind::Pawn && pawns == Pawns::Free
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    fn starting_with(fen: &str, mv: &str, pawns: Pawns) -> Outcome {
        let mut pos = Tracked::new(Board::from_fen(fen).expect("a position"));
        let mv = mv.parse().expect("a move");
        GainSearch::new(&mut pos, Bitboard::EMPTY, pawns).starting_with(mv).expect("an answer")
    }

    #[test]
    fn a_check_first_wins_what_cannot_be_taken_at_once() {
        // From b9 the rook checks along the rank and hits the cannon on a9 at its other side.
        let outcome = starting_with("c3k4/9/9/9/9/9/9/9/1R7/3K5 w - - 0 1", "b1b9", Pawns::Free);
        assert_eq!(outcome.balance, 20);
        assert!(outcome.line[0].check);
        assert_eq!(outcome.line[2].victim, Some(Square::A9));
    }

    #[test]
    fn a_capture_that_leaves_a_guard_wins_nothing() {
        // The rook on d1 guards the cannon on d5; once it takes on h1, black's rook takes the cannon.
        let fen = "4k4/9/9/9/3C4r/9/9/9/3R3n1/5K3 w - - 0 1";
        assert_eq!(starting_with(fen, "d1h1", Pawns::Free).balance, 0);
    }
}
