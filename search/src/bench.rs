//! Fixed positions searched to a fixed depth: the total of nodes is the signature of the search.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chuhe_eval::nnue::Network;
use chuhe_movegen::{FenError, Game};

use crate::limits::Limits;
use crate::pool::Pool;
use crate::request::Request;

/// Depth of [`run`] unless another is asked for.
pub const DEPTH: u8 = 12;
/// Table size of [`run`] unless another is asked for, in MiB.
pub const HASH: usize = 16;

/// Openings, middle games, endings, mates, positions in check and positions where repetition matters.
pub const POSITIONS: [&str; 30] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
    "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1C4/9/R1BAKABNR b - - 3 2",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/6P2/P1P1P3P/1CN4C1/9/R1BAKABNR b - - 0 4",
    "r2akab1r/9/1cn1b1nc1/p1p1p1p1p/9/2P6/P3P1P1P/C1N1C1N2/9/R1BAKAB1R w - - 4 5",
    "r1bak1b1r/4a4/2n1c1nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/R8/2BAKAB1R b - - 1 7",
    "2bakab1r/9/r1n1c1n2/p1p1p1p1p/9/1cP6/P3P1P1P/C1N1C1N2/9/R1BAKABR1 w - - 8 9",
    "2baka3/2c6/n3c2rb/p3p2Cp/2p3pP1/9/P1P1P1P2/4B1N2/3NA4/3AK1B1R w - - 0 1",
    "1r1aka3/5n3/b7b/p1pRp1C1p/4c4/9/P1P3P1P/8N/9/2BAKAB2 w - - 0 1",
    "4k4/4acN2/n3ba3/p8/2b2R3/2N1r1P2/P8/4B4/4A4/3AK1B2 w - - 0 1",
    "3akab2/5r3/2n1b1n2/p3p1p1p/2p6/4P1P2/P1P5P/2N1C1N2/5R3/2BAKAB2 w - - 0 1",
    "2bakab2/9/2n1c1n2/p1R1p1r1p/9/9/P3P1P1P/2N1C1N2/9/2BAKAB2 b - - 0 1",
    "r3kab2/4a4/2n1b1nc1/p3p3p/2p3p2/9/P1P1P1P1P/2NCB1N2/9/R2AKAB2 w - - 0 1",
    "4kab2/4a4/4b1n2/p3p3p/6p2/2P3P2/P3P3P/2N1B4/4A4/2BAK4 b - - 0 1",
    "3ak1b2/4a4/4b4/p3n3p/4p1p2/2P3P2/P3N3P/4B4/4A4/2BAK4 w - - 0 1",
    "2bak4/4a4/4b4/9/9/4N1P2/9/4B4/4A4/2BAK4 w - - 0 1",
    "3k5/4a4/3a5/9/9/9/3R5/4B4/4A4/3AK4 w - - 0 1",
    "2bak4/4a4/4b4/4r4/9/9/9/4B4/4A4/3AKR3 b - - 0 1",
    "4k4/9/4b4/9/2C6/9/9/4B4/4A4/4K4 w - - 0 1",
    "3ak4/4a4/9/4P4/9/9/9/9/4A4/4K4 w - - 0 1",
    "r1b1k4/c1PPaRc2/r2ab3n/4C4/7RC/9/9/9/4p4/3K5 w - - 0 1",
    "4kab1r/4a4/4b4/CR2R4/8r/2C6/9/9/c3p4/5K3 w - - 0 1",
    "2b1ka1r1/3Pa4/5Rc2/5Nr2/9/9/9/7C1/C2p5/4K4 w - - 0 1",
    "3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w - - 0 1",
    "5R3/4k4/9/4r4/9/9/5p3/5A3/5K3/9 b - - 0 1",
    "3c5/4a4/4k4/9/9/9/4PN3/9/3KAp3/9 w - - 0 1",
    "c3k2C1/4a4/6R2/9/9/9/9/9/9/3K5 w - - 0 1",
    "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1",
    "2bakab2/9/4c4/p1p1p1p1p/4n4/2P3P2/P3P3P/1C2C1N2/9/2BAKAB2 w - - 100 60",
    "rnbakabnr/9/1c7/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABcR w - - 0 5",
];

/// What a run measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes over all positions: the signature, with one thread.
    pub nodes: u64,
    /// Time of the searches alone.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// Searches every position to `depth`, with tables emptied before each.
///
/// # Errors
/// Where a built-in position is not accepted, which would be a defect of this crate or of the board.
pub fn run(
    depth: u8,
    threads: usize,
    hash_mib: usize,
    network: Option<Arc<Network>>,
) -> Result<BenchResult, FenError> {
    let mut pool = Pool::new(threads, hash_mib);
    pool.set_network(network);
    let mut total = BenchResult { nodes: 0, time: Duration::ZERO };
    for fen in POSITIONS {
        let game = Game::from_fen(fen)?;
        pool.clear();
        let start = Instant::now();
        pool.go(Request::new(game, Limits::depth(depth)), Box::new(()));
        total.nodes += pool.wait().map_or(0, |outcome| outcome.nodes);
        total.time += start.elapsed();
    }
    Ok(total)
}
