//! XML, with a bound on how deep it is nested: the parser goes one call deeper with each element.

use roxmltree::Document;

use crate::Broken;

/// The deepest nesting read. One format nests a move in the move before it; the longest games on
/// record have some six hundred.
const MAX_DEPTH: usize = 1000;

/// Parses a document.
pub(super) fn parse(text: &str) -> Result<Document<'_>, Broken> {
    if depth(text) > MAX_DEPTH {
        return Err(Broken::new(format!("elements nested more than {MAX_DEPTH} deep")));
    }
    Document::parse(text).map_err(|error| Broken::new(format!("no sound XML: {error}")))
}

/// The deepest nesting of a text, sound or not.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    let mut rest = text;
    while let Some((_, markup)) = rest.split_once('<') {
        let skipped = [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")];
        if let Some((_, end)) = skipped.iter().find(|(start, _)| markup.starts_with(start)) {
            rest = markup.split_once(end).map_or("", |(_, rest)| rest);
            continue;
        }
        let end = end_of_tag(markup);
        let tag = &markup[..end];
        rest = &markup[end..];
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if !tag.ends_with('/') {
            depth += 1;
            deepest = deepest.max(depth);
        }
    }
    deepest
}

/// Where a tag ends: at the first `>` outside quotes.
fn end_of_tag(markup: &str) -> usize {
    let mut quote = None;
    let end = markup.bytes().position(|byte| {
        match quote {
            Some(open) if open == byte => quote = None,
            None if byte == b'"' || byte == b'\'' => quote = Some(byte),
            _ => {}
        }
        byte == b'>' && quote.is_none()
    });
    end.unwrap_or(markup.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_that_of_open_elements() {
        for (text, wanted) in [
            ("<a><b/><b></b></a>", 2),
            ("<a x='>' y=\"/>\"><b x=\"/>\"><c/></b></a>", 2),
            ("<?xml?><!-- <a><a> --><a><![CDATA[<b><b>]]></a>", 1),
            ("<a><a><a", 3),
            ("", 0),
        ] {
            assert_eq!(depth(text), wanted, "{text}");
        }
    }
}
