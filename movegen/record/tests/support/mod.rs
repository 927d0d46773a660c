//! Games to write and read back: random ones, with variations and comments, from a string of bytes.

use chuhe_movegen::Board;
use chuhe_record::{GameRecord, Outcome, Tree};

/// Start positions: the usual one, and two with Black to move or a bare board.
const STARTS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1",
    "3ak4/4P4/9/9/6r2/9/9/4p4/4A4/3AK4 b - - 0 1",
    "2bakab2/9/9/9/3c5/9/9/4C4/4N4/2BAKAB2 w - - 0 1",
];

/// Texts that have given readers trouble: signs of the formats themselves, several lines.
pub const COMMENTS: [&str; 8] = [
    "好棋！",
    "red } is { better",
    "first line\nsecond line",
    "; not a (variation) [nor a tag]",
    "\"quoted\" \\ and slashed",
    "1. 炮二平五 1-0 *",
    "漢字 & <xml> ]]> 'x'",
    "=====",
];

/// A game made of decisions: play a move, go back to start a variation, say something.
pub fn game(decisions: &[u8]) -> GameRecord {
    let mut bytes = decisions.iter().copied();
    let mut next = || bytes.next().map(usize::from);
    let start = Board::from_fen(STARTS[next().unwrap_or(0) % STARTS.len()]).expect("sound");
    let mut game = GameRecord::new(start.clone());
    game.result = [Outcome::Red, Outcome::Black, Outcome::Draw, Outcome::Unknown][next().unwrap_or(3) % 4];
    let (mut board, mut node) = (start, Tree::ROOT);
    let mut line = Vec::new();
    while let (Some(what), Some(which)) = (next(), next()) {
        match what {
            0..200 => {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    continue;
                }
                let mv = moves[which % moves.len()];
                let undo = board.make_move(mv);
                line.push((mv, undo));
                node = game.tree.add(node, mv);
            }
            200..230 => {
                for _ in 0..which % 8 {
                    if let Some((mv, undo)) = line.pop() {
                        board.undo_move(mv, &undo);
                        node = game.tree.parent(node).expect("a move has a parent");
                    }
                }
            }
            _ if game.tree.comment(node).is_empty() => {
                game.tree.add_comment(node, COMMENTS[which % COMMENTS.len()])
            }
            _ => {}
        }
    }
    game
}

/// The game with tags that every format has room for.
pub fn tagged(mut game: GameRecord) -> GameRecord {
    for (name, value) in
        [("Title", "顺炮直车"), ("Date", "2026.11.29"), ("Red", "甲\"乙\""), ("Black", "a\\b")]
    {
        game.tags.set(name, value);
    }
    game
}

/// The game without what a format of bare main lines loses.
#[allow(dead_code)] // not every test file needs it
pub fn main_line_only(game: &GameRecord) -> GameRecord {
    GameRecord { tree: Tree::from_line(game.tree.main_line()), ..game.clone() }
}
