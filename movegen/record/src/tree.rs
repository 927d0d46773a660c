//! The moves of a game with their variations and comments.

use chuhe_movegen::Move;

/// The place of a node in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
struct Node {
    mv: Option<Move>,
    comment: String,
    parent: NodeId,
    children: Vec<NodeId>,
}

/// Moves as a tree. The root stands for the start position and has no move; the first child of a
/// node continues its line, the others are variations, in the order in which the file gives them.
///
/// Nodes lie in one vector, so that neither walking nor dropping a long game uses the call stack.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Tree {
        let root = Node { mv: None, comment: String::new(), parent: Tree::ROOT, children: Vec::new() };
        Tree { nodes: vec![root] }
    }
}

impl Tree {
    /// The start position.
    pub const ROOT: NodeId = NodeId(0);

    /// The most moves, variations included, that one tree holds. The longest collections of
    /// openings have some ten thousand.
    pub const MAX_MOVES: usize = 1_000_000;

    /// A game whose main line is `moves`.
    pub fn from_line(moves: impl IntoIterator<Item = Move>) -> Tree {
        let mut tree = Tree::default();
        let mut node = Tree::ROOT;
        for mv in moves {
            node = tree.add(node, mv);
        }
        tree
    }

    /// Adds a move after `parent`: its continuation if it has none yet, else a variation.
    ///
    /// # Panics
    /// When the tree holds [`Tree::MAX_MOVES`] already; readers look before they add.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        assert!(self.len() < Tree::MAX_MOVES, "a tree of more than {} moves", Tree::MAX_MOVES);
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { mv: Some(mv), comment: String::new(), parent, children: Vec::new() });
        self.nodes[parent.index()].children.push(id);
        id
    }

    /// The number of moves, variations included.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there is no move at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The move that leads to `node`; none for the root.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.nodes[node.index()].mv
    }

    /// The node before; none for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != Tree::ROOT).then(|| self.nodes[node.index()].parent)
    }

    /// The continuation of `node` and the variations to it.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.index()].children
    }

    /// The text after the move of `node`, or before the first move for the root; may be empty.
    pub fn comment(&self, node: NodeId) -> &str {
        &self.nodes[node.index()].comment
    }

    /// Adds text to the comment of `node`, on a line of its own if there is some already. Line ends
    /// become `\n`, control characters and white space around the text go.
    pub fn add_comment(&mut self, node: NodeId, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text: String = text.chars().filter(|&c| c == '\n' || c == '\t' || !c.is_control()).collect();
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let comment = &mut self.nodes[node.index()].comment;
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    /// The nodes of the line that starts with `node`, in order; for the root, the main line.
    pub fn line(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |&id| self.children(id).first().copied())
            .filter(|&id| id != Tree::ROOT)
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = Move> + '_ {
        self.line(Tree::ROOT).filter_map(|id| self.mv(id))
    }

    /// Whether any move has an alternative.
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.children.len() > 1)
    }

    /// Whether there is any comment.
    pub fn has_comments(&self) -> bool {
        self.nodes.iter().any(|node| !node.comment.is_empty())
    }

    /// What a step says, without the numbers of nodes.
    fn content(&self, step: Step) -> (Option<Step>, Option<Move>, &str) {
        match step {
            Step::Move { node, .. } => (None, self.mv(node), self.comment(node)),
            other => (Some(other), None, ""),
        }
    }

    /// Walks the tree in the order of printed games: a move, then the variations to it, then what
    /// follows the move.
    pub fn walk(&self) -> Walk<'_> {
        let first = self.children(Tree::ROOT).first().map(|&node| Task::Move { node, ply: 0 });
        Walk { tree: self, tasks: first.into_iter().collect() }
    }
}

/// Trees are equal that say the same, in whatever order their moves were added.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.len() == other.len()
            && self.comment(Tree::ROOT) == other.comment(Tree::ROOT)
            && self.walk().map(|step| self.content(step)).eq(other.walk().map(|step| other.content(step)))
    }
}

impl Eq for Tree {}

/// A step of [`Tree::walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move.
    Move {
        /// The move's node.
        node: NodeId,
        /// The number of moves before it.
        ply: usize,
    },
    /// A variation to the last move of the line starts; its first move is next.
    Open {
        /// The number of moves before it.
        ply: usize,
    },
    /// The variation ends; its line goes on.
    Close,
}

#[derive(Clone, Copy)]
enum Task {
    Move { node: NodeId, ply: usize },
    Variation { node: NodeId, ply: usize },
    Line { node: NodeId, ply: usize },
    Close,
}

/// See [`Tree::walk`].
pub struct Walk<'a> {
    tree: &'a Tree,
    tasks: Vec<Task>,
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            match self.tasks.pop()? {
                Task::Move { node, ply } => {
                    self.tasks.push(Task::Line { node, ply: ply + 1 });
                    let siblings =
                        self.tree.parent(node).map_or(&[][..], |parent| self.tree.children(parent));
                    if siblings.first() == Some(&node) {
                        let variations = siblings[1..].iter().rev();
                        self.tasks.extend(variations.map(|&node| Task::Variation { node, ply }));
                    }
                    return Some(Step::Move { node, ply });
                }
                Task::Variation { node, ply } => {
                    self.tasks.push(Task::Close);
                    self.tasks.push(Task::Move { node, ply });
                    return Some(Step::Open { ply });
                }
                Task::Line { node, ply } => {
                    let next = self.tree.children(node).first();
                    self.tasks.extend(next.map(|&node| Task::Move { node, ply }));
                }
                Task::Close => return Some(Step::Close),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn walks_a_move_then_its_variations_then_on() {
        let mut tree = Tree::from_line([mv("h2e2"), mv("h9g7")]);
        let first = tree.children(Tree::ROOT)[0];
        let other = tree.add(Tree::ROOT, mv("b2e2"));
        tree.add(other, mv("b9c7"));
        tree.add(first, mv("b9c7"));
        let text: Vec<String> = tree
            .walk()
            .map(|step| match step {
                Step::Move { node, ply } => format!("{ply}:{}", tree.mv(node).unwrap()),
                Step::Open { .. } => "(".to_string(),
                Step::Close => ")".to_string(),
            })
            .collect();
        assert_eq!(text.join(" "), "0:h2e2 ( 0:b2e2 1:b9c7 ) 1:h9g7 ( 1:b9c7 )");
        assert!(tree.has_variations());
    }

    #[test]
    fn comments_are_normalised_and_joined() {
        let mut tree = Tree::default();
        tree.add_comment(Tree::ROOT, "  one\r\ntwo\u{0} ");
        tree.add_comment(Tree::ROOT, " ");
        tree.add_comment(Tree::ROOT, "three");
        assert_eq!(tree.comment(Tree::ROOT), "one\ntwo\nthree");
    }
}
