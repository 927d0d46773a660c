//! Opening books: our own compact format ([`own`]) and ElephantEye's BOOK.DAT ([`eleeye`]).

pub mod build;
pub mod eleeye;
pub mod own;

use std::path::Path;

use chuhe_movegen::{Board, Game, Move};

/// A book, whole in memory.
#[derive(Debug)]
pub enum Book {
    /// Built by `chuhe book build`.
    Own(own::OwnBook),
    /// ElephantEye's.
    ElephantEye(eleeye::ElephantEyeBook),
}

/// Why a file is no book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It is a folder or a device, which may have no end.
    #[error("not a regular file")]
    NotAFile,
    /// It is neither of the formats.
    #[error("neither a book of Chuhe nor one of ElephantEye: {0}")]
    Unknown(&'static str),
    /// It is one of ours, but not sound.
    #[error("a damaged book: {0}")]
    Damaged(String),
}

/// A move that a book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move; legal.
    pub mv: Move,
    /// How often it is chosen, relative to the others.
    pub weight: u32,
    /// Games won, drawn and lost by the side that played it, where the book says so.
    pub games: Option<[u16; 3]>,
}

impl Book {
    /// Reads a book of either format.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        if !std::fs::metadata(path)?.is_file() {
            return Err(BookError::NotAFile);
        }
        Book::parse(&std::fs::read(path)?)
    }

    /// Reads a book from its bytes.
    pub fn parse(bytes: &[u8]) -> Result<Book, BookError> {
        if bytes.starts_with(own::MAGIC) {
            own::OwnBook::parse(bytes).map(Book::Own)
        } else {
            eleeye::ElephantEyeBook::parse(bytes).map(Book::ElephantEye)
        }
    }

    /// The legal moves that the book knows here, the heaviest first.
    pub fn moves(&self, board: &Board) -> Vec<BookMove> {
        let mut moves = match self {
            Book::Own(book) => book.moves(board),
            Book::ElephantEye(book) => book.moves(board),
        };
        moves.retain(|entry| board.is_legal(entry.mv));
        moves.sort_by_key(|entry| (std::cmp::Reverse(entry.weight), entry.mv));
        moves
    }

    /// A move to play, chosen at random by weight among those that `allowed` accepts. Moves back to a
    /// position of the game are left to the search, which knows what repetitions cost.
    pub fn pick(&self, game: &Game, allowed: impl Fn(Move) -> bool) -> Option<Move> {
        let mut moves = self.moves(game.board());
        moves.retain(|entry| entry.weight > 0 && allowed(entry.mv) && !repeats(game, entry.mv));
        let total: u64 = moves.iter().map(|entry| u64::from(entry.weight)).sum();
        let mut ticket = if total > 0 { fastrand::u64(..total) } else { return None };
        for entry in moves {
            match ticket.checked_sub(u64::from(entry.weight)) {
                Some(rest) => ticket = rest,
                None => return Some(entry.mv),
            }
        }
        None
    }
}

fn repeats(game: &Game, mv: Move) -> bool {
    let key = game.board().key_after(mv);
    (0..game.len()).any(|plies| game.key_at(plies) == key)
}

#[cfg(test)]
mod tests;
