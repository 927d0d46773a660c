//! The opening book of a session: opened when first needed, and asked before a search starts.

use std::path::PathBuf;

use chuhe_movegen::Move;
use chuhe_search::{Outcome, Score};

use super::Session;
use crate::book::Book;
use crate::protocol::Go;

/// The book in use, with the file it came from.
#[derive(Default)]
pub struct Shelf {
    path: Option<PathBuf>,
    book: Option<Book>,
}

impl Session {
    /// Opens the book if one is to be used and it is not open yet; says so where that fails.
    pub(super) fn open_book(&mut self) {
        if !self.settings.own_book || self.shelf.path == self.settings.book_file {
            return;
        }
        self.shelf.path = self.settings.book_file.clone();
        self.shelf.book = None;
        let Some(path) = &self.shelf.path else { return };
        match Book::open(path) {
            Ok(book) => self.shelf.book = Some(book),
            Err(error) => {
                let text = format!("book '{}': {error}", path.display());
                self.say(&text);
            }
        }
    }

    /// The book's answer, if it has one and is wanted: not in analysis, nor while the opponent thinks.
    pub(super) fn book_answer(&mut self, go: &Go, allowed: impl Fn(Move) -> bool) -> Option<Outcome> {
        if !self.settings.own_book || self.settings.analyse || go.infinite || go.ponder {
            return None;
        }
        self.open_book();
        let mv = self.shelf.book.as_ref()?.pick(&self.game, allowed)?;
        self.say("book");
        let line = self.line(1, Score::Cp(0), vec![mv]);
        Some(Outcome {
            best: Some(mv),
            ponder: None,
            lines: vec![line],
            nodes: 0,
            time: std::time::Duration::ZERO,
        })
    }
}
