//! `chuhe show`: text boards and pictures.

use chuhe::draw::{self, Coordinates, Style, Theme};
use chuhe_movegen::{Board, Game, Square};
use integration::strewn_positions;

const CHINESE: &str = "   １  ２  ３  ４  ５  ６  ７  ８  ９
 9 車──馬──象──士──將──士──象──○───車
   │   │   │   │ ╲ │ ╱ │   │   │   │
 8 ┼───┼───┼───┼───┼───┼───┼───┼───┼
   │   │   │   │ ╱ │ ╲ │   │   │   │
 7 ┼───砲──┼───┼───┼───┼───馬──砲──┼
   │   │   │   │   │   │   │   │   │
 6 卒──┼───卒──┼───卒──┼───卒──┼───卒
   │   │   │   │   │   │   │   │   │
 5 ┼───┼───┼───┼───┼───┼───┼───┼───┼
   │    楚  河           汉  界    │
 4 ┼───┼───┼───┼───┼───┼───┼───┼───┼
   │   │   │   │   │   │   │   │   │
 3 兵──┼───兵──┼───兵──┼───兵──┼───兵
   │   │   │   │   │   │   │   │   │
 2 ┼───炮──┼───┼───炮──┼───┼───┼───┼
   │   │   │   │ ╲ │ ╱ │   │   │   │
 1 ┼───┼───┼───┼───┼───┼───┼───┼───┼
   │   │   │   │ ╱ │ ╲ │   │   │   │
 0 俥──傌──相──仕──帥──仕──相──傌──俥
   九  八  七  六  五  四  三  二  一
";

const ASCII_FLIPPED: &str = " 0 +---+---+---+---+---K---+---+---+
   |   |   |   | \\ | / |   |   |   |
 1 +---+---+---+---R---+---+---+---+
   |   |   |   | / | \\ |   |   |   |
 2 +---+---+---+---+---+---+---+---+
";

fn game() -> Game {
    Game::from_fen("startpos moves h2e2 h9g7").unwrap()
}

#[test]
fn the_chinese_board() {
    let game = game();
    let style = Style { last: game.moves().last(), ..Style::default() };
    assert_eq!(draw::chinese(game.board(), &style, false), CHINESE);
    let colored = draw::chinese(game.board(), &style, true);
    assert!(colored.contains("\x1b[1;31m帥\x1b[0m") && colored.contains("\x1b[1;7;32m馬\x1b[0m"));
}

#[test]
fn the_ascii_board_seen_from_black() {
    let board = Board::from_fen("4k4/9/9/9/9/9/9/9/4R4/3K5 b").unwrap();
    let text = draw::ascii(&board, &Style { flipped: true, ..Style::default() });
    assert!(text.starts_with(ASCII_FLIPPED), "{text}");
    assert!(text.ends_with("   i   h   g   f   e   d   c   b   a\n"), "{text}");
    assert!(text.is_ascii());
}

#[test]
fn pictures_are_sound_and_hold_every_piece() {
    for (index, board) in strewn_positions(3, 12).into_iter().enumerate() {
        let style = Style {
            flipped: index % 2 == 0,
            arrows: board.legal_moves().into_iter().take(2).collect(),
            theme: [Theme::Wood, Theme::Paper, Theme::Dark][index % 3],
            coordinates: [Coordinates::Chinese, Coordinates::Iccs, Coordinates::None][index % 3],
            width: 90,
            ..Style::default()
        };
        let svg = draw::svg(&board, &style);
        assert_eq!(svg.matches("stroke-width=\"9.5\"").count(), board.occupied().len(), "one glyph a piece");
        assert_eq!(svg.matches("<g opacity").count(), style.arrows.len());
        assert!(!svg.contains("<text") && !svg.contains("id="), "needs fonts, or clashes in a page");
        let png = draw::png(&svg).expect("a picture");
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        // Width, big-endian, in the header chunk.
        assert_eq!(png[16..20], 90_u32.to_be_bytes());
    }
}

/// A red piece shows red pixels where it should, on the flipped board too.
#[test]
fn pieces_are_drawn_on_their_points() {
    let board = Board::from_fen("3k5/9/9/9/9/9/9/9/9/4K4 w").unwrap();
    for (flipped, square) in [(false, Square::E0), (true, Square::E0)] {
        let svg = draw::svg(&board, &Style { flipped, coordinates: Coordinates::None, ..Style::default() });
        // E0 is the middle of the bottom row, or of the top row when Black is below.
        let (x, y) = (56.0 + 4.0 * 60.0, if flipped { 56.0 } else { 56.0 + 9.0 * 60.0 });
        assert!(
            svg.contains(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"26.5\"")),
            "{square}, flipped {flipped}"
        );
    }
}
