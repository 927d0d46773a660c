//! MoveSky's games: strings with their length before them. The place, the date, the title, numbers
//! about clocks and ratings, then `Moves`, each move as `7C-4C` (file from 0, rank from A at Red's
//! side), and `Ends`.

use chuhe_movegen::Square;
use chuhe_movegen::board::START_FEN;

use super::Games;
use crate::builder::{Fault, Session};
use crate::bytes::Bytes;
use crate::{Broken, Outcome, encoding};

/// The tags that the first strings stand for.
const HEADING: [&str; 3] = ["Site", "Date", "Title"];

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    let mut bytes = Bytes::new(bytes);
    let mut heading = Vec::new();
    loop {
        let text = encoding::gbk(bytes.pascal()?);
        if text == "Moves" {
            break;
        }
        heading.push(text);
    }
    let mut builder = session.begin_fen(START_FEN)?;
    for (name, value) in HEADING.iter().zip(&heading) {
        builder.record.tags.set_text(name, value);
    }
    if let Some(title) = heading.get(2) {
        // `red-胜-black`, seen from Red.
        let mut parts = title.split('-');
        builder.record.tags.set_text("Red", parts.next().unwrap_or(""));
        builder.record.result = match parts.next() {
            Some("胜") => Outcome::Red,
            Some("负") => Outcome::Black,
            Some("和") => Outcome::Draw,
            _ => Outcome::Unknown,
        };
        builder.record.tags.set_text("Black", parts.next().unwrap_or(""));
    }
    loop {
        let text = encoding::gbk(bytes.pascal()?);
        if text == "Ends" {
            return Ok(vec![builder.finish()]);
        }
        let (from, to) =
            squares(&text).ok_or_else(|| Fault::from(Broken::new(format!("'{text}' is no move"))))?;
        builder.play_squares(from, to)?;
    }
}

fn squares(text: &str) -> Option<(Square, Square)> {
    let square = |text: &str| match text.as_bytes() {
        [file @ b'0'..=b'8', rank @ b'A'..=b'J'] => Some(Square::new(file - b'0', rank - b'A')),
        _ => None,
    };
    let (from, to) = text.split_once('-')?;
    square(from).zip(square(to))
}
