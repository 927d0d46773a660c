//! One thread's search: its game, evaluation, histories and root moves, and the small steps every node takes.

use std::sync::Arc;

use chuhe_eval::Evaluator;
use chuhe_eval::nnue::Network;
use chuhe_movegen::{Game, Move};

use crate::correction::{Corrections, LastMoves};
use crate::draw::PathJudge;
use crate::history::{Histories, PieceTo};
use crate::movepick::{Arena, MovePicker, Sight};
use crate::reduce::Reductions;
use crate::root::RootMoves;
use crate::score::{NONE, Value};
use crate::shared::Shared;
use crate::stack::{PvTable, Stack};

/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 512;

/// Everything a search thread owns.
pub(crate) struct Worker {
    pub(crate) id: usize,
    pub(crate) shared: Arc<Shared>,
    pub(crate) game: Game,
    pub(crate) judge: PathJudge,
    pub(crate) evaluator: Evaluator,
    pub(crate) histories: Histories,
    pub(crate) corrections: Corrections,
    pub(crate) stack: Stack,
    pub(crate) pv: PvTable,
    pub(crate) arena: Arena,
    pub(crate) root: RootMoves,
    pub(crate) reductions: Reductions,
    pub(crate) nodes: u64,
    /// Nodes at which this thread stops by itself: exact limits need a single thread.
    node_limit: u64,
    pub(crate) seldepth: usize,
    /// While a null-move cut-off is verified: the ply before which null moves are off.
    pub(crate) null_allowed_from: usize,
    pub(crate) stopped: bool,
}

impl Worker {
    /// A worker for its first search.
    fn new(id: usize, shared: Arc<Shared>, network: Option<Arc<Network>>) -> Worker {
        let judge = PathJudge::new(&shared.request);
        let mut worker = Worker {
            id,
            game: shared.request.game.clone(),
            judge,
            evaluator: Evaluator::new(network),
            histories: Histories::new(),
            corrections: Corrections::new(),
            stack: Stack::new(),
            pv: PvTable::new(),
            arena: Vec::new(),
            root: RootMoves::default(),
            reductions: Reductions::new(),
            nodes: 0,
            node_limit: u64::MAX,
            seldepth: 0,
            null_allowed_from: 0,
            stopped: false,
            shared,
        };
        worker.begin(worker.shared.clone());
        worker
    }

