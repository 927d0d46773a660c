//! FEN, the one-line text of a position: read liberally, written strictly.
//!
//! Six fields: the ranks from Black's side down, the side to move (`w` or `r`, `b`), two fields that Xiangqi
//! does not use (`- -`), plies since the last capture, number of the move. All but the first may be missing. `moves`
//! and moves in any notation may follow; `startpos` stands for the start position.

use super::setup::{Setup, SetupError, SetupFault, SetupWarning};
use super::{Board, START_FEN};
use crate::notation::{self, NotationError};
use crate::{Color, Game, Piece, Square};
use std::fmt;
use std::str::FromStr;

/// The greatest counter read: far beyond any game, and far from overflow however long it goes on.
const MAX_COUNTER: u16 = 9999;

/// Everything that is wrong with a FEN; never empty. The message lists all of it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("bad FEN: {}", faults.iter().map(FenFault::to_string).collect::<Vec<_>>().join("; "))]
pub struct FenError {
    /// The faults, in reading order.
    pub faults: Vec<FenFault>,
}

/// One thing that is wrong with a FEN, and where. Ranks are named as on the board, 9 (the first in the text) to 0.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenFault {
    /// There is no text.
    #[error("it is empty")]
    Empty,
    /// A position of Western chess.
    #[error("this is a position of Western chess (8 ranks of 8 files), not of Xiangqi")]
    WesternChess,
    /// A position of Shogi.
    #[error("this is a position of Shogi (9 ranks of 9 files), not of Xiangqi")]
    Shogi,
    /// Not ten ranks.
    #[error("expected 10 ranks, found {0}")]
    RankCount(usize),
    /// A rank that is not nine files wide.
    #[error("rank {rank} ('{text}'): expected 9 files, found {files}")]
    RankWidth {
        /// The rank's number as if the text began at rank 9; negative in excess ranks.
        rank: i32,
        /// Its text.
        text: String,
        /// How many files it fills.
        files: usize,
    },
    /// A character that stands for nothing.
    #[error("unknown letter '{letter}' in rank {rank}, file {file}")]
    UnknownLetter {
        /// The character.
        letter: char,
        /// The rank's number as if the text began at rank 9; negative in excess ranks.
        rank: i32,
        /// The file, from 1 at Red's left; beyond 9 in a rank that is too wide.
        file: usize,
    },
    /// The second field names no side.
    #[error("no such side to move: '{0}' (w, r or b)")]
    UnknownSide(String),
    /// A counter that is no number or out of range.
    #[error("bad {field}: '{text}' (0 to {MAX_COUNTER})")]
    BadCounter {
        /// Which counter.
        field: &'static str,
        /// Its text.
        text: String,
    },
    /// Words after the last field.
    #[error("unexpected '{0}' after the counters")]
    TrailingText(String),
    /// The text is sound, the position is not.
    #[error(transparent)]
    Setup(#[from] SetupFault),
    /// A move after `moves` that cannot be played.
    #[error("move {number}: {reason}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        reason: NotationError,
    },
}

impl From<SetupError> for FenError {
    fn from(error: SetupError) -> FenError {
        FenError { faults: error.faults.into_iter().map(FenFault::Setup).collect() }
    }
}

impl Setup {
    /// Reads the fields of a FEN without asking whether the position is possible.
    pub fn from_fen(fen: &str) -> Result<Setup, FenError> {
        let (setup, faults) = read(fen);
        if faults.is_empty() { Ok(setup) } else { Err(FenError { faults }) }
    }
}

impl Board {
    /// Reads a FEN; where `moves` follow, the position after them.
    ///
    /// # Errors
    /// Where the text is no position; the error lists every fault.
    pub fn from_fen(fen: &str) -> Result<Board, FenError> {
        Game::from_fen(fen).map(|game| game.board().clone())
    }

    /// The FEN of the position, all six fields.
    pub fn fen(&self) -> String {
        self.to_string()
    }

    /// What no game leads to about this position, though it can be played.
    pub fn warnings(&self) -> Vec<SetupWarning> {
        Setup::from(self).warnings()
    }
}

impl FromStr for Board {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Board, FenError> {
        Board::from_fen(fen)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            write_rank(f, (0..Square::FILES).map(|file| self.piece_at(Square::new(file, rank))))?;
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        write!(f, " {} - - {} {}", self.side_to_move().letter(), self.clock(), self.fullmove())
    }
}

impl Game {
    /// Reads a FEN and the moves that may follow it after the word `moves`, in any notation.
    ///
    /// ```
    /// use chuhe_movegen::Game;
    /// let game = Game::from_fen("startpos moves h2e2 h9g7").unwrap();
    /// assert_eq!(game.len(), 2);
    /// let error = Game::from_fen("startpos moves h2e2 h2e2").unwrap_err();
    /// assert_eq!(error.to_string(), "bad FEN: move 2: 'h2e2': the side to move has no such piece");
    /// ```
    pub fn from_fen(text: &str) -> Result<Game, FenError> {
        let (fen, moves) = split_moves(text);
        let (setup, mut faults) = read(fen);
        // A board that could not be read would be blamed for what the text lacks.
        let sound = !faults.iter().any(FenFault::spoils_board);
        if sound {
            faults.extend(setup.faults().into_iter().map(FenFault::Setup));
        }
        if !faults.is_empty() {
            return Err(FenError { faults });
        }
        let mut game = Game::new(setup.to_board()?);
        for (index, word) in moves.split_whitespace().enumerate() {
            let fault = |reason| FenError { faults: vec![FenFault::Move { number: index + 1, reason }] };
            let mv = notation::parse_any(game.board(), word).map_err(fault)?;
            game.push(mv);
        }
        Ok(game)
    }
}

