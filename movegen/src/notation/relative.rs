//! A move as players call it, seen from the mover's seat: which piece, which way, how far.
//!
//! Files count 1 to 9 from the mover's right. Knights, bishops and advisors name the file they land on;
//! the others name the file when they move sideways, and the number of ranks otherwise.
//!
//! Where several pieces of a kind share a file the file does not tell them apart. Two are called front
//! and rear, three front, middle and rear, more are numbered from the front. Where that happens on
//! more than one file (pawns), all pieces on such files are numbered together, file by file from the mover's right, front to
//! rear. Bishops and advisors never need it: of two on a file only one can go each way.

use super::{NotationError, select};
use crate::{Board, Color, Move, PieceKind, Square};

/// A move in the players' terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Relative {
    pub kind: PieceKind,
    pub who: Who,
    pub heading: Heading,
    /// Target file (1 to 9) or number of ranks (1 to 9).
    pub number: u8,
}

/// Which of the pieces of the kind moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    /// The one on this file.
    File(u8),
    /// The one at this place of a file that holds several.
    At(Place),
    /// The one at this place of this file.
    AtOnFile(Place, u8),
    /// The n-th, from 1, of all that share files.
    Nth(u8),
    /// The n-th from the front, from 1, of those on this file.
    NthOnFile(u8, u8),
}

/// A place among pieces on one file; front is nearest to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Front,
    Middle,
    Rear,
}

/// 进, 退, 平.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Heading {
    Advance,
    Retreat,
    Traverse,
}

impl Relative {
    /// Describes a move of the piece on its first square; `None` where that square is empty.
    pub fn describe(board: &Board, mv: Move) -> Option<Relative> {
        let piece = board.piece_at(mv.from())?;
        let (color, kind) = (piece.color(), piece.kind());
        let (heading, number) = course(color, kind, mv);
        Some(Relative { kind, who: Who::of(board, color, kind, mv.from()), heading, number })
    }

    /// The one legal move that answers the description, read liberally: a loose description will do
    /// where only one legal move fits it. `text` is what the user wrote, for errors.
    pub fn resolve(self, board: &Board, text: &str) -> Result<Move, NotationError> {
        let color = board.side_to_move();
        let pieces = board.pieces(color, self.kind);
        let shared = sharing_files(board, color, self.kind);
        let owns = |mv: Move| pieces.contains(mv.from()) && self.who.includes(&shared, color, mv.from());
        select(board, text, owns, |mv| course(color, self.kind, mv) == (self.heading, self.number))
    }
}

impl Who {
    /// The name of the piece on `from` as the rules want it.
    fn of(board: &Board, color: Color, kind: PieceKind, from: Square) -> Who {
        let alone = Who::File(file_number(color, from));
        if matches!(kind, PieceKind::Advisor | PieceKind::Bishop) {
            return alone;
        }
        let shared = sharing_files(board, color, kind);
        let Some(nth) = shared.iter().position(|&square| square == from) else { return alone };
        let one_file = shared.iter().all(|square| square.file() == from.file());
        match (one_file, nth, shared.len()) {
            (true, 0, 2 | 3) => Who::At(Place::Front),
            (true, 1, 3) => Who::At(Place::Middle),
            (true, _, 2 | 3) => Who::At(Place::Rear),
            _ => Who::Nth(nth as u8 + 1),
        }
    }

    /// Whether the piece on `from` can be meant. `shared` comes from [`sharing_files`].
    fn includes(self, shared: &[Square], color: Color, from: Square) -> bool {
        match self {
            Who::File(file) => file_number(color, from) == file,
            Who::Nth(n) => (n as usize).checked_sub(1).and_then(|i| shared.get(i)) == Some(&from),
            Who::At(place) => place.includes(shared, from),
            Who::AtOnFile(place, file) => file_number(color, from) == file && place.includes(shared, from),
            Who::NthOnFile(n, file) => {
                file_number(color, from) == file && place_on_file(shared, from).0 == n as usize
            }
        }
    }

    /// The piece on `from` by its place on its file and the file: how the WXF names pawns that front and rear do not
    /// tell apart.
    pub fn on_file(board: &Board, color: Color, kind: PieceKind, from: Square) -> Who {
        let (n, _) = place_on_file(&sharing_files(board, color, kind), from);
        Who::NthOnFile(n as u8, file_number(color, from))
    }
}

impl Place {
    fn includes(self, shared: &[Square], from: Square) -> bool {
        let (place, count) = place_on_file(shared, from);
        match self {
            Place::Front => place == 1,
            Place::Middle => place > 1 && place < count,
            Place::Rear => place > 0 && place == count,
        }
    }
}

/// Which of the `shared` pieces on its file a piece is, from 1 at the front, and how many there are; 0 where
/// the piece is not among them.
fn place_on_file(shared: &[Square], from: Square) -> (usize, usize) {
    let mut on_file = shared.iter().filter(|square| square.file() == from.file());
    let count = on_file.clone().count();
    (on_file.position(|&square| square == from).map_or(0, |index| index + 1), count)
}

/// The file of a square as its side counts: 1 on the side's right hand, 9 on its left.
fn file_number(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => Square::FILES - square.file(),
        Color::Black => square.file() + 1,
    }
}

/// Which way a move goes and the number it is written with.
fn course(color: Color, kind: PieceKind, mv: Move) -> (Heading, u8) {
    let (from, to) = (mv.from().relative(color).rank(), mv.to().relative(color).rank());
    let heading = match to.cmp(&from) {
        std::cmp::Ordering::Greater => Heading::Advance,
        std::cmp::Ordering::Less => Heading::Retreat,
        std::cmp::Ordering::Equal => Heading::Traverse,
    };
    let oblique = matches!(kind, PieceKind::Advisor | PieceKind::Bishop | PieceKind::Knight);
    if oblique || heading == Heading::Traverse {
        (heading, file_number(color, mv.to()))
    } else {
        (heading, to.abs_diff(from))
    }
}

/// The pieces of a kind that share a file with another, in the order they are numbered:
/// from the side's right to its left, front to rear.
fn sharing_files(board: &Board, color: Color, kind: PieceKind) -> Vec<Square> {
    let mut squares: Vec<Square> = board.pieces(color, kind).into_iter().collect();
    squares
        .sort_by_key(|&square| (file_number(color, square), Square::RANKS - square.relative(color).rank()));
    let shares = |square: &Square| squares.iter().filter(|other| other.file() == square.file()).count() > 1;
    squares.iter().copied().filter(shares).collect()
}
