//! The board as text, with Chinese pieces or in plain ASCII.

use super::Style;
use chuhe_movegen::{Board, Color, Piece, Square};

/// The board in Chinese, one line of text a rank and one between ranks. Pieces are two columns wide.
///
/// The sides use the different characters of traditional sets (俥傌炮 for Red, 車馬砲 for Black), so that
/// they can be told apart without colour; `colored` adds it for terminals.
pub fn chinese(board: &Board, style: &Style, colored: bool) -> String {
    let point = |square| match board.piece_at(square) {
        Some(piece) => paint(piece, is_marked(style, square), colored),
        None if is_marked(style, square) => "○─".to_owned(),
        None => "┼─".to_owned(),
    };
    let mut text = String::new();
    let (top, bottom) = ("１  ２  ３  ４  ５  ６  ７  ８  ９", "九  八  七  六  五  四  三  二  一");
    let (top, bottom) =
        if style.flipped { (reversed(bottom), reversed(top)) } else { (top.into(), bottom.into()) };
    text.push_str(&format!("   {top}\n"));
    for row in 0..Square::RANKS {
        let squares = row_squares(style, row);
        let points: Vec<String> = squares.into_iter().map(point).collect();
        // The last point has no line to its right.
        let line = points.join("──");
        let line = line.strip_suffix('─').unwrap_or(&line);
        text.push_str(&format!(" {} {line}\n", squares[0].rank()));
        if row + 1 < Square::RANKS {
            text.push_str(&format!("   {}\n", CHINESE_BETWEEN[between(row)]));
        }
    }
    text.push_str(&format!("   {bottom}\n"));
    text
}

/// The board in ASCII: FEN letters, upper case for Red.
pub fn ascii(board: &Board, style: &Style) -> String {
    let point = |square| match board.piece_at(square) {
        Some(piece) => piece.letter(),
        None if is_marked(style, square) => 'o',
        None => '+',
    };
    let mut text = String::new();
    for row in 0..Square::RANKS {
        let squares = row_squares(style, row);
        let points: Vec<String> = squares.into_iter().map(|square| point(square).to_string()).collect();
        text.push_str(&format!(" {} {}\n", squares[0].rank(), points.join("---")));
        if row + 1 < Square::RANKS {
            text.push_str(&format!("   {}\n", ASCII_BETWEEN[between(row)]));
        }
    }
    let files: Vec<String> =
        row_squares(style, 0).map(|square| ((b'a' + square.file()) as char).to_string()).to_vec();
    text.push_str(&format!("   {}\n", files.join("   ")));
    text
}

/// What stands between two rows: plain, the two halves of a palace, the river.
const CHINESE_BETWEEN: [&str; 4] = [
    "│   │   │   │   │   │   │   │   │",
    "│   │   │   │ ╲ │ ╱ │   │   │   │",
    "│   │   │   │ ╱ │ ╲ │   │   │   │",
    "│    楚  河           汉  界    │",
];
const ASCII_BETWEEN: [&str; 4] = [
    "|   |   |   |   |   |   |   |   |",
    "|   |   |   | \\ | / |   |   |   |",
    "|   |   |   | / | \\ |   |   |   |",
    "|                               |",
];

/// Which of the lines above stands below a row.
fn between(row: u8) -> usize {
    match row {
        0 | 7 => 1,
        1 | 8 => 2,
        4 => 3,
        _ => 0,
    }
}

/// The squares of a row from the top, left to right as seen.
fn row_squares(style: &Style, row: u8) -> [Square; Square::FILES as usize] {
    std::array::from_fn(|column| {
        let column = column as u8;
        if style.flipped { Square::new(8 - column, row) } else { Square::new(column, 9 - row) }
    })
}

fn is_marked(style: &Style, square: Square) -> bool {
    style.last.is_some_and(|mv| mv.from() == square || mv.to() == square)
}

fn paint(piece: Piece, marked: bool, colored: bool) -> String {
    let name = traditional_set(piece);
    if !colored {
        return name.to_string();
    }
    let color = match piece.color() {
        Color::Red => "31",
        Color::Black => "32",
    };
    let weight = if marked { "1;7" } else { "1" };
    format!("\x1b[{weight};{color}m{name}\x1b[0m")
}

fn traditional_set(piece: Piece) -> char {
    match piece {
        Piece::RedPawn => '兵',
        Piece::RedAdvisor => '仕',
        Piece::RedBishop => '相',
        Piece::RedKnight => '傌',
        Piece::RedCannon => '炮',
        Piece::RedRook => '俥',
        Piece::RedKing => '帥',
        Piece::BlackPawn => '卒',
        Piece::BlackAdvisor => '士',
        Piece::BlackBishop => '象',
        Piece::BlackKnight => '馬',
        Piece::BlackCannon => '砲',
        Piece::BlackRook => '車',
        Piece::BlackKing => '將',
    }
}

fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}
