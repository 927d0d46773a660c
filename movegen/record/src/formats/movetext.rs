//! Numbered moves with comments and variations, as PGN has them and other text formats too.

use std::iter::Peekable;
use std::str::CharIndices;

use crate::builder::{Builder, Fault};
use crate::notation;
use crate::record::Outcome;

/// A piece of movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    /// A move or anything else between blanks, without its number.
    Word(&'a str),
    /// `!`, `?!` and the like.
    Mark(&'a str),
    /// `{...}`, or `;...` to the end of the line.
    Comment(&'a str),
    Open,
    Close,
    /// A line that starts with `[` and a letter: the tags of the next game.
    TagLine,
}

struct Tokens<'a> {
    text: &'a str,
    chars: Peekable<CharIndices<'a>>,
    /// Whether nothing but blanks came since the line started.
    is_line_start: bool,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Tokens<'a> {
        Tokens { text, chars: text.char_indices().peekable(), is_line_start: true }
    }

    /// Where the next token starts.
    fn offset(&mut self) -> usize {
        self.chars.peek().map_or(self.text.len(), |&(at, _)| at)
    }

    /// Everything up to and without the first character that `stop` takes.
    fn until(&mut self, stop: impl Fn(char) -> bool) -> &'a str {
        let start = self.offset();
        while let Some((_, c)) = self.chars.next_if(|&(_, c)| !stop(c)) {
            self.is_line_start = c == '\n' || (self.is_line_start && c.is_whitespace());
        }
        let end = self.offset();
        &self.text[start..end]
    }
}

/// Words end at blanks and at the signs of other tokens.
fn ends_word(c: char) -> bool {
    c.is_whitespace() || "{}()!?;".contains(c)
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.until(|c| !c.is_whitespace());
            let (at, c) = *self.chars.peek()?;
            match c {
                '{' => {
                    self.chars.next();
                    let comment = self.until(|c| c == '}');
                    self.chars.next();
                    return Some(Token::Comment(comment));
                }
                ';' => {
                    self.chars.next();
                    return Some(Token::Comment(self.until(|c| c == '\n')));
                }
                '(' | ')' | '}' => {
                    self.chars.next();
                    match c {
                        '(' => return Some(Token::Open),
                        ')' => return Some(Token::Close),
                        _ => {}
                    }
                }
                '[' if self.is_line_start && starts_tag(&self.text[at..]) => return Some(Token::TagLine),
                '!' | '?' => return Some(Token::Mark(self.until(|c| !"!?".contains(c)))),
                _ => {
                    let word = without_number(self.until(ends_word));
                    if !word.is_empty() {
                        return Some(Token::Word(word));
                    }
                }
            }
        }
    }
}

/// A word without the move number before it (`12.`, `12...`, `１２．`), dots alone and numeric
/// annotation glyphs (`$1`).
fn without_number(word: &str) -> &str {
    let is_dot = |c: char| matches!(c, '.' | '．' | '、' | '…' | ':' | '：');
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let rest = word.trim_start_matches(is_digit);
    if rest.starts_with(is_dot) || (rest.is_empty() && word.len() < 4) {
        return rest.trim_start_matches(is_dot);
    }
    if word.starts_with('$') { "" } else { word }
}

/// Plays movetext on the builder's game until the game ends; the rest of the text comes back.
///
/// The game ends at a result, at the tags of another game, at a rule of `=` or `-`, or at the end.
pub(super) fn play<'a>(builder: &mut Builder, text: &'a str) -> Result<&'a str, Fault> {
    let mut tokens = Tokens::new(text);
    let mut outer = Vec::new();
    // What stands before the first move of a variation belongs to that move.
    let mut held = String::new();
    let mut is_fresh = false;
    loop {
        let at = tokens.offset();
        match tokens.next() {
            None => return Ok(""),
            Some(Token::TagLine) => return Ok(&text[at..]),
            Some(Token::Comment(comment)) if is_fresh => {
                held.push('\n');
                held.push_str(comment);
            }
            Some(Token::Comment(comment)) => builder.comment(comment),
            Some(Token::Mark(mark)) => builder.comment(mark),
            Some(Token::Open) => {
                outer.push(builder.branch());
                is_fresh = true;
            }
            Some(Token::Close) => {
                if let Some(mark) = outer.pop() {
                    builder.rejoin(mark);
                }
                is_fresh = false;
            }
            Some(Token::Word(word)) if is_rule(word) => return Ok(after_line(text, at)),
            Some(Token::Word(word)) => match word.parse::<Outcome>() {
                Ok(result) if outer.is_empty() => {
                    if result != Outcome::Unknown || builder.record.result == Outcome::Unknown {
                        builder.record.result = result;
                    }
                    let end = tokens.offset();
                    return Ok(&text[end..]);
                }
                Ok(_) => {}
                Err(_) => {
                    builder.play_parsed(word, |board| notation::parse(board, word))?;
                    builder.comment(&std::mem::take(&mut held));
                    is_fresh = false;
                }
            },
        }
    }
}

fn is_rule(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|c| c == '=' || c == '-')
}

fn after_line(text: &str, at: usize) -> &str {
    text[at..].split_once('\n').map_or("", |(_, rest)| rest)
}

/// Whether the text starts as a tag does: with `[` and a letter.
pub(super) fn starts_tag(text: &str) -> bool {
    text.strip_prefix('[').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// The text from the next tag line on; empty when there is none.
pub(super) fn next_tags(text: &str) -> &str {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if starts_tag(line.trim_start()) {
            return text[at..].trim_start();
        }
        at += line.len();
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_every_kind() {
        let text = "1. C2.5 {a b} (1... h2e2!? ; end\n) 12.R+.5 $4 1-0";
        let tokens: Vec<Token> = Tokens::new(text).collect();
        use Token::*;
        assert_eq!(
            tokens,
            [
                Word("C2.5"),
                Comment("a b"),
                Open,
                Word("h2e2"),
                Mark("!?"),
                Comment(" end"),
                Close,
                Word("R+.5"),
                Word("1-0")
            ]
        );
    }
}
