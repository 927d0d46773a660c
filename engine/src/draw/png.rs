//! SVG made into pixels.

use resvg::{tiny_skia, usvg};

/// Why no picture came out.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The SVG is not sound.
    #[error("cannot read the drawing: {0}")]
    Svg(#[from] usvg::Error),
    /// No memory for so many pixels.
    #[error("a picture of {0} by {1} pixels is too large")]
    TooLarge(u32, u32),
    /// The pixels could not be encoded.
    #[error("cannot encode the picture: {0}")]
    Encoding(String),
}

/// Renders an SVG at the size it asks for. Text elements are left out: no fonts are loaded.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let size = tree.size().to_int_size();
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or(PngError::TooLarge(size.width(), size.height()))?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
