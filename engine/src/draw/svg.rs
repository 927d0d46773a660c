//! The board as a picture in SVG, complete in itself: no fonts, no style sheets, no ids that could clash in a page.

use super::glyphs;
use super::{Coordinates, Style, Theme};
use chuhe_movegen::notation::chinese::{self, Script};
use chuhe_movegen::{Board, Color, Move, Piece, Square};
use std::fmt::Write;

/// Distance of neighbouring points. All lengths are in units of the view box.
const CELL: f32 = 60.0;
/// From the edge of the picture to the outermost points.
const MARGIN: f32 = 56.0;
const WIDTH: f32 = 8.0 * CELL + 2.0 * MARGIN;
const HEIGHT: f32 = 9.0 * CELL + 2.0 * MARGIN;
/// Gap between the grid and the frame around it.
const FRAME: f32 = 7.0;
const PIECE_RADIUS: f32 = 26.5;

/// Draws a board. The result is a whole SVG document that can stand in an HTML page as well.
pub fn svg(board: &Board, style: &Style) -> String {
    let mut canvas = Canvas { out: String::with_capacity(16 << 10), style, theme: style.theme.palette() };
    canvas.open();
    canvas.grid();
    canvas.point_marks();
    canvas.river();
    canvas.coordinates();
    if let Some(last) = style.last {
        canvas.last_move(last);
    }
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            canvas.piece(square, piece);
        }
    }
    for &arrow in &style.arrows {
        canvas.arrow(arrow);
    }
    canvas.out.push_str("</svg>\n");
    canvas.out
}

/// The colours of a theme, as SVG writes them.
pub(super) struct Palette {
    pub board: &'static str,
    pub line: &'static str,
    pub label: &'static str,
    pub disc: &'static str,
    pub rim: &'static str,
    pub red: &'static str,
    pub black: &'static str,
    pub mark: &'static str,
    pub arrow: &'static str,
}

impl Theme {
    pub(super) const fn palette(self) -> Palette {
        match self {
            Theme::Wood => Palette {
                board: "#eecb8f",
                line: "#5c3a17",
                label: "#7a5228",
                disc: "#fbeccb",
                rim: "#8a5a2b",
                red: "#b3191b",
                black: "#1d1b19",
                mark: "#1f6fb5",
                arrow: "#1d7a3e",
            },
            Theme::Paper => Palette {
                board: "#ffffff",
                line: "#000000",
                label: "#444444",
                disc: "#ffffff",
                rim: "#000000",
                red: "#c00000",
                black: "#000000",
                mark: "#0060c0",
                arrow: "#008040",
            },
            Theme::Dark => Palette {
                board: "#2a2f36",
                line: "#8b949e",
                label: "#8b949e",
                disc: "#3b424c",
                rim: "#11151a",
                red: "#ff7b72",
                black: "#e6edf3",
                mark: "#58a6ff",
                arrow: "#56d364",
            },
        }
    }
}

struct Canvas<'a> {
    out: String,
    style: &'a Style,
    theme: Palette,
}

/// Writing to a string cannot fail, so the result of `write!` says nothing.
macro_rules! draw {
    ($canvas:expr, $($text:tt)*) => {{ let _ = write!($canvas.out, $($text)*); }};
}

