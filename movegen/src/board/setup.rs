//! A position before it is known to be one: any piece on any point ([`Setup`]), and what is wrong or odd about it.

use super::Board;
use crate::{Bitboard, Color, Piece, PieceKind, Square};

/// Pieces on points, the side to move and the counters, unchecked.
///
/// ```
/// use chuhe_movegen::{Color, Piece, Setup, Square};
/// let mut setup = Setup::empty();
/// setup.put(Square::D0, Some(Piece::RedKing));
/// setup.put(Square::E9, Some(Piece::BlackKing));
/// setup.put(Square::A5, Some(Piece::RedRook));
/// assert_eq!(setup.to_board().unwrap().fen(), "4k4/9/9/9/R8/9/9/9/9/3K5 w - - 0 1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pieces: [Option<Piece>; Square::NUM],
    /// Who moves next.
    pub side_to_move: Color,
    /// Plies since the last capture.
    pub clock: u16,
    /// Number of the current move of both sides, from 1.
    pub fullmove: u16,
}

/// What makes a setup no position of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupFault {
    /// A side has no king.
    #[error("no {0} king")]
    NoKing(Color),
    /// A side has more than one king.
    #[error("{} {color} kings: {}", squares.len(), list(squares))]
    SeveralKings {
        /// Whose.
        color: Color,
        /// Where they stand.
        squares: Bitboard,
    },
    /// A king or advisor outside its palace, an advisor or elephant off its points.
    #[error("{} on {square}, where it can never stand", name(*piece))]
    Misplaced {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// Every king stands in the palace of the other.
    #[error("the board is upside down: Red's side comes last")]
    UpsideDown,
    /// More pieces than a side starts with.
    #[error("{count} {color} pieces: a side has at most {}", Setup::MAX_PIECES)]
    TooManyPieces {
        /// Whose.
        color: Color,
        /// How many.
        count: usize,
    },
    /// Nothing stands between the kings.
    #[error("the kings on {red} and {black} face each other")]
    KingsFacing {
        /// Red's king.
        red: Square,
        /// Black's king.
        black: Square,
    },
    /// The side that has just moved stands in check.
    #[error("{color} is in check from {} though it is not its move", list(checkers))]
    CheckedOutOfTurn {
        /// The side in check.
        color: Color,
        /// Where the checkers stand.
        checkers: Bitboard,
    },
}

/// What no game leads to but does no harm.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupWarning {
    /// A pawn behind its first rank, or short of the river beside its files.
    #[error("{color} pawn on {square}, where no pawn can come to stand")]
    StrayPawn {
        /// Whose.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// Two pawns of a side on one file, both short of the river.
    #[error("two {color} pawns on file {file} before the river, where only one can be")]
    DoubledHomePawns {
        /// Whose.
        color: Color,
        /// The file's letter.
        file: char,
    },
    /// More of a kind than a set has.
    #[error("{count} {}s: a set has {usual}", name(*piece))]
    Surplus {
        /// The piece.
        piece: Piece,
        /// How many there are.
        count: usize,
        /// How many a set has.
        usual: usize,
    },
}

/// Everything that is wrong with a setup; never empty.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", faults.iter().map(SetupFault::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupError {
    /// The faults, in the order they are found.
    pub faults: Vec<SetupFault>,
}

impl Setup {
    /// The most pieces a side can have.
    pub const MAX_PIECES: usize = 16;

    /// A bare board, Red to move.
    pub const fn empty() -> Setup {
        Setup { pieces: [None; Square::NUM], side_to_move: Color::Red, clock: 0, fullmove: 1 }
    }

