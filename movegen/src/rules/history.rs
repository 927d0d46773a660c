//! A finished or running game laid open: every position, the names of the pieces in it, what came before.

use crate::{Board, Color, Game, Move, Ply, Square};

/// A piece keeps its name, the square it stood on at the start of the game, while it moves.
pub(super) type Name = u8;

/// One position of the game.
struct Entry {
    board: Board,
    names: [Name; Square::NUM],
    reversible: usize,
    rule_clock: u16,
    /// Checks since the last capture, by both sides together.
    checks: u16,
}

/// All positions of a game, counted by the plies played before them.
pub(super) struct History<'a> {
    game: &'a Game,
    plies: &'a [Ply],
    entries: Vec<Entry>,
}

impl<'a> History<'a> {
    /// Replays the game.
    pub fn new(game: &'a Game) -> History<'a> {
        let mut entries = Vec::with_capacity(game.len() + 1);
        let mut walker = Game::new(game.start().clone());
        entries.push(Entry::first(&walker));
        for mv in game.moves() {
            walker.push(mv);
            let next = entries[entries.len() - 1].after(&walker, mv);
            entries.push(next);
        }
        History { game, plies: &game.plies()[..entries.len() - 1], entries }
    }

    /// The game itself.
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// Number of plies played.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// The position after `at` plies.
    pub fn board(&self, at: usize) -> &Board {
        &self.entries[at].board
    }

    /// Who plays ply `ply`.
    pub fn mover(&self, ply: usize) -> Color {
        self.board(ply).side_to_move()
    }

    /// The move of ply `ply`; the judged game holds no null moves.
    pub fn move_at(&self, ply: usize) -> Option<Move> {
        self.plies[ply].mv
    }

    /// Whether ply `ply` gave check.
    pub fn gives_check(&self, ply: usize) -> bool {
        self.plies[ply].gives_check
    }

    /// Whether ply `ply` captured.
    pub fn captures(&self, ply: usize) -> bool {
        self.plies[ply].captured().is_some()
    }

    /// The name of the piece on `square` after `at` plies.
    pub fn name(&self, at: usize, square: Square) -> Name {
        self.entries[at].names[square.index()]
    }

    /// Where the piece called `name` stands after `at` plies.
    pub fn square_of(&self, at: usize, name: Name) -> Option<Square> {
        let entry = &self.entries[at];
        entry.board.occupied().into_iter().find(|square| entry.names[square.index()] == name)
    }

    /// The ply counts at which the position after `at` plies stood, itself included, earliest first.
    pub fn occurrences(&self, at: usize) -> Vec<usize> {
        let key = self.board(at).key();
        let oldest = at - self.entries[at].reversible.min(at);
        let mut found: Vec<usize> =
            (oldest..=at).rev().step_by(2).filter(|&earlier| self.board(earlier).key() == key).collect();
        found.reverse();
        found
    }

    /// Plies towards the natural limit, at most ten checks a side counted.
    pub fn rule_clock(&self, at: usize) -> u16 {
        self.entries[at].rule_clock
    }

    /// Checks by both sides since the last capture.
    pub fn checks_since_capture(&self, at: usize) -> u16 {
        self.entries[at].checks
    }
}

impl Entry {
    fn first(game: &Game) -> Entry {
        let names = std::array::from_fn(|index| index as Name);
        let (board, rule_clock) = (game.board().clone(), game.rule_clock());
        Entry { board, names, reversible: 0, rule_clock, checks: 0 }
    }

    /// The entry that follows `self` by `mv`, which `game` has just played.
    fn after(&self, game: &Game, mv: Move) -> Entry {
        let mut names = self.names;
        names.swap(mv.from().index(), mv.to().index());
        let reversible = game.reversible();
        let check = u16::from(game.plies().last().is_some_and(|ply| ply.gives_check));
        let checks = if reversible == 0 { 0 } else { self.checks + check };
        Entry { board: game.board().clone(), names, reversible, rule_clock: game.rule_clock(), checks }
    }
}
