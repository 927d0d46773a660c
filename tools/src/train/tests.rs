//! The trainer as a whole, on positions of random games that the bootstrap evaluation scores.

use anyhow::Result;
use chuhe_eval::bootstrap;
use chuhe_eval::nnue::{Arch, KingBuckets};
use chuhe_movegen::Board;

use super::checkpoint::{self, State};
use super::curve::Epoch;
use super::dataset::{Counts, Dataset};
use super::export;
use super::gradient::{Sample, Scratch, backward, forward, sigmoid};
use super::model::{Layout, Model, Row, Strip};
use super::packed::{Inputs, Outcome, Packed};
use super::recipe::Recipe;
use super::trainer::{Observer, train};

/// Positions of random games; the result agrees with the score's sign.
fn positions(count: usize, seed: u64) -> Vec<Packed> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut positions = Vec::with_capacity(count);
    let mut board = Board::start();
    while positions.len() < count {
        let moves = board.legal_moves();
        if moves.is_empty() || board.clock() > 40 {
            board = Board::start();
            continue;
        }
        board.make_move(moves[rng.usize(..moves.len())]);
        // Few positions from each of many games, else the games are learnt by heart.
        if rng.u8(..16) > 0 {
            continue;
        }
        let score = bootstrap::evaluate(&board).clamp(-1500, 1500) as i16;
        let outcome = match score {
            ..-100 => Outcome::Loss,
            -100..=100 => Outcome::Draw,
            _ => Outcome::Win,
        };
        positions.push(Packed::new(&board, score, outcome));
    }
    positions
}

fn dataset() -> Dataset {
    Dataset { train: positions(6000, 1), validation: positions(500, 2), counts: Counts::default() }
}

fn recipe(data: &Dataset, king_buckets: usize, threads: usize) -> Recipe {
    Recipe {
        hidden: 64,
        king_buckets,
        epochs: 6,
        batch: 500,
        rate: 5e-3,
        final_rate: 1e-4,
        warm_up: 0.05,
        decay: 0.1,
        init: 0.03,
        lambda: 0.1,
        scale: 200,
        flip: true,
        seed: 1,
        threads,
        positions: data.train.len(),
        data: data.hash(),
    }
}

/// Keeps the epochs and saves the model after one of them.
#[derive(Default)]
struct Recorder {
    epochs: Vec<Epoch>,
    keep_after: u32,
    kept: Option<Model>,
}

impl Observer for Recorder {
    fn step(&mut self, _positions: usize) {}
    fn epoch(&mut self, epoch: &Epoch, model: &Model) -> Result<()> {
        self.epochs.push(*epoch);
        if epoch.epoch == self.keep_after {
            self.kept = Some(model.clone());
        }
        Ok(())
    }
}

fn run(recipe: &Recipe, data: &Dataset, recorder: &mut Recorder) -> Model {
    train(recipe, data, Model::random(recipe.arch(), recipe.init, recipe.seed), 0, recorder).unwrap()
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let arch = Arch { hidden: 64, king_buckets: KingBuckets::One };
    let layout = Layout::of(arch);
    let mut model = Model::random(arch, 0.2, 5);
    let samples: Vec<Sample> = positions(40, 9)
        .iter()
        .map(|position| Sample { inputs: Inputs::of(position, false, arch.king_buckets), target: 0.7 })
        .collect();
    let loss = |model: &Model| -> f64 {
        let mut scratch = Scratch::new(1);
        forward(&[&model.strips[0]], &model.head.values, &samples, &mut scratch);
        samples.iter().zip(scratch.outputs).map(|(s, out)| f64::from(sigmoid(out) - s.target).powi(2)).sum()
    };
    let mut gradient = vec![Row::ZERO; layout.rows()];
    let mut scratch = Scratch::new(1);
    forward(&[&model.strips[0]], &model.head.values, &samples, &mut scratch);
    backward(&[&model.strips[0]], &samples, &mut scratch, &mut [&mut gradient]);

    let bucket = usize::from(samples[0].inputs.bucket);
    let used = usize::from(samples[0].inputs.rows()[3][0]);
    let rows = [used, layout.bias(), layout.output(bucket, 0), layout.output(bucket, 1)];
    for (row, column) in rows.into_iter().flat_map(|row| [0, 17, 63].map(|column| (row, column))) {
        const STEP: f32 = 2e-3;
        let value = model.strips[0].own.values[row].0[column];
        let mut at = |value: f32| {
            model.strips[0].own.values[row].0[column] = value;
            loss(&model)
        };
        let slope = (at(value + STEP) - at(value - STEP)) / f64::from(2.0 * STEP);
        at(value);
        let found = f64::from(gradient[row].0[column]);
        assert!((slope - found).abs() < 0.02 * slope.abs() + 0.01, "row {row}: {found}, slope {slope}");
    }
}

