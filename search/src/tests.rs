//! Whole searches: what must hold whatever the numbers in the tables are.

use std::time::{Duration, Instant};

use chuhe_movegen::{Board, Game};

use crate::score::is_mate;
use crate::{Clock, Info, Limits, Outcome, Pool, Request, Score, Searcher, Sink, bench};

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::from_fen(fen).expect("a legal position");
    for text in moves.split_whitespace() {
        game.play(text.parse().expect("a move")).expect("a legal move");
    }
    game
}

fn search(fen: &str, limits: Limits) -> Outcome {
    Searcher::new(16, None).run(&Request::new(game(fen, ""), limits))
}

/// Lines with their score, nodes and moves, but no times.
fn essence(outcome: &Outcome) -> Vec<(Score, u64, String)> {
    let text = |info: &Info| info.pv.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    outcome.lines.iter().map(|info| (info.score, info.nodes, text(info))).collect()
}

#[test]
fn one_thread_is_deterministic() {
    for fen in &bench::POSITIONS[..6] {
        for limits in
            [Limits::depth(7), Limits::nodes(3000), Limits { soft_nodes: Some(2000), ..Limits::default() }]
        {
            assert_eq!(essence(&search(fen, limits)), essence(&search(fen, limits)), "{fen}");
        }
    }
}

#[test]
fn the_bench_is_a_signature() {
    let nodes = || bench::run(4, 1, 2, None).expect("its positions are legal").nodes;
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_search_stopped_at_once_still_answers() {
    let outcome = search(
        bench::POSITIONS[20],
        Limits { movetime: Some(Duration::ZERO), nodes: Some(1), ..Limits::default() },
    );
    assert!(outcome.best.is_some() && outcome.lines[0].depth == 1);
    let mut pool = Pool::new(2, 1);
    pool.go(
        Request::new(Game::new(Board::start()), Limits { infinite: true, ..Limits::default() }),
        Box::new(()),
    );
    pool.stop();
    assert!(pool.wait().is_some_and(|outcome| outcome.best.is_some()));
}

#[test]
fn node_limits_are_exact() {
    assert_eq!(search(bench::POSITIONS[7], Limits::nodes(12_345)).nodes, 12_345);
}

#[test]
fn soft_node_limits_are_met_on_average() {
    for limit in [1000, 2000, 5000] {
        let limits = Limits { soft_nodes: Some(limit), nodes: Some(8 * limit), ..Limits::default() };
        let nodes: u64 = bench::POSITIONS.iter().map(|fen| search(fen, limits).nodes).sum();
        let mean = nodes / bench::POSITIONS.len() as u64;
        assert!((limit * 3 / 4..=limit * 5 / 4).contains(&mean), "{mean} nodes for a limit of {limit}");
    }
}

#[test]
fn lines_are_legal_and_not_empty() {
    for fen in bench::POSITIONS {
        let mut request = Request::new(game(fen, ""), Limits::depth(6));
        request.options.multipv = 3;
        let outcome = Searcher::new(4, None).run(&request);
        assert_eq!(outcome.best, outcome.lines[0].pv.first().copied());
        for line in &outcome.lines {
            assert!(!line.pv.is_empty());
            let mut game = request.game.clone();
            for &mv in &line.pv {
                game.play(mv).unwrap_or_else(|error| panic!("{fen}: {error}"));
            }
        }
        assert!(
            outcome.lines.windows(2).all(|pair| pair[0].value >= pair[1].value),
            "{fen}: lines out of order"
        );
    }
}

/// Positions in which a wrong verdict on a repetition makes a mate out of nothing.
#[test]
fn no_false_mates() {
    for (fen, moves) in [
        ("3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w - - 0 1", ""),
        ("5R3/4k4/9/4r4/9/9/5p3/5A3/5K3/9 b - - 0 1", ""),
        ("3aka3/4n4/9/9/9/9/2C6/9/6r2/3AK4 b - - 0 1", ""),
        ("3c5/4a4/4k4/9/9/9/4PN3/9/3KAp3/9 w - - 0 1", ""),
    ] {
        let mut found = Vec::new();
        let request = Request::new(game(fen, moves), Limits::depth(12));
        Searcher::new(16, None).run_with(&request, &mut Values(&mut found));
        assert!(!found.iter().any(|&value| is_mate(value)), "{fen}: {found:?}");
    }
}

/// Collects the value of every line.
struct Values<'a>(&'a mut Vec<i32>);

impl Sink for Values<'_> {
    fn info(&mut self, info: &Info) {
        self.0.push(info.value);
    }
}

#[test]
fn mates_are_found_and_counted() {
    for (fen, mate) in [
        ("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1", 1),
        ("2b1ka1r1/3Pa4/5Rc2/5Nr2/9/9/9/7C1/C2p5/4K4 w - - 0 1", 6),
        ("r1b1k4/c1PPaRc2/r2ab3n/4C4/7RC/9/9/9/4p4/3K5 w - - 0 1", 6),
    ] {
        let limits = Limits { mate: Some(mate as u8), nodes: Some(2_000_000), ..Limits::default() };
        let outcome = search(fen, limits);
        assert!(
            matches!(outcome.lines[0].score, Score::Mate(moves) if moves > 0 && moves <= mate),
            "{fen}: {:?}",
            outcome.lines[0]
        );
    }
}

