//! Properties of the network's arithmetic and of its file, on networks of random weights.

use std::path::Path;
use std::sync::Arc;

use chuhe_movegen::{Board, Color};

use super::accumulator::Accumulators;
use super::arch::{Arch, BLOCK, KingBuckets, OUTPUT_BUCKETS};
use super::format::{MAX_FILE, NetError};
use super::network::{Network, Scales, Weights};
use super::simd::{Block, Kernels};

const SCALES: Scales = Scales { qa: 255, qb: 64, score: 200 };

/// Weights of the size that training yields, from a seed.
fn random_network(hidden: usize, king_buckets: KingBuckets, seed: u64) -> Network {
    let arch = Arch { hidden, king_buckets };
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut values = |count: usize, bound: i16| (0..count).map(|_| rng.i16(-bound..=bound)).collect();
    let weights = Weights {
        rows: values(arch.rows() * hidden, 120),
        hidden_bias: values(hidden, 200),
        output: values(OUTPUT_BUCKETS * 2 * hidden, 127),
        output_bias: std::array::from_fn(|bucket| 1000 * bucket as i32 - 4000),
    };
    Network::new(arch, SCALES, "random", &weights).unwrap()
}

#[test]
fn incremental_values_equal_fresh_ones_along_random_games() {
    for (hidden, buckets) in [(64, KingBuckets::One), (256, KingBuckets::One), (128, KingBuckets::Six)] {
        let network = Arc::new(random_network(hidden, buckets, 7));
        for (seed, kernels) in
            (0..4).flat_map(|seed| Kernels::available().into_iter().map(move |k| (seed, k)))
        {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut board = Board::start();
            let mut stack = Accumulators::with_kernels(network.clone(), &board, kernels);
            let mut path = Vec::new();
            for step in 0..400 {
                let moves = board.legal_moves();
                // Forward three steps out of four, else back: evaluation is lazy, so most positions are skipped.
                if !moves.is_empty() && (path.is_empty() || rng.u8(..4) > 0) {
                    let mv = moves[rng.usize(..moves.len())];
                    let moved = board.piece_at(mv.from()).unwrap();
                    let undo = board.make_move(mv);
                    stack.push(mv, moved, undo.captured);
                    path.push((mv, undo));
                } else if let Some((mv, undo)) = path.pop() {
                    board.undo_move(mv, &undo);
                    stack.pop();
                }
                if rng.bool() {
                    let fresh = network.evaluate_with(kernels, &board, None);
                    assert_eq!(stack.evaluate(&board), fresh, "{kernels:?} step {step}: {}", board.fen());
                }
            }
        }
    }
}

#[test]
fn every_kernel_set_gives_the_scalar_bits() {
    let mut rng = fastrand::Rng::with_seed(3);
    for blocks in [1, 2, 3, 5, 8, 16] {
        let mut random = |count: usize, bound: i16| -> Vec<Block> {
            let values: Vec<i16> = (0..count * BLOCK).map(|_| rng.i16(-bound..=bound)).collect();
            Block::from_values(&values)
        };
        let source = random(blocks, 2000);
        let weights = random(20 * blocks, i16::MAX);
        let output = random(2 * blocks, 128);
        let row = |i: usize| &weights[i * blocks..][..blocks];
        let run = |kernels: &Kernels| {
            let mut results = vec![vec![Block::ZERO; blocks]; 3];
            kernels.update(&mut results[0], &source, row(0), row(1));
            kernels.update_capture(&mut results[1], &source, row(0), row(1), row(2));
            kernels.refresh(&mut results[2], &source, &weights, &[0, 5, 19, 5, 7]);
            let forward = kernels.forward(&results[0], &source, &output, 255);
            (results, forward)
        };
        let sets = Kernels::available();
        let reference = run(sets[0]);
        assert_eq!(sets[0].name(), "scalar");
        for kernels in &sets[1..] {
            assert_eq!(run(kernels), reference, "{kernels:?}, {blocks} blocks");
        }
    }
}

#[test]
fn sides_and_wings_are_equal() {
    let network = random_network(64, KingBuckets::Six, 11);
    // Kings on d, e and f in turn; on the e file a view is not mirrored, so there the wings differ.
    for fen in ["3k5/9/9/4p4/9/9/P8/4B4/9/2R2K3 w - - 0 1", "4ka3/4a4/9/9/2n6/9/9/4C4/4N4/3K5 b - - 4 9"] {
        let board = Board::from_fen(fen).unwrap();
        let value = network.evaluate(&board);
        assert_eq!(network.evaluate(&board.flip_colors()), value, "{fen}");
        if Color::ALL.into_iter().all(|color| board.king(color).file() != 4) {
            assert_eq!(network.evaluate(&board.mirror()), value, "{fen}");
        }
    }
}