#[test]
fn training_learns_and_the_network_agrees_with_the_model() {
    let data = dataset();
    for buckets in [1, 6] {
        let recipe = recipe(&data, buckets, 2);
        let mut recorder = Recorder::default();
        let model = run(&recipe, &data, &mut recorder);
        let (first, last) = (recorder.epochs[0], recorder.epochs[5]);
        assert!(last.validation < 0.7 * first.validation, "{buckets} buckets: {first:?} to {last:?}");
        let network = export::quantise(&model, recipe.scale, "test").unwrap();
        let proof = export::prove(&model, &network, &data.validation).unwrap();
        assert!(proof.mean > 0.0 && proof.kernels[0] == "scalar", "{proof:?}");
    }
}

#[test]
fn equal_seeds_and_threads_give_equal_networks() {
    let data = dataset();
    for threads in [1, 3] {
        let recipe = recipe(&data, 1, threads);
        let train = || run(&recipe, &data, &mut Recorder::default());
        let (one, two) = (train(), train());
        assert!(one == two, "{threads} threads");
        let other = Recipe { seed: 2, ..recipe.clone() };
        assert!(one != run(&other, &data, &mut Recorder::default()));
    }
}

#[test]
fn a_resumed_run_ends_as_an_unbroken_one() {
    let data = dataset();
    let recipe = recipe(&data, 6, 2);
    let mut recorder = Recorder { keep_after: 3, ..Recorder::default() };
    let whole = run(&recipe, &data, &mut recorder);

    let path = std::env::temp_dir().join(format!("chuhe-checkpoint-{}", std::process::id()));
    let state = State { recipe: recipe.clone(), epochs: recorder.epochs[..3].to_vec() };
    checkpoint::save(&path, &state, &recorder.kept.unwrap()).unwrap();
    let (read, model) = checkpoint::load(&path).unwrap();
    assert_eq!((&read.recipe, read.epochs.len()), (&recipe, 3));
    let resumed = train(&recipe, &data, model, 3, &mut Recorder::default()).unwrap();
    assert!(resumed == whole);

    let mut bytes = std::fs::read(&path).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(checkpoint::load(&path).is_err());
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn an_observer_can_end_the_run() {
    struct Quitter;
    impl Observer for Quitter {
        fn step(&mut self, _positions: usize) {}
        fn epoch(&mut self, _epoch: &Epoch, _model: &Model) -> Result<()> {
            anyhow::bail!("enough")
        }
    }
    let data = dataset();
    let recipe = recipe(&data, 1, 2);
    let model = Model::random(recipe.arch(), recipe.init, recipe.seed);
    let error = train(&recipe, &data, model, 0, &mut Quitter).err().unwrap();
    assert_eq!(error.to_string(), "enough");
}

#[test]
fn a_factorised_strip_is_the_sum_of_its_parts() {
    let arch = Arch { hidden: 64, king_buckets: KingBuckets::Six };
    let strip: &Strip = &Model::random(arch, 0.1, 3).strips[0];
    assert!(strip.is_factorised());
    let inputs = chuhe_eval::nnue::arch::INPUTS;
    assert_eq!(strip.inputs()[5].0, strip.shared.values[5].0);
    assert_eq!(strip.inputs()[5 * inputs + 7].0, strip.shared.values[7].0);
}
