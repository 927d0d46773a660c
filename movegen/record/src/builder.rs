//! Building a game move by move with every move checked: what all readers share.

use chuhe_movegen::{Board, FenError, Move, Setup, Square, Undo};

use crate::error::{BadMove, Broken};
use crate::record::GameRecord;
use crate::tree::{NodeId, Tree};

/// Why reading stops.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error(transparent)]
    Broken(#[from] Broken),
    #[error(transparent)]
    Position(#[from] FenError),
    #[error("{0}")]
    Move(BadMove),
}

/// One file being read.
#[derive(Default)]
pub(crate) struct Session {
    /// Whether an illegal move ends its line instead of the reading.
    pub lenient: bool,
    /// The illegal moves left out so far.
    pub dropped: Vec<BadMove>,
    /// The game that is being read, from 1.
    pub game: usize,
    /// How many moves were read, over all games.
    moves: usize,
}

impl Session {
    /// A session that leaves illegal moves out.
    pub fn lenient() -> Session {
        Session { lenient: true, ..Session::default() }
    }

    /// Starts the next game from a position.
    pub fn begin(&mut self, start: Board) -> Builder<'_> {
        self.game += 1;
        let board = start.clone();
        Builder {
            session: self,
            record: GameRecord::new(start),
            board,
            path: Vec::new(),
            node: Tree::ROOT,
            on_main_line: 0,
            lost_at: None,
        }
    }

    /// Starts the next game from a FEN.
    pub fn begin_fen(&mut self, fen: &str) -> Result<Builder<'_>, Fault> {
        match Board::from_fen(fen) {
            Ok(start) => Ok(self.begin(start)),
            Err(fault) => {
                self.game += 1;
                Err(fault.into())
            }
        }
    }

    /// Starts the next game from pieces on squares. The side to move is that of the piece on
    /// `mover`; without one it is the setup's own, or the other side where that cannot be to move.
    pub fn begin_setup(&mut self, mut setup: Setup, mover: Option<Square>) -> Result<Builder<'_>, Fault> {
        match mover.and_then(|square| setup.piece_at(square)) {
            Some(piece) => setup.side_to_move = piece.color(),
            None if setup.to_board().is_err() => {
                let mut other = setup.clone();
                other.side_to_move = !setup.side_to_move;
                if other.to_board().is_ok() {
                    setup = other;
                }
            }
            None => {}
        }
        match setup.to_board() {
            Ok(start) => Ok(self.begin(start)),
            Err(fault) => {
                self.game += 1;
                Err(FenError::from(fault).into())
            }
        }
    }
}

/// The move between two squares, unless they are the same.
pub(crate) fn move_between(from: Square, to: Square) -> Option<Move> {
    (from != to).then(|| Move::new(from, to))
}

/// A game in the making. It stands at a position, [`Builder::depth`] moves after the start.
///
/// When lenient, an illegal move and all that hangs on it are left out: moves are then only counted
/// until [`Builder::back_to`] returns to a position before it.
pub(crate) struct Builder<'s> {
    pub session: &'s mut Session,
    pub record: GameRecord,
    board: Board,
    path: Vec<(Move, Undo)>,
    node: NodeId,
    /// How many moves of the path belong to the main line.
    on_main_line: usize,
    /// Where an illegal move was left out: how many moves were good, and how many followed.
    lost_at: Option<usize>,
}

impl Builder<'_> {
    /// The number of moves from the start to here, those left out included.
    pub fn depth(&self) -> usize {
        self.path.len() + self.lost_at.unwrap_or(0)
    }

    /// Plays a move from one square to another, which may be the same in a broken file.
    pub fn play_squares(&mut self, from: Square, to: Square) -> Result<(), Fault> {
        let text = format!("{from}{to}");
        self.play_parsed(&text, |_| {
            move_between(from, to).ok_or_else(|| "it ends where it starts".to_string())
        })
    }

    /// Plays the move that `parse` finds in the text.
    pub fn play_parsed(
        &mut self,
        text: &str,
        parse: impl FnOnce(&Board) -> Result<Move, String>,
    ) -> Result<(), Fault> {
        self.session.moves += 1;
        if self.session.moves > Tree::MAX_MOVES {
            return Err(Broken::TooManyMoves.into());
        }
        if let Some(lost) = &mut self.lost_at {
            *lost += 1;
            return Ok(());
        }
        let played = parse(&self.board)
            .and_then(|mv| self.board.play(mv).map(|undo| (mv, undo)).map_err(|error| error.to_string()));
        match played {
            Ok((mv, undo)) => {
                if !self.is_in_variation() {
                    self.on_main_line += 1;
                }
                self.path.push((mv, undo));
                self.node = self.record.tree.add(self.node, mv);
                Ok(())
            }
            Err(reason) => self.refuse(text, reason),
        }
    }

    fn refuse(&mut self, text: &str, reason: String) -> Result<(), Fault> {
        let bad = BadMove {
            game: self.session.game,
            ply: self.path.len(),
            in_variation: self.is_in_variation(),
            text: text.to_string(),
            reason,
        };
        if !self.session.lenient {
            return Err(Fault::Move(bad));
        }
        self.session.dropped.push(bad);
        self.lost_at = Some(1);
        Ok(())
    }

    /// Whether a move added here belongs to a variation.
    fn is_in_variation(&self) -> bool {
        self.on_main_line < self.path.len() || !self.record.tree.children(self.node).is_empty()
    }

    /// Takes moves back until `depth` are left, to add a variation there.
    pub fn back_to(&mut self, depth: usize) {
        if self.lost_at.is_some() && depth <= self.path.len() {
            self.lost_at = None;
        }
        if let Some(lost) = &mut self.lost_at {
            *lost = depth - self.path.len();
            return;
        }
        self.on_main_line = self.on_main_line.min(depth);
        while self.path.len() > depth {
            if let Some((mv, undo)) = self.path.pop() {
                self.board.undo_move(mv, &undo);
                self.node = self.record.tree.parent(self.node).unwrap_or(Tree::ROOT);
            }
        }
    }

    /// Goes back before the last move, to add a variation to it; [`Builder::rejoin`] returns here.
    pub fn branch(&mut self) -> Mark {
        let mark = Mark {
            depth: self.depth(),
            node: self.node,
            on_main_line: self.on_main_line,
            lost_at: self.lost_at,
        };
        self.back_to(mark.depth.saturating_sub(1));
        mark
    }

    /// Returns to where [`Builder::branch`] was called.
    pub fn rejoin(&mut self, mark: Mark) {
        self.back_to(mark.depth.saturating_sub(1));
        self.lost_at = mark.lost_at;
        if mark.lost_at.is_none()
            && let Some(mv) = self.record.tree.mv(mark.node)
        {
            let undo = self.board.make_move(mv);
            self.path.push((mv, undo));
            self.node = mark.node;
        }
        self.on_main_line = mark.on_main_line;
    }

    /// Adds a comment to the last move, or to the start.
    pub fn comment(&mut self, text: &str) {
        if self.lost_at.is_none() {
            self.record.tree.add_comment(self.node, text);
        }
    }

    /// The game.
    pub fn finish(self) -> GameRecord {
        self.record
    }
}

/// See [`Builder::branch`].
pub(crate) struct Mark {
    depth: usize,
    node: NodeId,
    on_main_line: usize,
    lost_at: Option<usize>,
}
