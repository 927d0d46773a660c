use super::*;
use chuhe_movegen::Board;
use chuhe_record::{GameRecord, Outcome, Tree};

const KEYS: &str = include_str!("../../../tests/data/book/eleeye_keys.tsv");

fn record(moves: &str, result: Outcome) -> GameRecord {
    let moves = moves.split(' ').map(|mv| mv.parse().unwrap());
    GameRecord { tree: Tree::from_line(moves), result, ..GameRecord::default() }
}

fn built(games: &[GameRecord]) -> Book {
    let mut counts = own::Counts::new();
    games.iter().for_each(|game| build::add(&mut counts, game, 40));
    Book::parse(&own::write(&counts)).unwrap()
}

fn board(moves: &str) -> Board {
    Board::from_fen(&format!("startpos moves {moves}")).unwrap()
}

#[test]
fn a_folder_is_no_book() {
    assert!(matches!(Book::open(&std::env::temp_dir()), Err(BookError::NotAFile)));
}

#[test]
fn games_are_counted_for_the_side_that_moved() {
    let book = built(&[
        record("h2e2 h9g7", Outcome::Red),
        record("b2e2 b9c7", Outcome::Black),
        record("g3g4 h9g7", Outcome::Unknown),
    ]);
    let moves = book.moves(&Board::start());
    let found: Vec<_> =
        moves.iter().map(|entry| (entry.mv.to_string(), entry.weight, entry.games.unwrap())).collect();
    // The first two games are mirror images of each other.
    assert_eq!(found, [("b2e2".to_string(), 2, [1, 0, 1]), ("c3c4".to_string(), 1, [0, 1, 0])]);
    for (first, reply) in [("h2e2", "h9g7"), ("b2e2", "b9c7")] {
        let replies = book.moves(&board(first));
        assert_eq!(replies[0].mv.to_string(), reply);
        assert_eq!(replies[0].games, Some([1, 0, 1]));
    }
}

#[test]
fn picks_by_weight_among_the_allowed() {
    let book = built(&[record("h2e2 h9g7", Outcome::Red), record("g3g4 g6g5", Outcome::Black)]);
    let game = Game::new(Board::start());
    // A move that only lost is never played.
    assert!((0..50).all(|_| book.pick(&game, |_| true).unwrap().to_string() == "b2e2"));
    assert_eq!(book.pick(&game, |mv| mv.to_string() != "b2e2"), None);
}

#[test]
fn leaves_repetitions_to_the_search() {
    let book = built(&[record("h2h3 h7h6 h3h2 h6h7 h2e2", Outcome::Draw)]);
    let game = |moves: &str| Game::from_fen(&format!("startpos moves {moves}")).unwrap();
    assert_eq!(book.pick(&game("h2h3 h7h6"), |_| true).map(|mv| mv.to_string()), Some("h3h2".to_string()));
    assert_eq!(book.pick(&game("h2h3 h7h6 h3h2"), |_| true), None);
}

#[test]
fn damaged_books_are_refused() {
    let mut counts = own::Counts::new();
    build::add(&mut counts, &record("h2e2 h9g7 h0g2", Outcome::Red), 40);
    let file = own::write(&counts);
    let fault = |bytes: &[u8]| Book::parse(bytes).unwrap_err().to_string();
    assert!(fault(&file[..12]).contains("cut short"));
    assert!(fault(&file[..file.len() - 1]).contains("length"));
    let mut huge = file.clone();
    huge[16..20].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(fault(&huge).contains("length"));
    let mut keys = file.clone();
    keys[9] ^= 1;
    assert!(fault(&keys).contains("another version"));
    let mut order = file.clone();
    order[20..28].fill(0xff);
    assert!(fault(&order).contains("out of order"));
    assert!(fault(b"").contains("neither"));
    assert!(fault(&[7; 12]).contains("neither"));
}

#[test]
fn counts_beyond_sixteen_bits_keep_their_proportions() {
    let mut counts = own::Counts::new();
    counts.insert(
        (own::Place::of(&Board::start()).key, "b2e2".parse::<Move>().unwrap().raw()),
        [400_000, 200_000, 0],
    );
    let book = Book::parse(&own::write(&counts)).unwrap();
    assert_eq!(book.moves(&Board::start())[0].games, Some([50_000, 25_000, 0]));
}

#[test]
fn elephanteyes_keys_and_moves() {
    for line in KEYS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, key, mirrored, moves] = fields[..] else { panic!("{line}") };
        let board = Board::from_fen(fen).unwrap();
        assert_eq!(format!("{:08x}", eleeye::key(&board)), key, "{fen}");
        assert_eq!(format!("{:08x}", eleeye::key(&board.mirror())), mirrored, "{fen}");
        // A book of this position alone, filed under its mirror image.
        let moves: Vec<(Move, u16)> = moves
            .split(' ')
            .map(|word| word.split_once(':').unwrap())
            .map(|(mv, weight)| (mv.parse().unwrap(), weight.parse().unwrap()))
            .collect();
        let code = |square: chuhe_movegen::Square| u16::from((12 - square.rank()) * 16 + square.file() + 3);
        let mut file = Vec::new();
        for (mv, weight) in &moves {
            file.extend(u32::from_str_radix(mirrored, 16).unwrap().to_le_bytes());
            file.extend((code(mv.mirror().from()) + 256 * code(mv.mirror().to())).to_le_bytes());
            file.extend(weight.to_le_bytes());
        }
        let book = Book::parse(&file).unwrap();
        let mut found: Vec<(Move, u16)> =
            book.moves(&board).iter().map(|entry| (entry.mv, entry.weight as u16)).collect();
        let mut wanted = if key == mirrored {
            moves.iter().map(|(mv, weight)| (mv.mirror(), *weight)).collect()
        } else {
            moves
        };
        found.sort();
        wanted.sort();
        assert_eq!(found, wanted, "{fen}");
    }
}
