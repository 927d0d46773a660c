//! PengFei's XML: `<n m="FEN" win="*">`, and in it the moves as nested `<n m="h2e2" c="comment">`; the
//! first child of a node goes on with the line, the others are variations.

use roxmltree::Node;

use super::{Games, xml};
use crate::builder::{Builder, Fault, Session};
use crate::{Broken, encoding, notation};

/// Attributes of the outermost node and the tags they stand for.
const TAGS: [(&str, &str); 6] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("red", "Red"),
    ("black", "Black"),
    ("create-time", "Created"),
];

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    let text = encoding::decode(bytes);
    let document = xml::parse(&text)?;
    let root = document.root_element();
    if root.tag_name().name() != "n" {
        return Err(Broken::new(format!("<{}> where <n> should be", root.tag_name().name())).into());
    }
    let fen = root.attribute("m").ok_or_else(|| Broken::new("no start position"))?;
    let mut builder = session.begin_fen(fen)?;
    for (attribute, name) in TAGS {
        builder.record.tags.set_text(name, root.attribute(attribute).unwrap_or(""));
    }
    builder.record.result = match root.attribute("win") {
        Some("r" | "red" | "1") => crate::Outcome::Red,
        Some("b" | "black" | "-1") => crate::Outcome::Black,
        Some(text) => text.parse().unwrap_or_default(),
        None => crate::Outcome::Unknown,
    };
    builder.comment(root.attribute("c").unwrap_or(""));
    play(&mut builder, root)?;
    Ok(vec![builder.finish()])
}

/// Plays what is below a node: depth first, on a stack of its own.
fn play(builder: &mut Builder, root: Node) -> Result<(), Fault> {
    let moves = |node: Node<'_, '_>| -> Vec<_> {
        node.children().filter(|child| child.has_tag_name("n")).map(|child| child.id()).collect()
    };
    let mut pending: Vec<_> = moves(root).into_iter().rev().map(|id| (0, id)).collect();
    while let Some((depth, id)) = pending.pop() {
        let Some(node) = root.document().get_node(id) else { continue };
        builder.back_to(depth);
        let text = node.attribute("m").unwrap_or("");
        builder.play_parsed(text, |board| notation::parse(board, text))?;
        builder.comment(node.attribute("c").unwrap_or(""));
        pending.extend(moves(node).into_iter().rev().map(|id| (depth + 1, id)));
    }
    Ok(())
}
