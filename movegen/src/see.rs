//! Static exchange evaluation: what a capture wins when both sides go on capturing on its square.
//!
//! Attackers are found anew after every capture, so that cannon screens, knight legs and lines that
//! open or close during the exchange count; captures that leave the own king attacked do not.

use crate::{Bitboard, Board, Color, Move, PieceKind, Square};

/// Exchange values in centipawns by [`PieceKind`]; the ratios are those that a fit of material to
/// 570,000 searched positions of self-play gave (advisor 35, bishop 38, cannon 187, knight 179, rook 409),
/// with the pawn between its value before (about 40) and after (about 110) the river.
pub const VALUE: [i32; PieceKind::NUM] = [70, 35, 40, 180, 187, 409, 10_000];

/// The exchange value of a kind of piece.
#[inline]
pub const fn value(kind: PieceKind) -> i32 {
    VALUE[kind.index()]
}

/// An exchange on one square, capture by capture.
struct Exchange<'a> {
    board: &'a Board,
    square: Square,
    occupied: Bitboard,
    side: Color,
}

impl Exchange<'_> {
    /// The least valuable piece that can legally capture next; it is moved to the square.
    fn next_capturer(&mut self) -> Option<PieceKind> {
        let attackers = self.board.attackers_to(self.square, self.side, self.occupied.with(self.square));
        let attackers = attackers.without(self.square) & self.occupied;
        if attackers.is_empty() {
            return None;
        }
        for kind in PieceKind::ALL {
            for from in attackers & self.board.kind(kind) {
                if self.is_safe(from, kind) {
                    self.occupied.remove(from);
                    self.side = !self.side;
                    return Some(kind);
                }
            }
        }
        None
    }

    /// Whether the king is safe after the piece on `from` captures.
    fn is_safe(&self, from: Square, kind: PieceKind) -> bool {
        let king = if kind == PieceKind::King { self.square } else { self.board.king(self.side) };
        let occupied = self.occupied.without(from).with(self.square);
        self.board.checkers_to(king, !self.side, occupied).without(self.square).is_empty()
    }
}

impl Board {
    /// Whether the exchange that a legal move begins wins at least `threshold` centipawns.
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let (gain, moved) = self.first_exchange(mv);
        let ahead = gain - threshold;
        if ahead < 0 {
            return false;
        }
        // What the side to capture next stands to be better off by than its bound, if it captures.
        let mut swap = moved - ahead;
        if swap <= 0 {
            return true;
        }
        let mut exchange = self.exchange_after(mv);
        let mut won = true;
        while let Some(kind) = exchange.next_capturer() {
            won = !won;
            swap = value(kind) - swap;
            if swap < won as i32 {
                break;
            }
        }
        won
    }

    /// What the exchange that a legal move begins wins, in centipawns.
    pub fn see(&self, mv: Move) -> i32 {
        let (gain, mut at_risk) = self.first_exchange(mv);
        let mut exchange = self.exchange_after(mv);
        // gains[n]: what the n-th capture has won for its side if the exchange stopped there.
        let mut gains = vec![gain];
        while let Some(kind) = exchange.next_capturer() {
            gains.push(at_risk - gains.last().copied().unwrap_or(0));
            at_risk = value(kind);
        }
        while let Some(last) = gains.pop() {
            match gains.last_mut() {
                // A side stops where going on would lose.
                Some(before) => *before = -last.max(-*before),
                None => return last,
            }
        }
        0
    }

    /// The value captured at once and the value put at risk.
    fn first_exchange(&self, mv: Move) -> (i32, i32) {
        let value_at = |square| self.piece_at(square).map_or(0, |piece| value(piece.kind()));
        (value_at(mv.to()), value_at(mv.from()))
    }

    fn exchange_after(&self, mv: Move) -> Exchange<'_> {
        Exchange {
            board: self,
            square: mv.to(),
            occupied: self.occupied().without(mv.from()).with(mv.to()),
            side: !self.side_to_move(),
        }
    }
}
