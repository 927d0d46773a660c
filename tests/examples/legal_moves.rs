//! Reads a FEN a line and prints, tab-separated, the FEN, `check` or `-`, and the legal moves in order: the
//! engine's half of `tests/scripts/compare_pyffish.py`.

use chuhe_movegen::Board;
use std::io::{BufWriter, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for fen in std::io::stdin().lines() {
        let fen = fen?;
        let board = Board::from_fen(&fen)?;
        let mut moves: Vec<String> = board.legal_moves().into_iter().map(|mv| mv.to_string()).collect();
        moves.sort();
        let check = if board.in_check() { "check" } else { "-" };
        writeln!(out, "{fen}\t{check}\t{}", moves.join(" "))?;
    }
    Ok(())
}