    /// The worker in `place`, prepared for a search; made where there is none yet.
    pub(crate) fn prepare<'a>(
        place: &'a mut Option<Box<Worker>>,
        id: usize,
        shared: &Arc<Shared>,
        network: &Option<Arc<Network>>,
    ) -> &'a mut Worker {
        match place {
            Some(worker) => {
                worker.begin(shared.clone());
                worker
            }
            none => none.insert(Box::new(Worker::new(id, shared.clone(), network.clone()))),
        }
    }

    /// Prepares for a search.
    fn begin(&mut self, shared: Arc<Shared>) {
        let request = &shared.request;
        self.judge = PathJudge::new(request);
        self.game.clone_from(&request.game);
        self.evaluator.reset(self.game.board());
        self.histories.age();
        self.stack.clear();
        self.root = RootMoves::new(request);
        self.reductions = Reductions::new();
        self.nodes = 0;
        self.node_limit = request
            .limits
            .nodes
            .filter(|_| shared.threads() == 1 && !request.limits.ponder)
            .unwrap_or(u64::MAX);
        self.null_allowed_from = 0;
        self.stopped = false;
        self.shared = shared;
    }

    /// Uses another network from now on.
    pub(crate) fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.evaluator = Evaluator::new(network);
        self.evaluator.reset(self.game.board());
    }

    /// Forgets all earlier games.
    pub(crate) fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
    }

    /// Counts a node; true when the search must end. The first iteration, a matter of microseconds, is always
    /// finished, so that there is a move to answer with.
    #[inline]
    pub(crate) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        self.stopped |= self.root.depth() > 1 && (self.nodes >= self.node_limit || self.shared.halted());
        self.stopped
    }

    #[cold]
    fn poll(&mut self) {
        self.shared.publish(self.id, self.nodes);
        if self.id == 0 && self.shared.limit_reached() {
            self.shared.stop();
        }
    }

    /// Makes a legal move, which gives check or not, from the node at `ply`.
    #[inline]
    pub(crate) fn make(&mut self, mv: Move, gives_check: bool, ply: usize) {
        let board = self.game.board();
        self.shared.table.prefetch(board.key_after(mv));
        let captured = board.piece_at(mv.to());
        let moved = board.piece_at(mv.from());
        let entry = &mut self.stack[ply];
        entry.mv = Some(mv);
        entry.capture = captured.is_some();
        if let Some(moved) = moved {
            entry.piece_to = PieceTo::new(moved, mv.to());
            self.evaluator.push(mv, moved, captured);
        }
        self.game.push_known(mv, gives_check);
    }

    /// Takes back the last move.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.game.pop();
        self.evaluator.pop();
    }

    /// Passes at `ply`.
    pub(crate) fn make_null(&mut self, ply: usize) {
        let entry = &mut self.stack[ply];
        (entry.mv, entry.capture, entry.piece_to) = (None, false, PieceTo::NONE);
        self.game.push_null();
        self.shared.table.prefetch(self.table_key());
    }

    /// Takes back a null move.
    pub(crate) fn unmake_null(&mut self) {
        self.game.pop();
    }

    /// Whether the side to move is in check.
    #[inline]
    pub(crate) fn in_check(&self) -> bool {
        self.game.plies().last().map_or_else(|| self.game.board().in_check(), |ply| ply.gives_check)
    }

    /// The position's key for the table. Close to the natural limit, and after a recurrence, the same
    /// position is worth something else, so it gets another key.
    pub(crate) fn table_key(&self) -> u64 {
        /// The clock from which positions are told apart.
        const FROM: u16 = 60;
        /// Plies of the clock that share a key.
        const BUCKET: u16 = 10;
        /// Odd constants spread the small numbers over the key (the golden ratio, as SplitMix64 uses it, and its cube).
        const CLOCK_MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        const RECURRENCE_MIX: u64 = 0xd1b5_4a32_d192_ed03;
        let bucket = self.game.rule_clock().saturating_sub(FROM).div_ceil(BUCKET);
        let recurs = self.game.previous_occurrences().next().is_some();
        let mix = u64::from(bucket).wrapping_mul(CLOCK_MIX) ^ if recurs { RECURRENCE_MIX } else { 0 };
        self.game.board().key() ^ mix
    }

    /// The static evaluation before any correction.
    pub(crate) fn raw_eval(&mut self) -> Value {
        self.evaluator.evaluate(self.game.board())
    }

    /// The correction of the evaluation at `ply`.
    pub(crate) fn correction(&self, ply: usize) -> Value {
        self.corrections.value(self.game.board(), self.last_moves(ply))
    }

    /// The moves that led to `ply`, as the correction history wants them.
    pub(crate) fn last_moves(&self, ply: usize) -> LastMoves {
        [self.stack.before(ply, 1).piece_to, self.stack.before(ply, 2).piece_to]
    }

    /// The next move of a node's picker.
    #[inline]
    pub(crate) fn pick(&mut self, picker: &mut MovePicker, ply: usize) -> Option<Move> {
        let before = self.stack.continuations(ply);
        let sight = Sight { board: self.game.board(), histories: &self.histories, before, ply };
        picker.next(&mut self.arena, &sight)
    }

    /// The static evaluation two plies ago is lower than this one, or four plies ago where that is unknown.
    pub(crate) fn improving(&self, ply: usize, static_eval: Value) -> bool {
        let earlier = [2, 4]
            .into_iter()
            .map(|back| self.stack.before(ply, back).static_eval)
            .find(|&eval| eval != NONE);
        static_eval != NONE && earlier.is_some_and(|eval| static_eval > eval)
    }
}
