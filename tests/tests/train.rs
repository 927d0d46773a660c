//! From nothing to a network at work: self-play, training, export, search. What `train toy` does, smaller.

use std::path::PathBuf;
use std::sync::Arc;

use chuhe_eval::nnue::Network;
use chuhe_movegen::{Board, Game};
use chuhe_search::{Limits, Request, Searcher};
use chuhe_tools::datagen::{Goal, Settings, generate};
use chuhe_tools::train::curve::Epoch;
use chuhe_tools::train::dataset::{Dataset, Filter};
use chuhe_tools::train::export;
use chuhe_tools::train::model::Model;
use chuhe_tools::train::recipe::Recipe;
use chuhe_tools::train::trainer::{Observer, train};

const THREADS: usize = 2;

fn games(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chuhe-{name}-{}.games", std::process::id()));
    let settings = Settings { nodes: 40, seed: 5, random_plies: 8, hash_mib: 1 };
    generate(&path, &settings, None, THREADS, Goal::Games(12)).unwrap();
    path
}

fn recipe(data: &Dataset) -> Recipe {
    Recipe {
        hidden: 64,
        king_buckets: 1,
        epochs: 4,
        batch: 64,
        rate: 3e-3,
        final_rate: 1e-4,
        warm_up: 0.05,
        decay: 0.1,
        init: 0.03,
        lambda: 0.1,
        scale: data.fitted_scale(),
        flip: true,
        seed: 1,
        threads: THREADS,
        positions: data.train.len(),
        data: data.hash(),
    }
}

#[derive(Default)]
struct Losses(Vec<f64>);

impl Observer for Losses {
    fn step(&mut self, _positions: usize) {}
    fn epoch(&mut self, epoch: &Epoch, _model: &Model) -> anyhow::Result<()> {
        self.0.push(epoch.train);
        Ok(())
    }
}

#[test]
fn a_network_from_nothing_plays() {
    let path = games("toy");
    let filter = Filter { max_score: 2000, max_clock: 80, in_check: true, capture: true };
    let data = Dataset::read(&[&path], filter, 4, |_| ()).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!((data.counts.games, data.counts.validation_games), (12, 3));
    assert!(data.train.len() > 200 && !data.validation.is_empty(), "{:?}", data.counts);
    let kept = data.train.len() + data.validation.len() + data.counts.duplicates;
    assert_eq!(kept + data.counts.filtered, data.counts.positions);

    let recipe = recipe(&data);
    let mut losses = Losses::default();
    let start = Model::random(recipe.arch(), recipe.init, recipe.seed);
    let model = train(&recipe, &data, start, 0, &mut losses).unwrap();
    assert!(losses.0[3] < losses.0[0], "{:?}", losses.0);

    let network = export::quantise(&model, recipe.scale, "toy").unwrap();
    export::prove(&model, &network, &data.validation).unwrap();
    let network = Network::parse(&network.to_bytes()).unwrap();
    let request = Request::new(Game::new(Board::start()), Limits::depth(4));
    let outcome = Searcher::new(1, Some(Arc::new(network))).run(&request);
    assert!(Board::start().is_legal(outcome.best.unwrap()));
}
