//! Trees as lists of lines: the main line, then each variation with the line and the ply at which it
//! departs. JSON Lines and DhtmlXQ store games so.
//!
//! Plies and comments count from the start of the game in every line: a variation's ply is the
//! index of the move it replaces, a comment goes by the number of moves before it.

use std::collections::{BTreeMap, VecDeque};

use chuhe_movegen::{Board, Move};

use crate::builder::{Builder, Fault, Mark};
use crate::{Broken, Step, Tree};

/// A line, with moves as text when read and as moves when written.
#[derive(Clone, Debug)]
pub(super) struct Line<M> {
    /// The line that this one departs from, by its index in the list, and the ply; none for the
    /// main line, which is the first of the list.
    pub departs: Option<(usize, usize)>,
    pub moves: Vec<M>,
    pub comments: BTreeMap<usize, String>,
}

impl<M> Default for Line<M> {
    fn default() -> Line<M> {
        Line { departs: None, moves: Vec::new(), comments: BTreeMap::new() }
    }
}

/// A line being played.
struct Open<'a> {
    index: usize,
    moves: std::slice::Iter<'a, &'a str>,
    /// The variations to its last move that are still to be played.
    variations: VecDeque<usize>,
    /// Where its own line goes on after it.
    mark: Option<Mark>,
}

/// Plays lines and, after each move, the variations to it, in the order of printed games: so each
/// move is played once, however the file orders its variations.
pub(super) fn play(
    builder: &mut Builder,
    lines: &[Line<&str>],
    parse: impl Fn(&Board, &str) -> Result<Move, String>,
) -> Result<(), Fault> {
    let mut departing: BTreeMap<(usize, usize), VecDeque<usize>> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate() {
        if let Some(place) = line.departs {
            departing.entry(place).or_default().push_back(index);
        }
    }
    let open_line = |index: usize, mark| Open {
        index,
        moves: lines[index].moves.iter(),
        variations: VecDeque::new(),
        mark,
    };
    let mut open = vec![open_line(0, None)];
    if let Some(comment) = lines[0].comments.get(&0) {
        builder.comment(comment);
    }
    while let Some(top) = open.last_mut() {
        if let Some(index) = top.variations.pop_front() {
            let mark = builder.branch();
            open.push(open_line(index, Some(mark)));
        } else if let Some(text) = top.moves.next() {
            let ply = builder.depth();
            builder.play_parsed(text, |board| parse(board, text))?;
            if let Some(comment) = lines[top.index].comments.get(&(ply + 1)) {
                builder.comment(comment);
            }
            top.variations = departing.remove(&(top.index, ply)).unwrap_or_default();
        } else if let Some(mark) = open.pop().and_then(|line| line.mark) {
            builder.rejoin(mark);
        }
    }
    match departing.pop_first() {
        Some(((line, ply), _)) => {
            let game = builder.session.game;
            let reason =
                format!("game {game}: a variation to ply {ply} of line {line}, which has no such move");
            Err(Broken::new(reason).into())
        }
        None => Ok(()),
    }
}

/// The lines of a tree, the main line first; a line comes before those that depart from it.
pub(super) fn lines(tree: &Tree) -> Vec<Line<Move>> {
    let mut lines = vec![Line::default()];
    let mut open = vec![0];
    note(&mut lines[0], 0, tree.comment(Tree::ROOT));
    for step in tree.walk() {
        let current = open.last().copied().unwrap_or(0);
        match step {
            Step::Move { node, ply } => {
                lines[current].moves.extend(tree.mv(node));
                note(&mut lines[current], ply + 1, tree.comment(node));
            }
            Step::Open { ply } => {
                open.push(lines.len());
                lines.push(Line { departs: Some((current, ply)), ..Line::default() });
            }
            Step::Close => {
                open.pop();
            }
        }
    }
    lines
}

fn note(line: &mut Line<Move>, ply: usize, comment: &str) {
    if !comment.is_empty() {
        line.comments.insert(ply, comment.to_string());
    }
}
