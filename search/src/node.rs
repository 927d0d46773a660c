//! What kinds of nodes there are, and what is known of one before its moves are tried.

use chuhe_movegen::Move;

use crate::history::{CONTINUATIONS, PieceTo};
use crate::score::Value;
use crate::tt;

/// A kind of node, as a type: branches that do not concern a kind vanish from its code.
pub(crate) trait NodeKind {
    /// On the principal variation: searched with an open window.
    const PV: bool;
}

/// A node with an open window.
pub(crate) struct Pv;
/// A node with a null window.
pub(crate) struct NonPv;

impl NodeKind for Pv {
    const PV: bool = true;
}

impl NodeKind for NonPv {
    const PV: bool = false;
}

/// A node under search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    /// A cut-off is expected.
    pub(crate) cut_node: bool,
    pub(crate) in_check: bool,
    /// The table's key of the position.
    pub(crate) key: u64,
    /// What the table knows.
    pub(crate) entry: Option<tt::Entry>,
    /// The table's move, if legal here.
    pub(crate) table_move: Option<Move>,
    /// Whether that move captures.
    pub(crate) table_capture: bool,
    /// On the principal variation, now or once.
    pub(crate) tt_pv: bool,
    /// Static evaluation before correction; `NONE` in check.
    pub(crate) raw_eval: Value,
    /// Static evaluation, corrected; `NONE` in check.
    pub(crate) static_eval: Value,
    /// The best guess of the value: the evaluation, or the table's bound where it is better. `NONE` in check.
    pub(crate) eval: Value,
    /// What the correction adds.
    pub(crate) correction: Value,
    /// The evaluation rises for the side to move.
    pub(crate) improving: bool,
    /// A move left out (singular extension).
    pub(crate) excluded: Option<Move>,
    /// The moves before, for the continuation histories.
    pub(crate) before: [PieceTo; CONTINUATIONS.len()],
}
