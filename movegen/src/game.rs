//! A position with the moves that led to it: what repetition and the move limit are judged from.

use crate::{Board, IllegalMove, Move, Piece, Undo};

/// Checks a side may give that count towards the move limit, between two captures
/// (rule books: "at most ten of the claimant's checks are counted"; 1999 text, natural limit).
pub const COUNTED_CHECKS: u16 = 10;

/// One move of a game, or a null move, with what is needed to judge and to take it back.
#[derive(Clone, Copy, Debug)]
pub struct Ply {
    /// The move; `None` for a null move.
    pub mv: Option<Move>,
    /// The piece that moved; `None` for a null move.
    pub moved: Option<Piece>,
    /// What the board needs to take it back, the captured piece among it.
    pub undo: Undo,
    /// The key of the position before the move.
    pub key: u64,
    /// Whether the move gave check.
    pub gives_check: bool,
    before: Counters,
}

impl Ply {
    /// The piece captured.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        self.undo.captured
    }
}

/// Counts since the last capture (or, where noted, null move).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counters {
    /// Plies that can be walked back without meeting a capture or a null move.
    reversible: u16,
    /// Plies that count towards the natural limit.
    rule_clock: u16,
    /// Checks by each side.
    checks: [u16; 2],
    /// The last move was a check beyond those counted, so its answer does not count either.
    uncounted_check: bool,
    /// Plies since the position last stood; 0 if it did not.
    recurrence: u16,
}

/// A start position, the moves played, and the position reached.
#[derive(Clone, Debug)]
pub struct Game {
    start: Board,
    board: Board,
    plies: Vec<Ply>,
    counters: Counters,
}

impl Game {
    /// A game that begins here.
    pub fn new(start: Board) -> Game {
        let counters = Counters { rule_clock: start.clock(), ..Counters::default() };
        Game { board: start.clone(), start, plies: Vec::with_capacity(64), counters }
    }

    /// The current position.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position the game began at.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The number of plies played.
    #[inline]
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether no move has been played.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Everything played, oldest first.
    #[inline]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The moves played, oldest first, null moves left out.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.plies.iter().filter_map(|ply| ply.mv)
    }

    /// The key of the position after `plies` plies; `plies` is at most [`len`](Game::len).
    #[inline]
    pub fn key_at(&self, plies: usize) -> u64 {
        self.plies.get(plies).map_or(self.board.key(), |ply| ply.key)
    }

    /// How many plies back a repetition of the current position may lie: those since the last capture
    /// or null move.
    #[inline]
    pub fn reversible(&self) -> usize {
        self.counters.reversible as usize
    }

    /// Plies towards the natural limit: those since the last capture, of each side's checks at most
    /// [`COUNTED_CHECKS`], and of answers only those to counted checks.
    #[inline]
    pub fn rule_clock(&self) -> u16 {
        self.counters.rule_clock
    }

    /// How often the current position has occurred before.
    pub fn occurrences_before(&self) -> usize {
        self.previous_occurrences().count()
    }

    /// The ply counts at which the current position stood before, latest first.
    pub fn previous_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let before = |at: usize, plies: u16| (plies > 0).then(|| at - usize::from(plies));
        let latest = before(self.len(), self.counters.recurrence);
        std::iter::successors(latest, move |&at| before(at, self.plies[at].before.recurrence))
    }

    /// Plies since the current position last stood; 0 if it did not. Found once a move, asked for often.
    #[inline]
    fn find_recurrence(&self) -> u16 {
        let key = self.board.key();
        // A position cannot recur sooner than four plies later.
        let mut backwards = (4..=self.reversible()).step_by(2);
        backwards.find(|back| self.plies[self.len() - back].key == key).map_or(0, |back| back as u16)
    }

    /// Plays a move that must be legal.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.push_known(mv, self.board.gives_check(mv));
    }

    /// As [`push`](Game::push), where the caller knows already whether the move gives check.
    #[inline]
    pub fn push_known(&mut self, mv: Move, gives_check: bool) {
        debug_assert_eq!(gives_check, self.board.gives_check(mv));
        let moved = self.board.piece_at(mv.from());
        let mover = self.board.side_to_move();
        let key = self.board.key();
        let undo = self.board.make_move(mv);
        self.plies.push(Ply { mv: Some(mv), moved, undo, key, gives_check, before: self.counters });
        self.counters = if undo.captured.is_some() {
            Counters::default()
        } else {
            self.counters.after_quiet(mover.index(), gives_check)
        };
        self.counters.recurrence = self.find_recurrence();
    }

    /// Plays a null move; not in check.
    #[inline]
    pub fn push_null(&mut self) {
        let key = self.board.key();
        let undo = self.board.make_null();
        self.plies.push(Ply { mv: None, moved: None, undo, key, gives_check: false, before: self.counters });
        self.counters.reversible = 0;
        self.counters.rule_clock += 1;
        self.counters.uncounted_check = false;
        self.counters.recurrence = 0;
    }

    /// Plays a move after checking that it is legal.
    ///
    /// # Errors
    /// Where it is not; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.board.is_legal(mv) {
            return Err(IllegalMove { mv, fen: self.board.fen() });
        }
        self.push(mv);
        Ok(())
    }

    /// Takes back the last ply, if there is one.
    #[inline]
    pub fn pop(&mut self) -> Option<Ply> {
        let ply = self.plies.pop()?;
        match ply.mv {
            Some(mv) => self.board.undo_move(mv, &ply.undo),
            None => self.board.undo_null(&ply.undo),
        }
        self.counters = ply.before;
        Some(ply)
    }
}

impl Counters {
    fn after_quiet(mut self, mover: usize, gives_check: bool) -> Counters {
        self.checks[mover] += gives_check as u16;
        let beyond = gives_check && self.checks[mover] > COUNTED_CHECKS;
        self.reversible += 1;
        self.rule_clock += !(beyond || self.uncounted_check) as u16;
        self.uncounted_check = beyond;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play_all(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            game.play(text.parse().unwrap()).unwrap();
        }
    }

    #[test]
    fn repetitions_are_found() {
        let mut game = Game::new(Board::start());
        play_all(&mut game, "h2e2 h9g7 e2h2 g7h9");
        assert_eq!(game.previous_occurrences().collect::<Vec<_>>(), [0]);
        play_all(&mut game, "h2e2 h9g7 e2h2 g7h9");
        assert_eq!(game.previous_occurrences().collect::<Vec<_>>(), [4, 0]);
        play_all(&mut game, "h2h9");
        assert_eq!((game.reversible(), game.rule_clock()), (0, 0));
        game.pop();
        assert_eq!((game.reversible(), game.occurrences_before()), (8, 2));
    }

    #[test]
    fn checks_beyond_ten_and_their_answers_stop_the_clock() {
        let mut game = Game::from_fen("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1").unwrap();
        for _ in 0..15 {
            play_all(&mut game, "e1d1 d9e9 d1e1 e9d9");
        }
        assert_eq!(game.rule_clock(), 20, "ten checks and ten answers");
        assert_eq!(game.board().clock(), 60);
    }

    #[test]
    fn taking_back_restores_everything() {
        let mut game = Game::new(Board::start());
        play_all(&mut game, "h2e2 h9g7");
        let before = (game.board().clone(), game.counters);
        play_all(&mut game, "e2e6");
        game.push_null();
        game.pop();
        game.pop();
        assert_eq!((game.board().clone(), game.counters), before);
        assert_eq!(game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["h2e2", "h9g7"]);
    }
}
