//! How moves are written: coordinates ([`iccs`]), the WXF's letters ([`wxf`]), Chinese characters
//! ([`chinese`]) and the algebraic style of WinBoard ([`san`]).
//!
//! Each module has `format(&Board, Move) -> String` and `parse(&Board, &str) -> Result<Move, NotationError>`;
//! what `parse` returns is legal. [`parse_any`] tells the notation from the look of the text.
//!
//! WXF and Chinese describe a move in the same terms with other signs; the private module `relative` holds those terms.

pub mod chinese;
pub mod iccs;
mod relative;
pub mod san;
pub mod wxf;

use crate::{Board, Move};
use std::fmt;
use std::str::FromStr;

/// The notations that moves are printed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// `h2e2`
    #[default]
    Iccs,
    /// `C2=5`
    Wxf,
    /// `炮二平五`
    Chinese,
}

impl Notation {
    /// Every notation.
    pub const ALL: [Notation; 3] = [Notation::Iccs, Notation::Wxf, Notation::Chinese];

    /// The move, legal on `board`, in this notation.
    pub fn format(self, board: &Board, mv: Move) -> String {
        match self {
            Notation::Iccs => iccs::format(board, mv),
            Notation::Wxf => wxf::format(board, mv),
            Notation::Chinese => chinese::format(board, mv),
        }
    }

    /// Consecutive moves from `board` on, each written on the board it is played on; it ends early
    /// at a move that is not legal.
    pub fn format_line(self, board: &Board, moves: &[Move]) -> Vec<String> {
        let mut board = board.clone();
        let mut line = Vec::with_capacity(moves.len());
        for &mv in moves {
            let text = self.format(&board, mv);
            if board.play(mv).is_err() {
                break;
            }
            line.push(text);
        }
        line
    }

    /// Reads a move in this notation.
    pub fn parse(self, board: &Board, text: &str) -> Result<Move, NotationError> {
        match self {
            Notation::Iccs => iccs::parse(board, text),
            Notation::Wxf => wxf::parse(board, text),
            Notation::Chinese => chinese::parse(board, text),
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Notation::Iccs => "iccs",
            Notation::Wxf => "wxf",
            Notation::Chinese => "chinese",
        })
    }
}

/// No notation goes by this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown notation '{0}': iccs, wxf or chinese")]
pub struct UnknownNotation(pub String);

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Notation, UnknownNotation> {
        Notation::ALL
            .into_iter()
            .find(|notation| name.eq_ignore_ascii_case(&notation.to_string()))
            .ok_or_else(|| UnknownNotation(name.to_owned()))
    }
}

/// Why a text is no move of the position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    /// The text is not written in the notation.
    #[error("'{text}' is not a move in {notation} notation")]
    Unreadable {
        /// What was given.
        text: String,
        /// The notation it was read in.
        notation: &'static str,
    },
    /// Nothing stands where the text says, or no such piece.
    #[error("'{text}': the side to move has no such piece")]
    NoSuchPiece {
        /// What was given.
        text: String,
    },
    /// The piece is there but does not move so.
    #[error("'{text}': the piece cannot move so")]
    NoSuchMove {
        /// What was given.
        text: String,
    },
    /// The piece moves so, but its king would stand in check or face the other one.
    #[error("'{text}' leaves the own king in check")]
    LeavesCheck {
        /// What was given.
        text: String,
    },
    /// Several legal moves answer the description.
    #[error("'{text}' is ambiguous: {}", join(candidates))]
    Ambiguous {
        /// What was given.
        text: String,
        /// All the moves it may mean.
        candidates: Vec<Move>,
    },
}

fn join(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" or ")
}

/// Reads a move in whatever notation it is written: Chinese where it has a character beyond ASCII's full-width
/// forms, coordinates, then WXF, then algebraic.
///
/// Coordinates can look like algebraic moves: `H8H7` leads from h8 to h7 or takes a horse from rank 8 to h7. What is
/// legal decides; where both are, letters of both cases mean algebraic.
///
/// ```
/// use chuhe_movegen::{Board, notation};
/// let board = Board::start();
/// for text in ["h2e2", "H2-E2", "C2=5", "C2.5", "炮二平五", "砲２平５", "炮25", "Che2"] {
///     assert_eq!(notation::parse_any(&board, text).unwrap().to_string(), "h2e2", "{text}");
/// }
/// ```
pub fn parse_any(board: &Board, text: &str) -> Result<Move, NotationError> {
    let trimmed = text.trim();
    if chinese::looks_like(trimmed) {
        chinese::parse(board, trimmed)
    } else if let Some(one_case) = iccs::looks_like(trimmed) {
        let (coordinates, algebraic) = (iccs::parse(board, trimmed), san::parse(board, trimmed));
        let likeliest = if one_case { (coordinates, algebraic) } else { (algebraic, coordinates) };
        match likeliest {
            (Ok(mv), _) | (_, Ok(mv)) => Ok(mv),
            (Err(NotationError::Unreadable { .. }), error) | (error, _) => error,
        }
    } else if wxf::looks_like(trimmed) {
        wxf::parse(board, trimmed)
    } else {
        san::parse(board, trimmed).map_err(|error| match error {
            NotationError::Unreadable { text, .. } => {
                NotationError::Unreadable { text, notation: "any known" }
            }
            other => other,
        })
    }
}

/// The one legal move that `wanted` accepts, or why there is none. `wanted` is asked about pseudo-legal moves
/// too, to tell an impossible move from one that leaves the king in check.
fn select(
    board: &Board,
    text: &str,
    owns: impl Fn(Move) -> bool,
    wanted: impl Fn(Move) -> bool,
) -> Result<Move, NotationError> {
    let candidates: Vec<Move> =
        board.legal_moves().into_iter().filter(|&mv| owns(mv) && wanted(mv)).collect();
    match candidates[..] {
        [mv] => Ok(mv),
        [] => Err(explain_nothing(board, text, owns, wanted)),
        _ => Err(NotationError::Ambiguous { text: text.to_owned(), candidates }),
    }
}

/// Says why no legal move answers: the gravest reason is that the piece does not even exist.
fn explain_nothing(
    board: &Board,
    text: &str,
    owns: impl Fn(Move) -> bool,
    wanted: impl Fn(Move) -> bool,
) -> NotationError {
    use crate::Square;
    let text = text.to_owned();
    let mut exists = false;
    for from in board.color(board.side_to_move()) {
        for to in Square::ALL.into_iter().filter(|&to| to != from) {
            let mv = Move::new(from, to);
            exists |= owns(mv);
            if owns(mv) && wanted(mv) && board.is_pseudo_legal(mv) {
                return NotationError::LeavesCheck { text };
            }
        }
    }
    if exists { NotationError::NoSuchMove { text } } else { NotationError::NoSuchPiece { text } }
}

/// Full-width forms to the ASCII they stand for; everything else as it is.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        other => other,
    }
}
