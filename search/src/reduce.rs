//! Late move reductions: the later a move in the order, the less likely it is to matter.

use crate::alphabeta::Candidate;
use crate::node::{Node, NodeKind};
use crate::params;
use crate::score::{NONE, Value};
use crate::worker::Worker;

/// Depths and move numbers told apart.
const SIZE: usize = 64;
/// Parts of a ply in which reductions are computed.
const PLY: i32 = 1024;

/// Logarithms of depths and move numbers, whose product is the base of a reduction.
pub(crate) struct Reductions([i32; SIZE]);

impl Reductions {
    /// Precision of a logarithm: two of them multiply to [`PLY`].
    const ONE: f64 = 32.0;

    pub(crate) fn new() -> Reductions {
        let mut logs = [0; SIZE];
        for (n, log) in logs.iter_mut().enumerate().skip(1) {
            *log = (Reductions::ONE * (n as f64).ln()) as i32;
        }
        Reductions(logs)
    }

    /// ln(depth) ln(number), in 1024ths, times the factor.
    fn base(&self, depth: i32, number: usize) -> i32 {
        let product = self.0[(depth.max(0) as usize).min(SIZE - 1)] * self.0[number.min(SIZE - 1)];
        product * params::lmr_factor() / PLY
    }
}

/// Whether a move is late enough to be reduced.
pub(crate) fn applies(node: &Node, candidate: &Candidate) -> bool {
    node.depth >= params::lmr_depth() && candidate.number > 1
}

impl Worker {
    /// Plies to take off the search after a move; negative for a deeper one.
    pub(crate) fn reduction<K: NodeKind>(&self, node: &Node, candidate: &Candidate) -> i32 {
        let mut r = params::lmr_base() + self.reductions.base(node.depth, candidate.number);
        if node.tt_pv {
            r -= params::lmr_tt_pv() + if K::PV { params::lmr_pv() } else { 0 };
        }
        if node.cut_node {
            r += params::lmr_cut_node();
        }
        if !node.improving {
            r += params::lmr_not_improving();
        }
        if node.table_capture && candidate.victim.is_none() {
            r += params::lmr_tt_capture();
        }
        /// Cut-offs at the next ply that count as often.
        const OFTEN: i32 = 3;
        if self.stack[node.ply + 1].cutoffs > OFTEN {
            r += params::lmr_cutoffs();
        }
        if candidate.gives_check {
            r -= params::lmr_check();
        }
        if candidate.victim.is_some() {
            r -= params::lmr_capture();
        }
        r -= candidate.history * params::lmr_history() / PLY;
        r -= node.correction.abs() * params::lmr_correction();
        r.div_euclid(PLY)
    }

    /// How far a move that beat alpha at reduced depth is searched beyond the normal depth: further if it beat it
    /// by much, less if by little.
    pub(crate) fn research_adjustment(&self, node: &Node, value: Value, alpha: Value) -> i32 {
        debug_assert!(value != NONE && node.depth > 0);
        i32::from(value > alpha + params::lmr_deeper()) - i32::from(value < alpha + params::lmr_shallower())
    }
}
