use std::time::Duration;

use chuhe_movegen::Color;
use chuhe_search::Clock;
use proptest::prelude::*;

use super::*;

const UCI: Dialect = Dialect { protocol: Protocol::Uci, milliseconds: false };
const UCCI: Dialect = Dialect { protocol: Protocol::Ucci, milliseconds: false };
const UCCI_MS: Dialect = Dialect { protocol: Protocol::Ucci, milliseconds: true };

fn read(line: &str, dialect: Dialect) -> Command {
    parse(line, dialect).expect("not blank").unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn fault(line: &str) -> ProtocolError {
    parse(line, UCI).expect("not blank").expect_err(line)
}

fn go(line: &str, dialect: Dialect) -> Go {
    match read(line, dialect) {
        Command::Go(go) => *go,
        other => panic!("{line}: {other:?}"),
    }
}

fn position(start: Start, moves: &[&str]) -> Command {
    Command::Position(PositionText { start, moves: moves.iter().map(|&mv| mv.to_owned()).collect() })
}

fn cyclone(command: Command) -> Command {
    match command {
        Command::Position(text) => Command::CyclonePosition(text),
        other => other,
    }
}

fn option(name: &str, value: Option<&str>) -> Command {
    Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
}

#[test]
fn plain_commands_in_any_case_and_spacing() {
    let table = [
        ("uci", Command::Handshake(Protocol::Uci)),
        ("UCI\r", Command::Handshake(Protocol::Uci)),
        ("ucci", Command::Handshake(Protocol::Ucci)),
        ("ucicyclone", Command::Handshake(Protocol::Uci)),
        ("isready", Command::IsReady),
        ("  isready  ", Command::IsReady),
        ("ucinewgame", Command::NewGame),
        ("uccinewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("stop now, please", Command::Stop),
        ("quit", Command::Quit),
        ("debug on", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        ("ponderhit", Command::PonderHit { draw: false }),
        ("ponderhit draw", Command::PonderHit { draw: true }),
        ("d", Command::Console(Console::Display)),
        ("go perft 4", Command::Console(Console::Perft(4))),
        ("bench", Command::Console(Console::Bench(None))),
        ("bench 9", Command::Console(Console::Bench(Some(9)))),
    ];
    for dialect in [UCI, UCCI] {
        for (line, command) in &table {
            assert_eq!(&read(line, dialect), command, "{line}");
        }
    }
    assert!(parse("", UCI).is_none() && parse(" \t\r", UCI).is_none());
}

#[test]
fn positions_in_every_form() {
    let fen = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1";
    let with_fen = |moves: &[&str]| position(Start::Fen(fen.to_owned()), moves);
    let table = [
        ("position startpos".to_owned(), position(Start::StartPos, &[])),
        ("startpos moves h2e2".to_owned(), cyclone(position(Start::StartPos, &["h2e2"]))),
        ("position startpos moves".to_owned(), position(Start::StartPos, &[])),
        ("position startpos moves h2e2 H9-G7".to_owned(), position(Start::StartPos, &["h2e2", "H9-G7"])),
        (format!("position fen {fen}"), with_fen(&[])),
        (format!("fen {fen} moves d0d1"), cyclone(with_fen(&["d0d1"]))),
        (format!("position {fen} moves d0d1"), with_fen(&["d0d1"])),
        (format!("position  fen   {}", fen.replace(' ', "  ")), with_fen(&[])),
    ];
    for (line, command) in table {
        assert_eq!(read(&line, UCI), command, "{line}");
    }
    assert_eq!(fault("position"), ProtocolError::NoPosition);
    assert_eq!(fault("position fen"), ProtocolError::NoPosition);
    assert_eq!(fault("position moves h2e2"), ProtocolError::NoPosition);
}

#[test]
fn options_in_either_grammar() {
    let table = [
        ("setoption name Hash value 64", option("Hash", Some("64"))),
        ("setoption name Move Overhead value 50", option("Move Overhead", Some("50"))),
        ("setoption name Clear Hash", option("Clear Hash", None)),
        (
            "setoption name BookFile value C:\\My Books\\象棋.dat",
            option("BookFile", Some("C:\\My Books\\象棋.dat")),
        ),
        ("setoption name EvalFile value <empty>", option("EvalFile", Some("<empty>"))),
        ("setoption name EvalFile value", option("EvalFile", Some("<empty>"))),
        ("setoption hashsize 64", option("hashsize", Some("64"))),
        ("setoption Threads 2", option("Threads", Some("2"))),
        ("setoption Move Overhead 50", option("Move Overhead", Some("50"))),
        ("setoption newgame", option("newgame", None)),
        ("setoption bookfiles a b.dat", option("bookfiles", Some("a b.dat"))),
        ("setoption whatever else", option("whatever", Some("else"))),
    ];
    for dialect in [UCI, UCCI] {
        for (line, command) in &table {
            assert_eq!(&read(line, dialect), command, "{line}");
        }
    }
    assert_eq!(fault("setoption"), ProtocolError::NoOptionName);
    assert_eq!(fault("setoption name"), ProtocolError::NoOptionName);
}

#[test]
fn limits_combine() {
    let go = go("go depth 12 movetime 500 nodes 1000000 mate 3 searchmoves h2e2 b2e2 infinite", UCI);
    assert_eq!((go.depth, go.nodes, go.mate), (Some(12), Some(1_000_000), Some(3)));
    assert_eq!(go.movetime, Some(Duration::from_millis(500)));
    assert_eq!(go.search_moves, ["h2e2", "b2e2"]);
    assert!(go.infinite && !go.ponder && go.faults.is_empty());
}

#[test]
fn clocks_of_both_protocols() {
    let clock = |time: u64, increment: u64, moves_to_go: Option<u16>| {
        Some(Clock {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
            moves_to_go,
        })
    };
    let uci = go("go ponder wtime 60000 btime 50000 winc 100 binc 200 movestogo 20", UCI);
    assert!(uci.ponder, "ponder must survive beside clocks");
    assert_eq!(uci.clock(Color::Red), clock(60_000, 100, Some(20)));
    assert_eq!(uci.clock(Color::Black), clock(50_000, 200, Some(20)));
    let table = [
        ("go time 60 increment 2 opptime 50", UCCI, clock(60_000, 2000, None)),
        ("go time 60000 increment 2000", UCCI_MS, clock(60_000, 2000, None)),
        ("go time 60000 increment 2000", UCI, clock(60_000, 2000, None)),
        ("go time 60 movestogo 8 oppmovestogo 9", UCCI, clock(60_000, 0, Some(8))),
        // The whole time for one move, as the reference engine has it.
        ("go time 10", UCCI, clock(10_000, 0, Some(1))),
        ("go draw time 10 increment 0", UCCI, clock(10_000, 0, None)),
        ("go wtime -50 btime 1000", UCI, clock(0, 0, None)),
        ("go btime 1000", UCI, clock(1000, 0, None)),
        ("go wtime 1000 movestogo 0", UCI, clock(1000, 0, None)),
        ("go movetime 100", UCI, None),
        ("go", UCI, None),
    ];
    for (line, dialect, expected) in table {
        assert_eq!(go(line, dialect).clock(Color::Red), expected, "{line}");
    }
}

#[test]
fn numbers_beyond_all_bounds() {
    let go = go(
        "go depth 999 nodes 99999999999999999999999999999999999999999999 mate 1000 movestogo 9999 wtime 5 movetime -3",
        UCI,
    );
    assert_eq!((go.depth, go.mate, go.moves_to_go), (Some(255), Some(255), Some(255)));
    assert_eq!(go.nodes, Some(999_999_999_999));
    assert_eq!(go.movetime, Some(Duration::ZERO));
    assert!(go.faults.is_empty());
}

#[test]
fn a_go_that_cannot_be_read_still_ends() {
    for line in ["go depth", "go depth x", "go movetime 1.5.2", "go nodes abc depth"] {
        let go = go(line, UCI);
        assert!(go.is_bounded(), "{line} would search for ever");
        assert!(!go.faults.is_empty(), "{line}");
    }
    assert_eq!(go("go depth movetime 20", UCI).movetime, Some(Duration::from_millis(20)));
}

#[test]
fn unknown_words_are_named_and_cut() {
    assert_eq!(fault("hello world"), ProtocolError::Unknown("hello".to_owned()));
    let ProtocolError::Unknown(word) = fault(&"棋".repeat(100_000)) else {
        panic!("an unknown word");
    };
    assert_eq!(word.chars().count(), EXCERPT + 3);
    assert!(matches!(fault("perft x"), ProtocolError::NeedsNumber { word: "perft", .. }));
    assert!(matches!(fault("debug maybe"), ProtocolError::Malformed(_)));
}

/// Words of the protocols, numbers and rubbish, in any order.
fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        prop::sample::select(vec![
            "uci",
            "ucci",
            "go",
            "position",
            "startpos",
            "fen",
            "moves",
            "setoption",
            "name",
            "value",
            "depth",
            "nodes",
            "movetime",
            "wtime",
            "btime",
            "winc",
            "movestogo",
            "infinite",
            "ponder",
            "draw",
            "searchmoves",
            "perft",
            "mate",
            "time",
            "increment",
            "opptime",
            "h2e2",
            "H2-E2",
            "a10a9",
            "0",
            "-1",
            "99999999999999999999",
            "Hash",
            "Threads",
            "banmoves",
            "probe",
            "stop",
            "debug",
            "on",
            "w",
            "b",
            "-",
            "4k4/9/9/9/9/9/9/9/9/3K5",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,12}",
        any::<i64>().prop_map(|number| number.to_string()),
    ];
    prop::collection::vec(word, 0..16).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn no_line_panics_and_every_go_is_a_search_or_a_count(line in words()) {
        for dialect in [UCI, UCCI, UCCI_MS] {
            let _ = parse(&line, dialect);
            let command = read(&format!("go {line}"), dialect);
            let is_go = matches!(command, Command::Go(_) | Command::Console(Console::Perft(_)));
            prop_assert!(is_go, "{:?}", command);
        }
    }
}
