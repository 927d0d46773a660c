//! Hands out the moves of a node in stages, so that a cut-off spares the later ones: the table move, good
//! captures, quiet moves, bad captures.

use chuhe_movegen::see::VALUE;
use chuhe_movegen::{Bitboard, Board, GenKind, Legality, Move, PieceKind, Square, attacks};

use crate::history::{CONTINUATIONS, Histories, PieceTo, QuietKey};
use crate::params;

/// A move and what orders it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    mv: Move,
    score: i32,
}

/// The moves of all nodes on the path, one node's after another's: a picker owns the end of the arena from
/// its birth to its [`finish`](MovePicker::finish).
pub(crate) type Arena = Vec<Scored>;

/// What a picker looks at; the same at every call for a node.
pub(crate) struct Sight<'a> {
    pub(crate) board: &'a Board,
    pub(crate) histories: &'a Histories,
    /// The moves before this node, as the continuation histories want them.
    pub(crate) before: [PieceTo; CONTINUATIONS.len()],
    pub(crate) ply: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    ListCaptures,
    GoodCaptures,
    ListQuiets,
    Quiets,
    BadCaptures,
    ListEvasions,
    Rest,
    Done,
}

/// Which moves a node wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All moves.
    All,
    /// All moves of a side in check.
    Evasions,
    /// Captures that win at least so much by exchange.
    Captures {
        /// The least gain.
        threshold: i32,
    },
}

/// The state of one node's move ordering.
pub(crate) struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    wanted: Wanted,
    start: usize,
    next: usize,
    bad_end: usize,
    skip_quiets: bool,
    /// Known once moves have been listed.
    legality: Option<Legality>,
}

impl MovePicker {
    /// A picker that begins with `table_move` (which must be legal, and wanted).
    pub(crate) fn new(arena: &Arena, table_move: Option<Move>, wanted: Wanted) -> MovePicker {
        let start = arena.len();
        let stage = match (table_move, wanted) {
            (Some(_), _) => Stage::TableMove,
            (None, Wanted::Evasions) => Stage::ListEvasions,
            (None, _) => Stage::ListCaptures,
        };
        MovePicker {
            stage,
            table_move,
            wanted,
            start,
            next: start,
            bad_end: start,
            skip_quiets: false,
            legality: None,
        }
    }

    /// Leaves out the quiet moves still to come.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Gives the arena's end back.
    pub(crate) fn finish(&self, arena: &mut Arena) {
        arena.truncate(self.start);
    }

