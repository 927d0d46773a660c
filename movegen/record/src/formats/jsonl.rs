//! One JSON object a line:
//!
//! ```json
//! {"fen":"...","moves":["h2e2","h9g7"],"result":"1-0","tags":{"Red":"..."},
//!  "comments":{"0":"before the first move","2":"after the second"},
//!  "variations":[{"line":0,"ply":1,"moves":["b9c7"],"comments":{"2":"after it"}}]}
//! ```
//!
//! `fen` and `moves` (the main line) are always written, the rest where there is something to say.
//! Comments go by the number of moves played before them. Variations are listed flat: `line` is the
//! line that one departs from (0 the main line, n the n-th variation of the list), `ply` the index
//! of the move it replaces, counted from the start of the game in every line, as are its comments.

use std::collections::BTreeMap;

use chuhe_movegen::board::START_FEN;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Games, flat};
use crate::builder::{Fault, Session};
use crate::{Broken, GameRecord, Outcome, Tags, encoding, notation};

#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(default)]
    fen: Option<String>,
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    tags: Map<String, Value>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    comments: BTreeMap<usize, String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Variation>,
}

#[derive(Serialize, Deserialize)]
struct Variation {
    #[serde(default)]
    line: usize,
    ply: usize,
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    comments: BTreeMap<usize, String>,
}

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    let text = encoding::decode(bytes);
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let line =
                serde_json::from_str(line).map_err(|error| Broken::new(format!("line {number}: {error}")))?;
            read_game(&line, session)
        })
        .collect()
}

fn read_game(line: &Line, session: &mut Session) -> Result<GameRecord, Fault> {
    let fen = line.fen.as_deref().filter(|fen| *fen != "startpos").unwrap_or(START_FEN);
    let mut builder = session.begin_fen(fen)?;
    builder.record.result = line.result.as_deref().and_then(|text| text.parse().ok()).unwrap_or_default();
    builder.record.tags = read_tags(&line.tags);
    let main = flat_line(None, &line.moves, &line.comments);
    let variations = line
        .variations
        .iter()
        .map(|line| flat_line(Some((line.line, line.ply)), &line.moves, &line.comments));
    let lines: Vec<_> = std::iter::once(main).chain(variations).collect();
    flat::play(&mut builder, &lines, notation::parse)?;
    Ok(builder.finish())
}

fn flat_line<'a>(
    departs: Option<(usize, usize)>,
    moves: &'a [String],
    comments: &BTreeMap<usize, String>,
) -> flat::Line<&'a str> {
    flat::Line { departs, moves: moves.iter().map(String::as_str).collect(), comments: comments.clone() }
}

fn read_tags(object: &Map<String, Value>) -> Tags {
    let mut tags = Tags::default();
    for (name, value) in object {
        match value {
            Value::String(text) => tags.set_text(name, text),
            other => tags.set_text(name, &other.to_string()),
        }
    }
    tags
}

pub(super) fn write(games: &[GameRecord]) -> String {
    games.iter().map(|game| write_game(game) + "\n").collect()
}

fn write_game(game: &GameRecord) -> String {
    let mut lines = flat::lines(&game.tree).into_iter();
    let main = lines.next().unwrap_or_default();
    let variation = |line: flat::Line<_>| {
        let (from, ply) = line.departs.unwrap_or_default();
        Variation { line: from, ply, moves: texts(&line.moves), comments: line.comments }
    };
    let line = Line {
        fen: Some(game.start.fen()),
        moves: texts(&main.moves),
        result: (game.result != Outcome::Unknown).then(|| game.result.to_string()),
        tags: game.tags.iter().map(|(name, value)| (name.to_string(), Value::from(value))).collect(),
        comments: main.comments,
        variations: lines.map(variation).collect(),
    };
    // Strings, numbers and maps with such keys always have a JSON form.
    serde_json::to_string(&line).unwrap_or_default()
}

fn texts(moves: &[chuhe_movegen::Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
