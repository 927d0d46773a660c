//! What the integration tests share: the data files, random positions, a slow rule book of its own, and
//! conversations with the engine.

pub mod conversation;
pub mod reference;

use chuhe_movegen::{Board, Setup, Square};
use std::path::PathBuf;

/// A file of `tests/data`.
pub fn data_path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
}

/// The lines of a file of `tests/data`, without blank ones and those that begin with `#`.
///
/// # Panics
/// Where the file cannot be read: a test without its data must fail.
pub fn data_lines(name: &str) -> Vec<String> {
    let path = data_path(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// A small generator of random numbers (SplitMix64), the same on every machine.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }
}

/// `count` positions met in random games from the start position.
pub fn game_positions(seed: u64, count: usize) -> Vec<Board> {
    const LONGEST_GAME: usize = 200;
    let mut random = Random(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut board = Board::start();
        for _ in 0..LONGEST_GAME {
            let moves = board.legal_moves();
            if moves.is_empty() || positions.len() == count {
                break;
            }
            positions.push(board.clone());
            board.make_move(moves[random.below(moves.len())]);
        }
    }
    positions
}

/// `count` positions with pieces strewn about: more of a kind than a set has, pawns anywhere.
pub fn strewn_positions(seed: u64, count: usize) -> Vec<Board> {
    let mut random = Random(seed);
    std::iter::repeat_with(|| strewn(&mut random)).flatten().take(count).collect()
}

/// One attempt; most random setups are no positions.
fn strewn(random: &mut Random) -> Option<Board> {
    const PIECES: [char; 12] = ['P', 'P', 'N', 'C', 'R', 'A', 'p', 'p', 'n', 'c', 'r', 'a'];
    let mut setup = Setup::empty();
    for (letter, rank) in [('K', 0), ('k', 7)] {
        let square = Square::new(3 + random.below(3) as u8, rank + random.below(3) as u8);
        setup.put(square, chuhe_movegen::Piece::from_letter(letter));
    }
    for _ in 0..4 + random.below(20) {
        let square = Square::ALL[random.below(Square::NUM)];
        if setup.piece_at(square).is_none() {
            let letter = PIECES[random.below(PIECES.len())];
            setup.put(square, chuhe_movegen::Piece::from_letter(letter));
        }
    }
    if random.below(2) == 0 {
        setup.side_to_move = chuhe_movegen::Color::Black;
    }
    setup.to_board().ok()
}