#[test]
fn the_value_of_a_piece_is_what_its_removal_takes_away() {
    let network = random_network(64, KingBuckets::One, 5);
    let with = Board::from_fen("4k4/9/9/9/2n6/9/9/4C4/9/3K5 b - - 0 1").unwrap();
    let without = Board::from_fen("4k4/9/9/9/9/9/9/4C4/9/3K5 b - - 0 1").unwrap();
    let values = network.piece_values(&with);
    let horse = values["c5".parse::<chuhe_movegen::Square>().unwrap().index()];
    assert_eq!(horse, Some(network.evaluate(&without) - network.evaluate(&with)));
    assert_eq!(values.iter().flatten().count(), 2, "kings have no value");
}

#[test]
fn a_file_survives_writing_and_reading() {
    let network = random_network(64, KingBuckets::Six, 1);
    let read = Network::parse(&network.to_bytes()).unwrap();
    assert!(read == network);
    assert_eq!(read.description(), "random");
    assert_eq!(read.summary(), format!("{}, random", read.arch()));
}

#[test]
fn bad_files_are_refused_by_their_fault() {
    let good = random_network(32, KingBuckets::One, 1).to_bytes();
    let changed = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        Network::parse(&bytes).unwrap_err()
    };
    let cut = |length: usize| Network::parse(&good[..length]).unwrap_err();
    assert_eq!(Network::parse(b"").unwrap_err(), NetError::NotANetwork);
    assert_eq!(changed(0, b'X'), NetError::NotANetwork);
    assert_eq!(changed(8, 9), NetError::Version { found: 9 });
    assert!(matches!(changed(12, good[12] ^ 1), NetError::Architecture { .. }));
    assert!(matches!(changed(20, 64), NetError::Architecture { .. }));
    assert_eq!(cut(good.len() - 1), NetError::Truncated { expected: good.len(), found: good.len() - 1 });
    assert!(matches!(cut(18), NetError::Truncated { .. }));
    assert!(matches!(changed(good.len() / 2, good[good.len() / 2] ^ 1), NetError::Corrupt(_)));
    let long = [good.as_slice(), b"!"].concat();
    assert!(matches!(Network::parse(&long).unwrap_err(), NetError::Corrupt(_)));
    let missing = Network::load(Path::new("no/such.nnue")).unwrap_err();
    assert!(matches!(missing, NetError::Missing { .. }));
    assert!(missing.to_string().contains("no/such.nnue"));
}

#[test]
fn what_cannot_be_a_network_is_not_read() {
    let folder = std::env::temp_dir();
    assert_eq!(Network::load(&folder).unwrap_err(), NetError::NotAFile(folder.clone()));
    // An endless device, where there is one.
    #[cfg(unix)]
    assert_eq!(Network::load(Path::new("/dev/zero")).unwrap_err(), NetError::NotAFile("/dev/zero".into()));
    let path = folder.join(format!("chuhe-too-large-{}.nnue", std::process::id()));
    let bytes = MAX_FILE + 1;
    std::fs::File::create(&path).and_then(|file| file.set_len(bytes)).unwrap();
    let error = Network::load(&path).unwrap_err();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(error, NetError::TooLarge { path, bytes });
}

#[test]
fn weights_that_would_overflow_a_kernel_are_refused() {
    let arch = Arch { hidden: 32, king_buckets: KingBuckets::One };
    let mut weights = Weights {
        rows: vec![0; arch.rows() * 32],
        hidden_bias: vec![0; 32],
        output: vec![0; OUTPUT_BUCKETS * 2 * 32],
        output_bias: [0; OUTPUT_BUCKETS],
    };
    assert!(Network::new(arch, SCALES, "", &weights).is_ok());
    weights.output[5] = -129;
    assert!(matches!(Network::new(arch, SCALES, "", &weights), Err(NetError::Corrupt(_))));
    weights.output.pop();
    assert!(matches!(Network::new(arch, SCALES, "", &weights), Err(NetError::Corrupt(_))));
}

#[test]
fn the_embedded_network_is_sound_or_absent() {
    let embedded = Network::embedded().unwrap();
    if let Some(network) = embedded {
        assert!(network.evaluate(&Board::start()).abs() < 100);
    }
}
