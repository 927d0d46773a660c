//! Counts of legal move paths, agreed on by two independent generators.

use chuhe_movegen::Board;
use chuhe_movegen::perft::perft;
use integration::data_lines;

/// The largest count walked unless the environment variable `CHUHE_PERFT_NODES` allows more.
const NODE_LIMIT: u64 = 12_000_000;

#[test]
fn counts_of_the_data_file() {
    let limit = std::env::var("CHUHE_PERFT_NODES").map_or(NODE_LIMIT, |text| text.parse().expect("a number"));
    let lines = data_lines("perft.jsonl");
    assert_eq!(lines.len(), 51);
    for line in lines {
        let case: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let fen = case["fen"].as_str().expect("a FEN");
        let mut board = Board::from_fen(fen).expect(fen);
        for (depth, expected) in (1..).zip(case["nodes"].as_array().expect("counts")) {
            let expected = expected.as_u64().expect("a count");
            if expected <= limit {
                assert_eq!(perft(&mut board, depth), expected, "{fen} at depth {depth}");
                assert_eq!(perft(&mut board.mirror(), depth), expected, "{fen} mirrored, at depth {depth}");
                assert_eq!(
                    perft(&mut board.flip_colors(), depth),
                    expected,
                    "{fen} flipped, at depth {depth}"
                );
            }
        }
        assert_eq!(board.fen(), fen);
    }
}
