//! The rules of movement once more, point by point on a plain array: slow, and sharing nothing with the
//! engine's generator but the names of squares and pieces.

use chuhe_movegen::{Board, Color, Move, Piece, PieceKind, Square};

/// A position as an array.
#[derive(Clone)]
pub struct Reference {
    points: [Option<Piece>; Square::NUM],
    side: Color,
}

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const SLANTED: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Reference {
    /// The position of a board.
    pub fn new(board: &Board) -> Reference {
        Reference { points: Square::ALL.map(|square| board.piece_at(square)), side: board.side_to_move() }
    }

    /// Who is to move.
    pub fn side(&self) -> Color {
        self.side
    }

    /// The piece on a point.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.points[square.index()]
    }

    /// The position after a move.
    pub fn after(&self, mv: Move) -> Reference {
        let mut next = self.clone();
        next.points[mv.to().index()] = next.points[mv.from().index()].take();
        next.side = !self.side;
        next
    }

    /// Every legal move, sorted.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.moves_of(self.side);
        moves.retain(|&mv| !self.after(mv).is_in_check(self.side));
        moves.sort();
        moves
    }

    /// Whether `color`'s king could be captured or faces the other king.
    pub fn is_in_check(&self, color: Color) -> bool {
        let king = self.king(color);
        self.moves_of(!color).iter().any(|mv| mv.to() == king) || self.kings_face()
    }

    fn king(&self, color: Color) -> Square {
        let king = Some(Piece::new(color, PieceKind::King));
        Square::ALL.into_iter().find(|&square| self.at(square) == king).expect("each side has a king")
    }

    fn kings_face(&self) -> bool {
        let (red, black) = (self.king(Color::Red), self.king(Color::Black));
        red.file() == black.file()
            && (red.rank() + 1..black.rank()).all(|rank| self.at(Square::new(red.file(), rank)).is_none())
    }

    /// Every move by the pieces' ways of moving, safe for the own king or not.
    fn moves_of(&self, color: Color) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Square::ALL {
            if let Some(piece) = self.at(from).filter(|piece| piece.color() == color) {
                let takes_or_moves = |to: &Square| self.at(*to).is_none_or(|target| target.color() != color);
                moves.extend(
                    self.targets(from, piece)
                        .into_iter()
                        .filter(takes_or_moves)
                        .map(|to| Move::new(from, to)),
                );
            }
        }
        moves
    }

    /// Where a piece can go, friends' points among them.
    fn targets(&self, from: Square, piece: Piece) -> Vec<Square> {
        let step = |(files, ranks): (i8, i8)| from.offset(files, ranks);
        let color = piece.color();
        match piece.kind() {
            PieceKind::King => {
                STRAIGHT.into_iter().filter_map(step).filter(|&to| in_palace(to, color)).collect()
            }
            PieceKind::Advisor => {
                SLANTED.into_iter().filter_map(step).filter(|&to| in_palace(to, color)).collect()
            }
            PieceKind::Bishop => SLANTED
                .into_iter()
                .filter(|&eye| step(eye).is_some_and(|eye| self.at(eye).is_none()))
                .filter_map(|(files, ranks)| step((2 * files, 2 * ranks)))
                .filter(|&to| !is_beyond_river(to, color))
                .collect(),
            PieceKind::Knight => self.knight_targets(from),
            PieceKind::Pawn => {
                let forward = if color == Color::Red { 1 } else { -1 };
                let sideways = if is_beyond_river(from, color) { &[(1, 0), (-1, 0)][..] } else { &[] };
                sideways.iter().chain(&[(0, forward)]).copied().filter_map(step).collect()
            }
            PieceKind::Rook => STRAIGHT.into_iter().flat_map(|way| self.rook_line(from, way)).collect(),
            PieceKind::Cannon => STRAIGHT.into_iter().flat_map(|way| self.cannon_line(from, way)).collect(),
        }
    }

    fn knight_targets(&self, from: Square) -> Vec<Square> {
        let mut targets = Vec::new();
        for (files, ranks) in STRAIGHT {
            if from.offset(files, ranks).is_none_or(|leg| self.at(leg).is_some()) {
                continue;
            }
            for aside in [-1, 1] {
                let jump = if files == 0 { (aside, 2 * ranks) } else { (2 * files, aside) };
                targets.extend(from.offset(jump.0, jump.1));
            }
        }
        targets
    }

    fn line(&self, from: Square, (files, ranks): (i8, i8)) -> Vec<Square> {
        (1..10).map_while(|n| from.offset(n * files, n * ranks)).collect()
    }

    /// Up to the first piece, that included.
    fn rook_line(&self, from: Square, way: (i8, i8)) -> Vec<Square> {
        let line = self.line(from, way);
        let end =
            line.iter().position(|&square| self.at(square).is_some()).map_or(line.len(), |first| first + 1);
        line[..end].to_vec()
    }

    /// Empty points before the first piece, and the second piece.
    fn cannon_line(&self, from: Square, way: (i8, i8)) -> Vec<Square> {
        let line = self.line(from, way);
        let free = line.iter().copied().take_while(|&square| self.at(square).is_none());
        let second = line.iter().copied().filter(|&square| self.at(square).is_some()).nth(1);
        free.chain(second).collect()
    }
}

fn in_palace(square: Square, color: Color) -> bool {
    (3..=5).contains(&square.file()) && square.relative(color).rank() <= 2
}

fn is_beyond_river(square: Square, color: Color) -> bool {
    square.relative(color).rank() >= 5
}
