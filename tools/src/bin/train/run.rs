//! A run on disk and on the terminal.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use chuhe_tools::train::checkpoint::{self, State};
use chuhe_tools::train::curve::{self, Epoch};
use chuhe_tools::train::model::Model;
use chuhe_tools::train::recipe::Recipe;
use chuhe_tools::train::trainer::Observer;
use indicatif::{ProgressBar, ProgressStyle};

/// The files beside a network.
pub struct Paths {
    pub net: PathBuf,
    pub checkpoint: PathBuf,
    recipe: PathBuf,
    csv: PathBuf,
    svg: PathBuf,
}

impl Paths {
    /// The files beside `net`.
    pub fn beside(net: &Path) -> Paths {
        Paths {
            net: net.to_owned(),
            checkpoint: net.with_extension("ckpt"),
            recipe: net.with_extension("json"),
            csv: net.with_extension("csv"),
            svg: net.with_extension("svg"),
        }
    }
}

/// A recipe in a line.
pub fn describe(recipe: &Recipe) -> String {
    format!(
        "{} positions, {} epochs, batch {}, rate {}, decay {}, lambda {}, seed {}",
        recipe.positions, recipe.epochs, recipe.batch, recipe.rate, recipe.decay, recipe.lambda, recipe.seed
    )
}

/// Shows and saves the run as it goes.
pub struct Run<'a> {
    recipe: &'a Recipe,
    paths: &'a Paths,
    epochs: Vec<Epoch>,
    pub bar: ProgressBar,
}

impl<'a> Run<'a> {
    /// Begins or goes on with a run that has `epochs` behind it.
    pub fn new(recipe: &'a Recipe, paths: &'a Paths, epochs: Vec<Epoch>) -> Result<Run<'a>> {
        let total = recipe.positions as u64 * u64::from(recipe.epochs);
        let style = "{msg} [{bar:40}] {percent}% {per_sec}, {eta} left";
        let bar =
            ProgressBar::new(total).with_style(ProgressStyle::with_template(style)?.progress_chars("=> "));
        bar.enable_steady_tick(Duration::from_millis(500));
        bar.set_position(recipe.positions as u64 * epochs.len() as u64);
        std::fs::write(&paths.recipe, serde_json::to_string_pretty(recipe)?)
            .with_context(|| paths.recipe.display().to_string())?;
        Ok(Run { recipe, paths, epochs, bar })
    }
}

impl Observer for Run<'_> {
    fn step(&mut self, positions: usize) {
        self.bar.inc(positions as u64);
    }

    fn epoch(&mut self, epoch: &Epoch, model: &Model) -> Result<()> {
        self.epochs.push(*epoch);
        self.bar.suspend(|| {
            eprintln!(
                "epoch {:>3}: loss {:.6}, validation {:.6} (score {:.6}, result {:.6}), {:.2} M positions/s",
                epoch.epoch,
                epoch.train,
                epoch.validation,
                epoch.score,
                epoch.result,
                epoch.positions_per_second / 1e6
            );
        });
        let state = State { recipe: self.recipe.clone(), epochs: self.epochs.clone() };
        checkpoint::save(&self.paths.checkpoint, &state, model)?;
        std::fs::write(&self.paths.csv, curve::csv(&self.epochs))?;
        std::fs::write(&self.paths.svg, curve::svg(&describe(self.recipe), &self.epochs))?;
        Ok(())
    }
}