#[test]
fn no_move_is_no_move() {
    let outcome = search("3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1", Limits::depth(3));
    assert_eq!((outcome.best, outcome.lines.len(), outcome.lines[0].score), (None, 1, Score::Mate(0)));
}

#[test]
fn root_moves_can_be_chosen_and_banned() {
    let mut request = Request::new(Game::new(Board::start()), Limits::depth(4));
    let moves = ["a0a1".parse().expect("a move"), "i0i1".parse().expect("a move")];
    request.search_moves = moves.to_vec();
    assert!(moves.contains(&Searcher::new(1, None).run(&request).best.expect("two moves are allowed")));
    request.ban_moves = vec![moves[0]];
    assert_eq!(Searcher::new(1, None).run(&request).best, Some(moves[1]));
    request.ban_moves = moves.to_vec();
    assert_eq!(Searcher::new(1, None).run(&request).best, None);
}

/// Checking on every move would lose by rule at the next recurrence: with a rook ahead there are other moves.
#[test]
fn the_root_does_not_repeat_what_loses() {
    let cycle = "e1d1 d9e9 d1e1 e9d9";
    let game = game("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1", &[cycle, cycle, "e1d1 d9e9"].join(" "));
    let mut request = Request::new(game, Limits::depth(1));
    let losing = "d1e1".parse().expect("a move");
    request.options.multipv = 100;
    assert!(Searcher::new(1, None).run(&request).lines.iter().all(|line| line.pv[0] != losing));
    request.search_moves = vec![losing];
    assert_eq!(Searcher::new(1, None).run(&request).best, Some(losing), "the only move allowed");
}

#[test]
fn the_pool_answers_within_its_limits() {
    let mut pool = Pool::new(2, 4);
    let clock = Clock { time: Duration::from_millis(400), increment: Duration::ZERO, moves_to_go: None };
    for limits in [
        Limits::depth(5),
        Limits::nodes(5000),
        Limits::movetime(Duration::from_millis(40)),
        Limits { clock: Some(clock), ..Limits::default() },
    ] {
        let start = Instant::now();
        pool.go(Request::new(Game::new(Board::start()), limits), Box::new(()));
        assert!(pool.wait().is_some_and(|outcome| outcome.best.is_some()));
        assert!(start.elapsed() < Duration::from_secs(5), "{limits:?}");
    }
    assert!(pool.wait().is_none() && !pool.is_searching());
}

/// A helper may be there first; the answer is then its own, and waits for its time as any other.
#[test]
fn the_first_thread_to_reach_the_depth_answers() {
    let mut pool = Pool::new(3, 4);
    for fen in &bench::POSITIONS[..10] {
        pool.go(Request::new(game(fen, ""), Limits::depth(6)), Box::new(()));
        assert_eq!(pool.wait().map(|outcome| outcome.lines[0].depth), Some(6), "{fen}");
    }
}

#[test]
fn infinite_and_ponder_wait_for_a_command() {
    let mut pool = Pool::new(2, 4);
    let waits = Duration::from_millis(30);
    for limits in [Limits { infinite: true, ..Limits::depth(2) }, Limits { ponder: true, ..Limits::depth(2) }]
    {
        pool.go(Request::new(Game::new(Board::start()), limits), Box::new(()));
        std::thread::sleep(waits);
        assert!(pool.is_searching(), "{limits:?}");
        if limits.ponder {
            pool.ponder_hit()
        } else {
            pool.stop()
        }
        assert!(pool.wait().is_some_and(|outcome| outcome.best.is_some()));
    }
}

#[test]
fn a_new_search_ends_the_old_one() {
    let mut pool = Pool::new(2, 4);
    for _ in 0..20 {
        pool.go(
            Request::new(Game::new(Board::start()), Limits { infinite: true, ..Limits::default() }),
            Box::new(()),
        );
    }
    pool.set_threads(3);
    assert!(!pool.is_searching());
    pool.resize_hash(2).unwrap();
    pool.go(Request::new(Game::new(Board::start()), Limits::depth(4)), Box::new(()));
    assert!(pool.wait().is_some());
}

#[test]
fn a_table_too_large_leaves_the_old_one() {
    let mut pool = Pool::new(1, 4);
    let error = pool.resize_hash(usize::MAX >> 21).unwrap_err();
    assert!(error.to_string().contains("not enough memory"));
    assert_eq!(pool.hash_mib(), 4);
    pool.go(Request::new(Game::new(Board::start()), Limits::depth(4)), Box::new(()));
    assert!(pool.wait().is_some_and(|outcome| outcome.best.is_some()));
}

#[test]
fn the_table_can_be_asked() {
    let mut pool = Pool::new(1, 4);
    let game = Game::new(Board::start());
    assert_eq!(pool.probe(&game), None);
    pool.go(Request::new(game.clone(), Limits::depth(6)), Box::new(()));
    let best = pool.wait().and_then(|outcome| outcome.best);
    let known = pool.probe(&game).unwrap();
    assert_eq!(known.mv, best);
    assert!(known.depth >= 1 && known.score.is_some(), "{known:?}");
}
