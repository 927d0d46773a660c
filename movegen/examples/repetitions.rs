//! Makes games that repeat themselves, for comparing referees: reads positions (FEN, one a line) from standard input, walks
//! from each a little way at random, and looks for two pieces that go to and fro. Chases and checks are preferred, since the
//! rules of repetition are about them.
//!
//!     cargo run --release -p chuhe-movegen --example repetitions -- 20000 1 < positions.fen > games.jsonl
//!
//! The arguments are the number of games and the seed. Each game is one JSON object with the position in which the cycle
//! begins and the moves of the cycle, played twice: the position then stands for the third time.

use std::io::{BufRead, Write};

use chuhe_movegen::{Board, Game, Move, PieceKind};

/// Random moves played before a cycle is looked for.
const LONGEST_WALK: usize = 12;
/// Cycles tried from one position.
const TRIES: usize = 40;
/// How often, in percent, an attacking move is preferred to any other, and a piece under attack is moved.
const PREFER_ATTACK: u32 = 80;
const PREFER_ESCAPE: u32 = 60;
/// How often, in percent, a cycle is kept in which neither side's moved piece attacks something on every move.
const HARMLESS: u32 = 5;
/// How often, in percent, a piece comes back by way of a third square.
const TRIANGLE: u32 = 20;

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn percent(&mut self, chance: u32) -> bool {
        self.next() % 100 < u64::from(chance)
    }

    fn pick(&mut self, moves: &[Move]) -> Option<Move> {
        (!moves.is_empty()).then(|| moves[(self.next() % moves.len() as u64) as usize])
    }
}

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let mut number = |default: u64| args.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (wanted, seed) = (number(1000), number(1));
    let lines = std::io::stdin().lock().lines().collect::<Result<Vec<String>, _>>()?;
    let starts: Vec<Board> = lines.iter().filter_map(|line| Board::from_fen(line).ok()).collect();
    assert!(!starts.is_empty(), "no position on standard input");
    let mut random = Random(seed);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut made = 0;
    while made < wanted {
        let start = &starts[(random.next() % starts.len() as u64) as usize];
        let Some(board) = walk(start, &mut random) else { continue };
        let Some(cycle) = (0..TRIES).find_map(|_| cycle(&board, &mut random)) else { continue };
        let moves: Vec<String> = cycle.iter().chain(&cycle).map(|mv| format!("\"{mv}\"")).collect();
        writeln!(out, "{{\"fen\":\"{}\",\"moves\":[{}]}}", board.fen(), moves.join(","))?;
        made += 1;
    }
    Ok(())
}

/// A few random moves on.
fn walk(start: &Board, random: &mut Random) -> Option<Board> {
    let mut board = start.clone();
    for _ in 0..random.next() as usize % LONGEST_WALK {
        let mv = random.pick(&board.legal_moves())?;
        board.make_move(mv);
    }
    Some(board)
}

/// A cycle in which each side moves one piece away and back.
fn cycle(board: &Board, random: &mut Random) -> Option<Vec<Move>> {
    let mut game = Game::new(board.clone());
    let first = outward(&mut game, random)?;
    let second = outward(&mut game, random)?;
    if random.percent(TRIANGLE) {
        let third = onward(&mut game, first, random)?;
        let fourth = onward(&mut game, second, random)?;
        back(&mut game, Move::new(first.from(), third.to()))?;
        back(&mut game, Move::new(second.from(), fourth.to()))?;
    } else {
        back(&mut game, first)?;
        back(&mut game, second)?;
    }
    let interesting = attacks_throughout(&game) || random.percent(HARMLESS);
    (game.board().key() == board.key() && interesting).then(|| game.moves().collect())
}

/// Whether a side's moved piece attacks something after every one of its moves, well or badly.
fn attacks_throughout(game: &Game) -> bool {
    let mut board = game.start().clone();
    let mut all = [true; 2];
    for mv in game.moves() {
        all[board.side_to_move().index()] &= attacks_something(&board, mv);
        board.make_move(mv);
    }
    all[0] || all[1]
}

/// A quiet move, by preference one that attacks something or saves an attacked piece.
fn outward(game: &mut Game, random: &mut Random) -> Option<Move> {
    let board = game.board();
    let side = board.side_to_move();
    let quiet: Vec<Move> =
        board.legal_moves().iter().copied().filter(|mv| board.piece_at(mv.to()).is_none()).collect();
    let escapes: Vec<Move> = quiet.iter().copied().filter(|mv| board.is_attacked(mv.from(), !side)).collect();
    let attacks: Vec<Move> = quiet.iter().copied().filter(|&mv| attacks_something(board, mv)).collect();
    let choice = if random.percent(PREFER_ESCAPE) && !escapes.is_empty() {
        escapes
    } else if random.percent(PREFER_ATTACK) && !attacks.is_empty() {
        attacks
    } else {
        quiet
    };
    let mv = random.pick(&choice)?;
    game.push(mv);
    Some(mv)
}

/// Whether the moved piece gives check or hits a rook or a piece that nothing seems to guard.
fn attacks_something(board: &Board, mv: Move) -> bool {
    let mut after = board.clone();
    after.make_move(mv);
    let them = after.side_to_move();
    let hit = after.attacks_from(mv.to()) & after.color(them);
    let loose = |square| !after.is_attacked(square, them);
    let rooks = after.kind(PieceKind::Rook);
    after.in_check() || (hit & rooks).any() || hit.into_iter().any(loose)
}

/// A further quiet move of the piece that made `last`.
fn onward(game: &mut Game, last: Move, random: &mut Random) -> Option<Move> {
    let board = game.board();
    let fits =
        |mv: &Move| mv.from() == last.to() && mv.to() != last.from() && board.piece_at(mv.to()).is_none();
    let moves: Vec<Move> = board.legal_moves().iter().copied().filter(fits).collect();
    let mv = random.pick(&moves)?;
    game.push(mv);
    Some(mv)
}

/// The way back along `out`.
fn back(game: &mut Game, out: Move) -> Option<()> {
    let mv = Move::new(out.to(), out.from());
    game.play(mv).ok()
}
