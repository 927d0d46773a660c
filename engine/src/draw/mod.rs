//! Pictures of boards: SVG, PNG, and text for terminals.

mod glyphs;
mod png;
mod svg;
mod terminal;

pub use png::{PngError, png};
pub use svg::svg;
pub use terminal::{ascii, chinese};

use chuhe_movegen::Move;

/// How a board is drawn.
#[derive(Clone, Debug)]
pub struct Style {
    /// Black's side below.
    pub flipped: bool,
    /// The move to mark as the last one played.
    pub last: Option<Move>,
    /// Moves to draw as arrows.
    pub arrows: Vec<Move>,
    /// The colours.
    pub theme: Theme,
    /// What is written along the edges.
    pub coordinates: Coordinates,
    /// Width of the picture in pixels.
    pub width: u32,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            flipped: false,
            last: None,
            arrows: Vec::new(),
            theme: Theme::Wood,
            coordinates: Coordinates::Chinese,
            width: 600,
        }
    }
}

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Theme {
    /// A wooden board
    #[default]
    Wood,
    /// Black lines on white, for print
    Paper,
    /// Light on dark
    Dark,
}

/// What is written along the edges of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Coordinates {
    /// Files as players count them, from each side's right
    #[default]
    Chinese,
    /// Files a to i, ranks 0 to 9
    Iccs,
    /// Nothing
    None,
}