    /// The next move.
    pub(crate) fn next(&mut self, arena: &mut Arena, sight: &Sight) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = if self.wanted == Wanted::Evasions {
                        Stage::ListEvasions
                    } else {
                        Stage::ListCaptures
                    };
                    return self.table_move;
                }
                Stage::ListCaptures => {
                    self.list(arena, sight, GenKind::Captures, score_captures);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    if let Some(mv) = self.good_capture(arena, sight.board) {
                        return Some(mv);
                    }
                    self.stage = if self.wanted == Wanted::All { Stage::ListQuiets } else { Stage::Done };
                }
                Stage::ListQuiets => {
                    if !self.skip_quiets {
                        self.list(arena, sight, GenKind::Quiets, score_quiets);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if !self.skip_quiets
                        && let Some(scored) = self.best(arena)
                    {
                        return Some(scored.mv);
                    }
                    self.next = self.start;
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    // Already in order: they were set aside best first.
                    if self.next < self.bad_end {
                        self.next += 1;
                        return Some(arena[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::ListEvasions => {
                    self.list(arena, sight, GenKind::All, score_evasions);
                    self.stage = Stage::Rest;
                }
                Stage::Rest => match self.best(arena) {
                    Some(scored) => return Some(scored.mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Adds moves of a kind, the table move left out, and scores them.
    fn list(&mut self, arena: &mut Arena, sight: &Sight, kind: GenKind, score: fn(&mut [Scored], &Sight)) {
        let legality = self.legality.get_or_insert_with(|| Legality::of(sight.board));
        let first = arena.len();
        let table_move = self.table_move;
        sight.board.for_each_move(kind, legality, |mv| {
            if Some(mv) != table_move {
                arena.push(Scored { mv, score: 0 });
            }
        });
        score(&mut arena[first..], sight);
        self.next = first;
    }

    /// Takes the best of the moves not handed out yet.
    fn best(&mut self, arena: &mut Arena) -> Option<Scored> {
        let rest = &mut arena[self.next..];
        let first = rest.first()?.score;
        let (mut at, mut most) = (0, first);
        for (index, scored) in rest.iter().enumerate() {
            if scored.score > most {
                (at, most) = (index, scored.score);
            }
        }
        rest.swap(0, at);
        self.next += 1;
        Some(rest[0])
    }

    /// The next capture that loses nothing by exchange; the others are set aside.
    fn good_capture(&mut self, arena: &mut Arena, board: &Board) -> Option<Move> {
        while let Some(Scored { mv, score }) = self.best(arena) {
            let threshold = match self.wanted {
                Wanted::Captures { threshold } => threshold,
                _ => -score / params::capture_good_divisor(),
            };
            if board.see_ge(mv, threshold) {
                return Some(mv);
            }
            arena.swap(self.bad_end, self.next - 1);
            self.bad_end += 1;
        }
        None
    }
}

fn piece_to(board: &Board, mv: Move) -> PieceTo {
    board.piece_at(mv.from()).map_or(PieceTo::NONE, |piece| PieceTo::new(piece, mv.to()))
}

fn score_captures(moves: &mut [Scored], sight: &Sight) {
    for Scored { mv, score } in moves {
        *score = capture_score(*mv, sight);
    }
}

fn capture_score(mv: Move, sight: &Sight) -> i32 {
    let Some(victim) = sight.board.piece_at(mv.to()) else { return 0 };
    let history = sight.histories.capture(piece_to(sight.board, mv), victim.kind());
    params::capture_victim() * VALUE[victim.kind().index()] + history
}

fn score_quiets(moves: &mut [Scored], sight: &Sight) {
    let board = sight.board;
    let threats = Threats::of(board);
    let checks = CheckSquares::of(board);
    for Scored { mv, score } in moves {
        let Some(piece) = board.piece_at(mv.from()) else { continue };
        let key = quiet_key(sight, *mv, PieceTo::new(piece, mv.to()));
        *score = sight.histories.quiet_order(&key, sight.ply) + threats.score(piece.kind(), *mv);
        if checks.has(piece.kind(), *mv) && board.see_ge(*mv, 0) {
            *score += params::order_check();
        }
    }
}

fn score_evasions(moves: &mut [Scored], sight: &Sight) {
    /// Captures come before every quiet evasion.
    const CAPTURE: i32 = 1 << 20;
    for Scored { mv, score } in moves {
        *score = match sight.board.piece_at(mv.to()) {
            Some(_) => CAPTURE + capture_score(*mv, sight),
            None => sight.histories.evasion_order(&quiet_key(sight, *mv, piece_to(sight.board, *mv))),
        };
    }
}

fn quiet_key<'a>(sight: &'a Sight, mv: Move, piece_to: PieceTo) -> QuietKey<'a> {
    QuietKey {
        color: sight.board.side_to_move(),
        mv,
        piece_to,
        pawn_key: sight.board.pawn_key(),
        before: &sight.before,
    }
}

/// Squares where a piece of the side to move would be attacked by a lesser one.
struct Threats {
    by_pawn: Bitboard,
    by_guard: Bitboard,
    by_minor: Bitboard,
}

impl Threats {
    fn of(board: &Board) -> Threats {
        let them = !board.side_to_move();
        let occupied = board.occupied();
        let of = |kind| board.pieces(them, kind).into_iter();
        let by_pawn = cover(of(PieceKind::Pawn), |square| attacks::pawn(them, square));
        let by_guard = by_pawn
            | cover(of(PieceKind::Advisor), attacks::advisor)
            | cover(of(PieceKind::Bishop), |square| attacks::bishop(square, occupied));
        let by_minor = by_guard
            | cover(of(PieceKind::Knight), |square| attacks::knight(square, occupied))
            | cover(of(PieceKind::Cannon), |square| attacks::cannon_captures(square, occupied));
        Threats { by_pawn, by_guard, by_minor }
    }

    /// Bonus for leaving such a square, malus for entering one.
    fn score(&self, kind: PieceKind, mv: Move) -> i32 {
        let attacked = match kind {
            PieceKind::Rook => self.by_minor,
            PieceKind::Knight | PieceKind::Cannon => self.by_guard,
            PieceKind::Advisor | PieceKind::Bishop => self.by_pawn,
            PieceKind::Pawn | PieceKind::King => return 0,
        };
        let change = i32::from(attacked.contains(mv.from())) - i32::from(attacked.contains(mv.to()));
        change * params::order_escape() * VALUE[kind.index()] / 64
    }
}

/// All squares attacked from some squares.
fn cover(from: impl Iterator<Item = Square>, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    from.fold(Bitboard::EMPTY, |all, square| all | attacks(square))
}

/// Squares from which a piece gives check directly.
struct CheckSquares {
    pawn: Bitboard,
    knight: Bitboard,
    cannon: Bitboard,
    rook: Bitboard,
}

impl CheckSquares {
    fn of(board: &Board) -> CheckSquares {
        let us = board.side_to_move();
        let king = board.king(!us);
        let occupied = board.occupied();
        CheckSquares {
            pawn: attacks::pawn_to(us, king),
            knight: attacks::knight_to(king, occupied),
            cannon: attacks::cannon_captures(king, occupied),
            rook: attacks::rook(king, occupied),
        }
    }

    fn has(&self, kind: PieceKind, mv: Move) -> bool {
        match kind {
            PieceKind::Pawn => self.pawn.contains(mv.to()),
            PieceKind::Knight => self.knight.contains(mv.to()),
            PieceKind::Cannon => self.cannon.contains(mv.to()),
            PieceKind::Rook => self.rook.contains(mv.to()),
            PieceKind::Advisor | PieceKind::Bishop | PieceKind::King => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench;

    /// Everything that a picker hands out.
    fn picked(board: &Board, table_move: Option<Move>, wanted: Wanted) -> Vec<Move> {
        let histories = Histories::new();
        let sight =
            Sight { board, histories: &histories, before: [PieceTo::NONE; CONTINUATIONS.len()], ply: 0 };
        let mut arena = Arena::new();
        let mut picker = MovePicker::new(&arena, table_move, wanted);
        let moves = std::iter::from_fn(|| picker.next(&mut arena, &sight)).collect();
        picker.finish(&mut arena);
        assert!(arena.is_empty());
        moves
    }

    fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
        let mut codes: Vec<u16> = moves.into_iter().map(Move::raw).collect();
        codes.sort_unstable();
        codes
    }

    #[test]
    fn every_legal_move_comes_once_and_the_table_move_first() {
        for fen in bench::POSITIONS {
            let board = Board::from_fen(fen).expect("legal");
            let legal = board.legal_moves();
            let wanted = if board.in_check() { Wanted::Evasions } else { Wanted::All };
            for table_move in [None, legal.first().copied(), legal.last().copied()] {
                let moves = picked(&board, table_move, wanted);
                assert_eq!(sorted(moves.iter().copied()), sorted(legal.iter().copied()), "{fen}");
                assert!(table_move.is_none() || moves.first().copied() == table_move);
            }
        }
    }

    #[test]
    fn captures_win_what_is_asked() {
        for fen in bench::POSITIONS {
            let board = Board::from_fen(fen).expect("legal");
            for threshold in [-50, 0, 100] {
                let good = |mv: &Move| board.piece_at(mv.to()).is_some() && board.see_ge(*mv, threshold);
                let expected = board.legal_moves().iter().copied().filter(good).collect::<Vec<_>>();
                let moves = picked(&board, None, Wanted::Captures { threshold });
                assert_eq!(sorted(moves), sorted(expected), "{fen}");
            }
        }
    }
}
