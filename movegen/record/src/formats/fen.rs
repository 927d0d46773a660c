//! Lists of positions, each a game without moves: FENs one a line, with or without a comment after
//! a semicolon, or in tags as collections for diagrams have them.

use super::{Games, pgn};
use crate::builder::Session;
use crate::encoding;

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    let text = encoding::decode(bytes);
    if text.trim_start().starts_with('[') {
        return pgn::read_text(&text.replace('\r', ""), session);
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (fen, comment) = line.split_once(';').unwrap_or((line, ""));
            let mut builder = session.begin_fen(fen.trim())?;
            builder.comment(comment);
            Ok(builder.finish())
        })
        .collect()
}