impl Canvas<'_> {
    fn open(&mut self) {
        let width = self.style.width;
        let height = (width as f32 * HEIGHT / WIDTH).round();
        draw!(
            self,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{width}" "#
        );
        draw!(self, r#"height="{height}" stroke-linecap="round" stroke-linejoin="round">"#);
        draw!(self, r#"<rect width="{WIDTH}" height="{HEIGHT}" fill="{}"/>"#, self.theme.board);
    }

    /// The centre of a point on the picture; Red's side is below unless the style flips the board.
    fn center(&self, square: Square) -> (f32, f32) {
        let (file, rank) = (square.file() as f32, square.rank() as f32);
        if self.style.flipped {
            (MARGIN + (8.0 - file) * CELL, MARGIN + rank * CELL)
        } else {
            (MARGIN + file * CELL, MARGIN + (9.0 - rank) * CELL)
        }
    }

    /// Frame, lines, the river left open between the edge files, and the diagonals of the palaces.
    fn grid(&mut self) {
        let at = |column: f32, row: f32| (MARGIN + column * CELL, MARGIN + row * CELL);
        let mut path = String::new();
        let mut line = |(x1, y1): (f32, f32), (x2, y2): (f32, f32)| {
            let _ = write!(path, "M{x1} {y1}L{x2} {y2}");
        };
        for row in 0..10 {
            line(at(0.0, row as f32), at(8.0, row as f32));
        }
        for column in 0..9 {
            let column = column as f32;
            if column == 0.0 || column == 8.0 {
                line(at(column, 0.0), at(column, 9.0));
            } else {
                line(at(column, 0.0), at(column, 4.0));
                line(at(column, 5.0), at(column, 9.0));
            }
        }
        for top in [0.0, 7.0] {
            line(at(3.0, top), at(5.0, top + 2.0));
            line(at(5.0, top), at(3.0, top + 2.0));
        }
        let color = self.theme.line;
        draw!(self, r#"<path d="{path}" fill="none" stroke="{color}" stroke-width="1.5"/>"#);
        let (corner, width, height) = (MARGIN - FRAME, 8.0 * CELL + 2.0 * FRAME, 9.0 * CELL + 2.0 * FRAME);
        draw!(self, r#"<rect x="{corner}" y="{corner}" width="{width}" height="{height}" fill="none" "#);
        draw!(self, r#"stroke="{color}" stroke-width="3.5" stroke-linejoin="miter"/>"#);
    }

    /// The angles around the points where cannons and pawns start.
    fn point_marks(&mut self) {
        let cannons = [1, 7].into_iter().flat_map(|file| [2, 7].map(|rank| Square::new(file, rank)));
        let pawns = (0..9).step_by(2).flat_map(|file| [3, 6].map(|rank| Square::new(file, rank)));
        let mut path = String::new();
        for square in cannons.chain(pawns) {
            let (x, y) = self.center(square);
            for (side, beyond_edge) in [(-1.0, x < MARGIN + 1.0), (1.0, x > WIDTH - MARGIN - 1.0)] {
                for end in [-1.0, 1.0] {
                    if !beyond_edge {
                        let (near_x, near_y) = (x + side * 4.5, y + end * 4.5);
                        let _ =
                            write!(path, "M{} {near_y}H{near_x}V{}", near_x + side * 9.0, near_y + end * 9.0);
                    }
                }
            }
        }
        draw!(self, r#"<path d="{path}" fill="none" stroke="{}" stroke-width="1.5"/>"#, self.theme.line);
    }

    /// 楚河 on the left, 汉界 on the right.
    fn river(&mut self) {
        let y = MARGIN + 4.5 * CELL;
        for (character, column) in [('楚', 1.5), ('河', 2.5), ('汉', 5.5), ('界', 6.5)] {
            self.glyph(character, MARGIN + column * CELL, y, 34.0, 6.0, self.theme.line);
        }
    }

    fn coordinates(&mut self) {
        let color = self.theme.label;
        for file in 0..Square::FILES {
            for rank in [0, 9] {
                let square = Square::new(file, rank);
                let (x, y) = self.center(square);
                let y = if y > HEIGHT / 2.0 { y + 41.0 } else { y - 41.0 };
                let label = match (self.style.coordinates, rank) {
                    (Coordinates::None, _) => continue,
                    (Coordinates::Iccs, _) => (b'a' + file) as char,
                    (Coordinates::Chinese, 0) => {
                        ['九', '八', '七', '六', '五', '四', '三', '二', '一'][file as usize]
                    }
                    (Coordinates::Chinese, _) => (b'1' + file) as char,
                };
                self.glyph(label, x, y, 14.0, 9.0, color);
            }
        }
        if self.style.coordinates == Coordinates::Iccs {
            for rank in 0..Square::RANKS {
                let (_, y) = self.center(Square::new(0, rank));
                for x in [MARGIN - 41.0, WIDTH - MARGIN + 41.0] {
                    self.glyph((b'0' + rank) as char, x, y, 14.0, 9.0, color);
                }
            }
        }
    }

    /// Corners around the square left and the square entered.
    fn last_move(&mut self, mv: Move) {
        const REACH: f32 = 27.5;
        const ARM: f32 = 10.0;
        let mut path = String::new();
        for square in [mv.from(), mv.to()] {
            let (x, y) = self.center(square);
            for (side, end) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                let (corner_x, corner_y) = (x + side * REACH, y + end * REACH);
                let _ =
                    write!(path, "M{} {corner_y}H{corner_x}V{}", corner_x - side * ARM, corner_y - end * ARM);
            }
        }
        let mark = self.theme.mark;
        draw!(self, r#"<path d="{path}" fill="none" stroke="{mark}" stroke-width="3.5"/>"#);
        let (x, y) = self.center(mv.from());
        draw!(self, r#"<circle cx="{x}" cy="{y}" r="6" fill="{mark}"/>"#);
    }

    fn piece(&mut self, square: Square, piece: Piece) {
        let (x, y) = self.center(square);
        let ink = match piece.color() {
            Color::Red => self.theme.red,
            Color::Black => self.theme.black,
        };
        let (disc, rim) = (self.theme.disc, self.theme.rim);
        draw!(
            self,
            r#"<circle cx="{x}" cy="{y}" r="{PIECE_RADIUS}" fill="{disc}" stroke="{rim}" stroke-width="1.5"/>"#
        );
        draw!(self, r#"<circle cx="{x}" cy="{y}" r="{}" fill="none" "#, PIECE_RADIUS - 3.5);
        draw!(self, r#"stroke="{ink}" stroke-width="1.5"/>"#);
        self.glyph(chinese::piece_name(piece, Script::Simplified), x, y, 30.0, 9.5, ink);
    }

    /// A character centred on a point, `size` high; the pen is as wide as `pen` in the glyph's own units.
    fn glyph(&mut self, character: char, x: f32, y: f32, size: f32, pen: f32, color: &str) {
        let Some(strokes) = glyphs::strokes(character) else { return };
        let (left, top, scale) = (x - size / 2.0, y - size / 2.0, size / glyphs::BOX);
        draw!(self, r#"<path transform="translate({left} {top}) scale({scale})" d="{strokes}" fill="none" "#);
        draw!(self, r#"stroke="{color}" stroke-width="{pen}"/>"#);
    }

    /// An arrow from centre to centre, shortened so that the piece it starts from stays readable.
    fn arrow(&mut self, mv: Move) {
        const HEAD: f32 = 20.0;
        let ((x1, y1), (x2, y2)) = (self.center(mv.from()), self.center(mv.to()));
        let length = (x2 - x1).hypot(y2 - y1);
        let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
        let (start_x, start_y) = (x1 + ux * PIECE_RADIUS * 0.6, y1 + uy * PIECE_RADIUS * 0.6);
        let (neck_x, neck_y) = (x2 - ux * HEAD, y2 - uy * HEAD);
        let (wing_x, wing_y) = (-uy * HEAD * 0.6, ux * HEAD * 0.6);
        let color = self.theme.arrow;
        draw!(self, r#"<g opacity="0.75"><path d="M{start_x} {start_y}L{neck_x} {neck_y}" fill="none" "#);
        draw!(self, r#"stroke="{color}" stroke-width="9" stroke-linecap="butt"/><path d="M{x2} {y2}"#);
        draw!(self, "L{} {}L{} {}Z", neck_x + wing_x, neck_y + wing_y, neck_x - wing_x, neck_y - wing_y);
        draw!(self, r#"" fill="{color}"/></g>"#);
    }
}
