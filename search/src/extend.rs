//! Singular extension: a table move that is far better than every other deserves more depth; one that is not, less.

use chuhe_movegen::Move;

use crate::node::{Node, NodeKind, NonPv};
use crate::params;
use crate::score::{Value, is_decisive};
use crate::worker::Worker;

/// What the test says.
pub(crate) enum Extension {
    /// Search the move so many plies deeper (or shallower).
    Plies(i32),
    /// Several moves beat beta: the node's value, without searching it.
    Cut(Value),
}

impl Worker {
    /// Searches the node without its table move at half depth, and judges that move by the result.
    pub(crate) fn extension<K: NodeKind>(&mut self, node: &Node, mv: Move) -> Extension {
        /// How much shallower than the node the table's value may be.
        const SLACK: i32 = 3;
        let Some(entry) = node.entry.filter(|_| node.table_move == Some(mv)) else {
            return Extension::Plies(0);
        };
        let eligible = node.depth >= params::singular_depth() + i32::from(node.tt_pv)
            && entry.depth >= node.depth - SLACK
            && entry.kind.is_lower()
            && !is_decisive(entry.value)
            && node.ply < 2 * self.root.depth();
        if !eligible {
            return Extension::Plies(0);
        }
        let margin = params::singular_margin() * (1 + i32::from(node.tt_pv && !K::PV)) * node.depth / 64;
        let target = entry.value - margin;
        let doubles = self.stack[node.ply].double_extensions;
        self.stack[node.ply].excluded = Some(mv);
        let value = self.search::<NonPv>(target - 1, target, (node.depth - 1) / 2, node.ply, node.cut_node);
        self.stack[node.ply].excluded = None;
        self.stack[node.ply].double_extensions = doubles;
        if value < target {
            Extension::Plies(self.singular::<K>(node, target - value, doubles))
        } else if value >= node.beta && !is_decisive(value) {
            Extension::Cut(value)
        } else if entry.value >= node.beta {
            Extension::Plies(-3 + i32::from(K::PV))
        } else if node.cut_node {
            Extension::Plies(-2)
        } else {
            Extension::Plies(0)
        }
    }

    /// Plies for a move that is alone by `lead` beyond the margin.
    fn singular<K: NodeKind>(&self, node: &Node, lead: Value, doubles: i32) -> i32 {
        if K::PV || doubles > params::singular_path_limit() {
            return 1;
        }
        let triple = !node.table_capture && lead > params::singular_triple();
        1 + i32::from(lead > params::singular_double()) + i32::from(triple)
    }
}
