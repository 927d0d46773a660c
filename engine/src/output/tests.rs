use std::time::Duration;

use chuhe_movegen::Move;
use chuhe_search::{Bound, Info, Score};

use super::*;

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn info() -> Info {
    Info {
        depth: 12,
        seldepth: 20,
        multipv: 1,
        score: Score::Cp(35),
        value: 35,
        bound: Bound::Lower,
        wdl: [300, 600, 100],
        nodes: 123,
        nps: 1_000_000,
        hashfull: 12,
        time: Duration::ZERO,
        pv: vec![mv("h2e2"), mv("a9a8")],
    }
}

fn style(protocol: Protocol) -> Style {
    Style { protocol, ..Style::default() }
}

#[test]
fn analysis_lines() {
    let uci = style(Protocol::Uci);
    assert_eq!(
        uci.info(&info()),
        "info depth 12 seldepth 20 multipv 1 score cp 35 lowerbound nodes 123 nps 1000000 hashfull 12 tbhits 0 time 1 pv h2e2 a9a8"
    );
    let fairy = Style { ranks: Ranks::FromOne, show_wdl: true, ..uci };
    assert_eq!(
        fairy.info(&info()),
        "info depth 12 seldepth 20 multipv 1 score cp 35 lowerbound wdl 300 600 100 nodes 123 nps 1000000 hashfull 12 tbhits 0 time 1 pv h3e3 a10a9"
    );
    let mated = Info { score: Score::Mate(-3), bound: Bound::Exact, ..info() };
    assert_eq!(
        style(Protocol::Ucci).info(&mated),
        "info depth 12 seldepth 20 multipv 1 score mate -3 nodes 123 nps 1000000 hashfull 12 tbhits 0 time 1 pv h2e2 a9a8"
    );
    assert!(uci.info(&mated).contains(" score mate -3 nodes "));
    assert_eq!(uci.current_move(9, mv("h2e2"), 3), "info depth 9 currmove h2e2 currmovenumber 3");
}

#[test]
fn answers() {
    let answer = Answer { best: Some(mv("h2e2")), ponder: Some(mv("h9g7")), verdict: Some(GameOffer::Draw) };
    assert_eq!(style(Protocol::Uci).best_move(&answer), "bestmove h2e2 ponder h9g7");
    assert_eq!(style(Protocol::Ucci).best_move(&answer), "bestmove h2e2 ponder h9g7 draw");
    let resign = Answer { ponder: None, verdict: Some(GameOffer::Resign), ..answer };
    assert_eq!(style(Protocol::Ucci).best_move(&resign), "bestmove h2e2 resign");
    assert_eq!(style(Protocol::Uci).best_move(&Answer::default()), "bestmove (none)");
    assert_eq!(style(Protocol::Ucci).best_move(&Answer::default()), "nobestmove");
}

#[test]
fn hash_reports() {
    let style = style(Protocol::Ucci);
    assert_eq!(style.hash_report(&HashReport::default()), "pophash");
    let report = HashReport { best: Some(mv("h2e2")), lower: Some((20, 8)), upper: Some((25, 9)) };
    assert_eq!(
        style.hash_report(&report),
        "pophash bestmove h2e2 lowerbound 20 depth 8 upperbound 25 depth 9"
    );
}

#[test]
fn messages_stay_on_one_line() {
    assert_eq!(style(Protocol::Uci).message("a\nb"), "info string a b");
    assert_eq!(style(Protocol::Ucci).message("a\r\nb"), "info message a  b");
}

#[test]
fn handshakes_end_in_ok() {
    let uci = style(Protocol::Uci).handshake();
    assert!(uci[0].starts_with("id name Chuhe ") && uci.last().is_some_and(|line| line == "uciok"));
    assert!(uci.contains(&"option name Threads type spin default 1 min 1 max 256".to_owned()));
    assert!(uci.contains(&"option name UCI_Variant type combo default xiangqi var xiangqi".to_owned()));
    let ucci = style(Protocol::Ucci).handshake();
    assert!(ucci.last().is_some_and(|line| line == "ucciok"));
    assert!(ucci.contains(&"option usemillisec type check default false".to_owned()));
    assert!(ucci.contains(
        &"option knowledge type combo var large var none var small var medium default large".to_owned()
    ));
    assert!(ucci.iter().all(|line| !line.starts_with("option name")));
}

#[test]
fn a_closed_output_is_noticed_and_left_alone() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut out = LineWriter::new(Box::new(Closed));
    out.line("uciok");
    out.line("readyok");
    assert!(out.is_closed());
}
