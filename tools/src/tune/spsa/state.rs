//! A run on disk: what it is, and how far it has come.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::SpsaError;
use super::optimizer::{Gains, Parameter, Trial, learn};
use crate::arena::adjudicate::Adjudication;
use crate::arena::clock::Limit;

/// What a run is; a state can be continued only by the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Program and arguments.
    pub engine: String,
    /// Options set once, as the engine starts.
    pub options: Vec<(String, String)>,
    /// Limit of a move or a game.
    pub limit: Limit,
    /// Start positions; the usual one alone if absent.
    pub openings: Option<PathBuf>,
    /// Early ends of games.
    pub adjudication: Adjudication,
    /// Pairs of games in all.
    pub pairs: u64,
    /// Steps per game won at the end.
    pub rate: f64,
    /// Seed of openings and trials.
    pub seed: u64,
}

/// How far a run has come.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// What it is.
    pub settings: Settings,
    /// Pairs of games finished, the spoilt ones included.
    pub finished: u64,
    /// Pairs that taught nothing, since an engine failed.
    pub spoilt: u64,
    /// The other pairs, by half points of the plus side: 0 to 4.
    pub results: [u64; 5],
    /// The numbers.
    pub parameters: Vec<Parameter>,
}

impl State {
    /// Before the first game.
    #[must_use]
    pub fn new(settings: Settings, parameters: Vec<Parameter>) -> Self {
        Self { settings, finished: 0, spoilt: 0, results: [0; 5], parameters }
    }

    /// The gain sequences.
    #[must_use]
    pub fn gains(&self) -> Gains {
        Gains::new(self.settings.pairs, self.settings.rate)
    }

    /// Takes in a pair of games; `half_points` are those of the plus side, or nothing if the pair was spoilt.
    pub fn take_in(&mut self, trial: &Trial, half_points: Option<u32>) {
        self.finished += 1;
        match half_points {
            Some(half_points) => {
                self.results[half_points as usize] += 1;
                let gains = self.gains();
                // Half points over two games, 0 to 4; wins less losses, -2 to 2.
                learn(&mut self.parameters, &gains, trial, half_points as i32 - 2);
            }
            None => self.spoilt += 1,
        }
    }

    /// Reads a state.
    ///
    /// # Errors
    /// [`SpsaError::File`] and [`SpsaError::Format`].
    pub fn load(path: &Path) -> Result<Self, SpsaError> {
        let text = fs::read_to_string(path).map_err(|source| file_error(path, source))?;
        serde_json::from_str(&text).map_err(|source| SpsaError::Format { path: path.to_owned(), source })
    }

    /// What the file holds, if it is there and of the same run; otherwise `self`.
    ///
    /// # Errors
    /// Those of [`State::load`], and [`SpsaError::OtherRun`].
    pub fn or_continued(self, path: &Path) -> Result<Self, SpsaError> {
        match Self::load(path) {
            Ok(stored) => match stored.difference(&self) {
                None => Ok(stored),
                Some((key, stored, given)) => {
                    Err(SpsaError::OtherRun { path: path.to_owned(), key, stored, given })
                }
            },
            Err(SpsaError::File { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(self),
            Err(error) => Err(error),
        }
    }

    /// Writes the state, the old file being there until the new one is complete.
    ///
    /// # Errors
    /// [`SpsaError::File`].
    pub fn save(&self, path: &Path) -> Result<(), SpsaError> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|source| SpsaError::Format { path: path.to_owned(), source })?;
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        fs::write(&beside, text + "\n")
            .and_then(|()| fs::rename(&beside, path))
            .map_err(|source| file_error(path, source))
    }