/// The start position's FEN and the moves, as [`Game::from_fen`] reads them.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.start())?;
        if !self.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves().try_for_each(|mv| write!(f, " {mv}"))
    }
}

impl FenFault {
    /// Whether the pieces could not be read.
    fn spoils_board(&self) -> bool {
        use FenFault::*;
        matches!(self, Empty | WesternChess | Shogi | RankCount(_) | RankWidth { .. } | UnknownLetter { .. })
    }
}

/// The FEN and what follows the word `moves`.
fn split_moves(text: &str) -> (&str, &str) {
    match text.split_once("moves") {
        Some((fen, moves)) => (fen, moves),
        None => (text, ""),
    }
}

/// Reads the fields, with everything that is wrong with them.
fn read(fen: &str) -> (Setup, Vec<FenFault>) {
    let mut words = fen.split_whitespace();
    let mut faults = Vec::new();
    let mut setup = match words.next() {
        None => return (Setup::empty(), vec![FenFault::Empty]),
        Some("startpos") => read_board(&START_FEN[..START_FEN.find(' ').unwrap_or(0)], &mut faults),
        Some(board) if let Some(game) = other_game(board) => return (Setup::empty(), vec![game]),
        Some(board) => read_board(board, &mut faults),
    };
    match words.next() {
        None | Some("w" | "W" | "r" | "R") => {}
        Some("b" | "B") => setup.side_to_move = Color::Black,
        Some(other) => faults.push(FenFault::UnknownSide(other.to_owned())),
    }
    let mut words = words.skip_while(|&word| word == "-");
    if let Some(word) = words.next() {
        setup.clock = read_counter("number of plies since a capture", word, &mut faults);
    }
    if let Some(word) = words.next() {
        // Some programs count from 0.
        setup.fullmove = read_counter("move number", word, &mut faults).max(1);
    }
    let rest: Vec<&str> = words.collect();
    if !rest.is_empty() {
        faults.push(FenFault::TrailingText(rest.join(" ")));
    }
    (setup, faults)
}

fn read_counter(field: &'static str, text: &str, faults: &mut Vec<FenFault>) -> u16 {
    // `parse` would take "+5".
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<u16>() {
        Ok(count) if digits && count <= MAX_COUNTER => count,
        _ => {
            faults.push(FenFault::BadCounter { field, text: text.to_owned() });
            0
        }
    }
}

fn read_board(text: &str, faults: &mut Vec<FenFault>) -> Setup {
    let mut setup = Setup::empty();
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != Square::RANKS as usize {
        faults.push(FenFault::RankCount(ranks.len()));
    }
    for (index, text) in ranks.into_iter().enumerate() {
        read_rank(text, Square::RANKS as i32 - 1 - index as i32, &mut setup, faults);
    }
    setup
}

fn read_rank(text: &str, rank: i32, setup: &mut Setup, faults: &mut Vec<FenFault>) {
    let mut file = 0;
    for letter in text.chars() {
        if let Some(run @ 1..) = letter.to_digit(10) {
            file += run as usize;
            continue;
        }
        let square =
            i8::try_from(file).ok().zip(i8::try_from(rank).ok()).and_then(|(f, r)| Square::try_new(f, r));
        match (Piece::from_letter(letter), square) {
            (None, _) => faults.push(FenFault::UnknownLetter { letter, rank, file: file + 1 }),
            (piece, Some(square)) => setup.put(square, piece),
            (Some(_), None) => {} // reported by its rank's width or the number of ranks
        }
        file += 1;
    }
    if file != Square::FILES as usize {
        faults.push(FenFault::RankWidth { rank, text: text.to_owned(), files: file });
    }
}

/// Tells the boards of two other games by their shape and letters.
fn other_game(board: &str) -> Option<FenFault> {
    let ranks = board.split('/').count();
    let has = |letters: &[char]| board.chars().any(|c| letters.contains(&c.to_ascii_lowercase()));
    if ranks == 8 && has(&['q', 'p', 'k']) && !has(&['a', 'c', 'e', 'h']) {
        Some(FenFault::WesternChess)
    } else if ranks == 9 && has(&['l', 's', 'g', '+']) && !has(&['a', 'c', 'e', 'h']) {
        Some(FenFault::Shogi)
    } else {
        None
    }
}

fn write_rank(f: &mut fmt::Formatter<'_>, points: impl Iterator<Item = Option<Piece>>) -> fmt::Result {
    let mut gap = 0;
    for point in points {
        let Some(piece) = point else {
            gap += 1;
            continue;
        };
        if gap > 0 {
            write!(f, "{gap}")?;
            gap = 0;
        }
        write!(f, "{}", piece.letter())?;
    }
    if gap > 0 { write!(f, "{gap}") } else { Ok(()) }
}
