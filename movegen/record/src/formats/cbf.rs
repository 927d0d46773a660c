//! CCBridge's XML: a heading with one element a fact, then the moves as `77-47`, file and rank from
//! Black's side. The first one, `00-00`, holds the comment before the game. `branch="1"` says that
//! another move follows instead of this one, `end="1"` that the line ends.

use chuhe_movegen::Square;
use chuhe_movegen::board::START_FEN;
use roxmltree::Node;

use super::{Games, xml};
use crate::builder::{Builder, Fault, Session};
use crate::{Broken, Outcome, Tags, encoding};

/// Elements of the heading and the tags they stand for.
const TAGS: [(&str, &str); 16] = [
    ("Name", "Title"),
    ("Contest", "Event"),
    ("Round", "Round"),
    ("Group", "Group"),
    ("Table", "Table"),
    ("Date", "Date"),
    ("Site", "Site"),
    ("TimeRule", "TimeControl"),
    ("Red", "Red"),
    ("RedTeam", "RedTeam"),
    ("Black", "Black"),
    ("BlackTeam", "BlackTeam"),
    ("Referee", "Referee"),
    ("Commentator", "Annotator"),
    ("Creator", "Author"),
    ("ECCO", "ECCO"),
];

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    let text = encoding::decode(bytes);
    let document = xml::parse(&text)?;
    let root = document.root_element();
    if root.tag_name().name() != "ChineseChessRecord" {
        return Err(Broken::new(format!(
            "<{}> where <ChineseChessRecord> should be",
            root.tag_name().name()
        ))
        .into());
    }
    let section = |name: &'static str| root.children().find(|child| child.has_tag_name(name));
    let (tags, fen, result) = section("Head").map(read_heading).unwrap_or_default();
    let mut builder = session.begin_fen(fen.as_deref().unwrap_or(START_FEN))?;
    builder.record.tags = tags;
    builder.record.result = result;
    if let Some(moves) = section("MoveList") {
        play(&mut builder, moves)?;
    }
    Ok(vec![builder.finish()])
}

fn read_heading(head: Node) -> (Tags, Option<String>, Outcome) {
    let text = |name: &str| {
        head.children()
            .find(|child| child.has_tag_name(name))
            .and_then(|child| child.text())
            .unwrap_or("")
            .trim()
    };
    let mut tags = Tags::default();
    for (element, name) in TAGS {
        tags.set_text(name, text(element));
    }
    let fen = Some(text("FEN")).filter(|fen| !fen.is_empty()).map(str::to_string);
    let result = match text("RecordResult") {
        "1" => Outcome::Red,
        "2" => Outcome::Black,
        "3" => Outcome::Draw,
        _ => Outcome::Unknown,
    };
    (tags, fen, result)
}

fn play(builder: &mut Builder, list: Node) -> Result<(), Fault> {
    // Where moves that are announced as alternatives will be played.
    let mut branches = Vec::new();
    for node in list.children().filter(|child| child.has_tag_name("Move")) {
        let value = node.attribute("value").unwrap_or("");
        if node.attribute("branch") == Some("1") {
            branches.push(builder.depth());
        }
        if value != "00-00" {
            let (from, to) = squares(value).ok_or_else(|| Broken::new(format!("'{value}' is no move")))?;
            builder.play_squares(from, to)?;
        }
        for text in node.children().filter_map(|child| child.text()) {
            builder.comment(text);
        }
        if node.attribute("end") == Some("1") {
            match branches.pop() {
                Some(depth) => builder.back_to(depth),
                None => break,
            }
        }
    }
    Ok(())
}

/// `77-47`: file and rank, the rank from Black's side.
fn squares(value: &str) -> Option<(Square, Square)> {
    let square = |text: &str| match text.as_bytes() {
        [file @ b'0'..=b'8', rank @ b'0'..=b'9'] => Some(Square::new(file - b'0', b'9' - rank)),
        _ => None,
    };
    let (from, to) = value.split_once('-')?;
    Some((square(from)?, square(to)?))
}