    /// The first thing by which `other` is another run: its name, here and there.
    fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let (ours, theirs) = (self.identity(), other.identity());
        let keys = ours.iter().chain(&theirs).map(|(key, _)| key);
        let find = |list: &[(String, Value)], key: &str| {
            list.iter()
                .find(|(known, _)| known == key)
                .map_or("absent".to_owned(), |(_, value)| value.to_string())
        };
        keys.map(|key| (key.clone(), find(&ours, key), find(&theirs, key)))
            .find(|(_, ours, theirs)| ours != theirs)
    }

    /// All that must not change while a run lasts, by name.
    fn identity(&self) -> Vec<(String, Value)> {
        let settings = match serde_json::to_value(&self.settings) {
            Ok(Value::Object(settings)) => settings,
            _ => serde_json::Map::new(),
        };
        let shape = |p: &Parameter| serde_json::json!([p.default, p.min, p.max, p.step]);
        let parameters = self.parameters.iter().map(|p| (p.name.clone(), shape(p)));
        settings.into_iter().chain(parameters).collect()
    }
}

pub(super) fn file_error(path: &Path, source: std::io::Error) -> SpsaError {
    SpsaError::File { path: path.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::super::optimizer::perturb;
    use super::*;

    fn state() -> State {
        let settings = Settings {
            engine: "./chuhe -x".to_owned(),
            options: vec![("Hash".to_owned(), "8".to_owned())],
            limit: Limit { nodes: Some(5000), ..Limit::default() },
            openings: Some("book.fen".into()),
            adjudication: Adjudication::default(),
            pairs: 300,
            rate: 0.003,
            seed: 5,
        };
        let parameter = |name: &str, default: i32| Parameter {
            name: name.to_owned(),
            default,
            min: -1000,
            max: 1000,
            step: 7,
            value: f64::from(default),
        };
        State::new(settings, vec![parameter("lmr_base", 500), parameter("qs_see", -40)])
    }

    /// A pair of games that a fixed rule decides.
    fn step(state: &mut State) {
        let k = state.finished + 1;
        let trial = perturb(&state.parameters, &state.gains(), state.settings.seed, k);
        let half_points =
            if k.is_multiple_of(17) { None } else { Some((trial.plus[0].unsigned_abs() + k as u32) % 5) };
        state.take_in(&trial, half_points);
    }

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("chuhe-spsa-{}-{name}.json", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn a_run_continued_from_disk_is_the_run_uninterrupted() {
        let path = path("continued");
        let mut whole = state();
        let mut parts = state().or_continued(&path).expect("a new run");
        for pair in 0..300 {
            step(&mut whole);
            step(&mut parts);
            if pair % 37 == 0 {
                parts.save(&path).expect("saved");
                parts = state().or_continued(&path).expect("continued");
            }
        }
        assert_eq!(parts, whole);
        assert_eq!((whole.finished, whole.spoilt), (300, 17));
        assert_eq!(whole.results.iter().sum::<u64>(), 283);
        assert!(whole.parameters.iter().all(|parameter| parameter.value.fract() != 0.0));
        fs::remove_file(&path).expect("removed");
    }

    #[test]
    fn another_run_is_refused_by_name() {
        let path = path("other");
        state().save(&path).expect("saved");
        let refusal = |change: fn(&mut State)| {
            let mut other = state();
            change(&mut other);
            other.or_continued(&path).expect_err("another run").to_string()
        };
        for (change, words) in [
            (
                (|s| s.settings.rate = 0.004) as fn(&mut State),
                "`rate` was 0.003 when this run began and is 0.004",
            ),
            (|s| s.settings.limit.nodes = Some(6000), "`limit`"),
            (|s| s.settings.openings = None, "`openings`"),
            (|s| s.settings.options.clear(), "`options`"),
            (|s| s.parameters[1].step = 8, "`qs_see`"),
            (
                |s| drop(s.parameters.pop()),
                "`qs_see` was [-40,-1000,1000,7] when this run began and is absent",
            ),
            (|s| s.parameters[0].name = "lmr_bass".to_owned(), "`lmr_base`"),
        ] {
            let error = refusal(change);
            assert!(error.contains(words) && error.contains("other.json"), "{error}");
        }
        fs::remove_file(&path).expect("removed");
    }

    #[test]
    fn a_file_that_is_no_state_is_named() {
        let path = path("broken");
        fs::write(&path, "{\"settings\":").expect("written");
        assert!(matches!(state().or_continued(&path), Err(SpsaError::Format { .. })));
        fs::remove_file(&path).expect("removed");
    }
}