    /// What stands on a point.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// Puts a piece on a point, or empties it.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.pieces[square.index()] = piece;
    }

    /// The occupied points, a0 first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::ALL.into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The checked position, or every fault of this one.
    pub fn to_board(&self) -> Result<Board, SetupError> {
        let faults = self.faults();
        if faults.is_empty() { Ok(Board::from_checked(self)) } else { Err(SetupError { faults }) }
    }

    /// Every reason why this is no position of the game. Checks are looked at only where both kings are in place.
    pub fn faults(&self) -> Vec<SetupFault> {
        if self.is_upside_down() {
            return vec![SetupFault::UpsideDown];
        }
        let mut faults = Vec::new();
        for color in Color::ALL {
            let kings = self.squares_of(Piece::new(color, PieceKind::King));
            match kings.len() {
                0 => faults.push(SetupFault::NoKing(color)),
                1 => {}
                _ => faults.push(SetupFault::SeveralKings { color, squares: kings }),
            }
            let count = self.pieces().filter(|(_, piece)| piece.color() == color).count();
            if count > Setup::MAX_PIECES {
                faults.push(SetupFault::TooManyPieces { color, count });
            }
        }
        let misplaced = self.pieces().filter(|&(square, piece)| !can_stand(piece, square));
        faults.extend(misplaced.map(|(square, piece)| SetupFault::Misplaced { piece, square }));
        if self.has_kings_at_home() {
            faults.extend(check_out_of_turn(&Board::from_checked(self)));
        }
        faults
    }

    /// Everything that no game leads to, short of a fault.
    pub fn warnings(&self) -> Vec<SetupWarning> {
        let mut warnings = Vec::new();
        for piece in Piece::ALL {
            let (count, usual) = (self.squares_of(piece).len(), usual_count(piece.kind()));
            if count > usual {
                warnings.push(SetupWarning::Surplus { piece, count, usual });
            }
        }
        for color in Color::ALL {
            let pawns = self.squares_of(Piece::new(color, PieceKind::Pawn));
            let home = pawns & Bitboard::home(color);
            let stray = home.into_iter().filter(|&square| !is_pawn_home(color, square));
            warnings.extend(stray.map(|square| SetupWarning::StrayPawn { color, square }));
            let doubled = (0..Square::FILES).filter(|&file| (home & Bitboard::file(file)).len() > 1);
            warnings.extend(
                doubled.map(|file| SetupWarning::DoubledHomePawns { color, file: (b'a' + file) as char }),
            );
        }
        warnings
    }

    fn squares_of(&self, wanted: Piece) -> Bitboard {
        let squares = self.pieces().filter(|&(_, piece)| piece == wanted);
        squares.fold(Bitboard::EMPTY, |set, (square, _)| set.with(square))
    }

    fn has_kings_at_home(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_its_king_in(color, Bitboard::palace(color)))
    }

    fn is_upside_down(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_its_king_in(color, Bitboard::palace(!color)))
    }

    /// Whether `color` has one king, and that within `area`.
    fn has_its_king_in(&self, color: Color, area: Bitboard) -> bool {
        let kings = self.squares_of(Piece::new(color, PieceKind::King));
        kings.len() == 1 && (kings & area) == kings
    }
}

impl Board {
    /// The board of a setup that has one king a side, its checks not looked at.
    fn from_checked(setup: &Setup) -> Board {
        let mut board = Board::empty(setup.side_to_move);
        for (square, piece) in setup.pieces() {
            board.put(square, piece);
        }
        (board.clock, board.fullmove) = (setup.clock, setup.fullmove);
        board
    }
}

impl From<&Board> for Setup {
    fn from(board: &Board) -> Setup {
        let mut setup = Setup::empty();
        for square in board.occupied() {
            setup.put(square, board.piece_at(square));
        }
        setup.side_to_move = board.side_to_move();
        setup.clock = board.clock();
        setup.fullmove = board.fullmove();
        setup
    }
}

/// Kings facing, or the side that has just moved in check.
fn check_out_of_turn(board: &Board) -> Option<SetupFault> {
    let (mover, waiting) = (board.side_to_move(), !board.side_to_move());
    let checkers = board.checkers_to(board.king(waiting), mover, board.occupied());
    if checkers.contains(board.king(mover)) {
        return Some(SetupFault::KingsFacing {
            red: board.king(Color::Red),
            black: board.king(Color::Black),
        });
    }
    (!checkers.is_empty()).then_some(SetupFault::CheckedOutOfTurn { color: waiting, checkers })
}

/// Whether the rules ever let the piece stand there; pawns may stand anywhere as far as this is concerned.
fn can_stand(piece: Piece, square: Square) -> bool {
    let seen_by_red = square.relative(piece.color());
    let (file, rank) = (seen_by_red.file(), seen_by_red.rank());
    match piece.kind() {
        PieceKind::King => Bitboard::palace(piece.color()).contains(square),
        PieceKind::Advisor => matches!((file, rank), (3 | 5, 0 | 2) | (4, 1)),
        PieceKind::Bishop => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        PieceKind::Pawn | PieceKind::Knight | PieceKind::Cannon | PieceKind::Rook => true,
    }
}

/// Where a pawn that has not crossed the river can be: its first point and the one before it.
fn is_pawn_home(color: Color, square: Square) -> bool {
    square.file().is_multiple_of(2) && matches!(square.relative(color).rank(), 3 | 4)
}

/// How many of a kind a set has.
fn usual_count(kind: PieceKind) -> usize {
    match kind {
        PieceKind::Pawn => 5,
        PieceKind::King => 1,
        PieceKind::Advisor | PieceKind::Bishop | PieceKind::Knight | PieceKind::Cannon | PieceKind::Rook => 2,
    }
}

fn name(piece: Piece) -> String {
    let kind = match piece.kind() {
        PieceKind::Pawn => "pawn",
        PieceKind::Advisor => "advisor",
        PieceKind::Bishop => "elephant",
        PieceKind::Knight => "knight",
        PieceKind::Cannon => "cannon",
        PieceKind::Rook => "rook",
        PieceKind::King => "king",
    };
    format!("{} {kind}", piece.color())
}

fn list(squares: &Bitboard) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}
