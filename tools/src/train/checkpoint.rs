//! The state of a run after an epoch, from which it can go on as if it had never stopped.
//!
//! `CHUHECKP`, u32 version, u32 length of the JSON, the JSON (recipe and epochs), then every number of the
//! model with the optimiser's moments as f32, and the CRC-32 of all before; little-endian.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::curve::Epoch;
use super::model::{Group, Head, Model, Row};
use super::recipe::Recipe;

const MAGIC: &[u8; 8] = b"CHUHECKP";
const VERSION: u32 = 1;

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// Reading or writing failed.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file is damaged or something else.
    #[error("{path}: not a usable checkpoint ({reason})")]
    Bad {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// What is saved beside the numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The run's settings.
    pub recipe: Recipe,
    /// The epochs that are done.
    pub epochs: Vec<Epoch>,
}

/// Saves a run; a crash on the way leaves the old file.
pub fn save(path: &Path, state: &State, model: &Model) -> Result<(), CheckpointError> {
    let io = |source| CheckpointError::Io { path: path.to_owned(), source };
    let json = serde_json::to_vec(state).map_err(|error| io(error.into()))?;
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((json.len() as u32).to_le_bytes());
    bytes.extend(&json);
    for rows in model.strips.iter().flat_map(|strip| [&strip.own, &strip.shared]).flat_map(parts) {
        bytes.extend(rows.iter().flat_map(|row| row.0).flat_map(f32::to_le_bytes));
    }
    let Head { values, mean, square } = &model.head;
    bytes.extend([values, mean, square].into_iter().flatten().flat_map(|number| number.to_le_bytes()));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    let partial = path.with_extension("partial");
    std::fs::write(&partial, bytes).and_then(|()| std::fs::rename(&partial, path)).map_err(io)
}

fn parts(group: &Group) -> [&Vec<Row>; 3] {
    [&group.values, &group.mean, &group.square]
}

/// Loads a run.
pub fn load(path: &Path) -> Result<(State, Model), CheckpointError> {
    let bytes =
        std::fs::read(path).map_err(|source| CheckpointError::Io { path: path.to_owned(), source })?;
    parse(&bytes).map_err(|reason| CheckpointError::Bad { path: path.to_owned(), reason })
}

fn parse(bytes: &[u8]) -> Result<(State, Model), String> {
    let short = || "it ends too early".to_owned();
    let (content, crc) = bytes.split_last_chunk::<4>().ok_or_else(short)?;
    let content = content.strip_prefix(MAGIC).ok_or("it does not begin with CHUHECKP")?;
    if crc32fast::hash(&bytes[..bytes.len() - crc.len()]).to_le_bytes() != *crc {
        return Err("the checksum does not match".into());
    }
    let (version, content) = content.split_first_chunk::<4>().ok_or_else(short)?;
    if u32::from_le_bytes(*version) != VERSION {
        return Err(format!("version {}, not {VERSION}", u32::from_le_bytes(*version)));
    }
    let (length, content) = content.split_first_chunk::<4>().ok_or_else(short)?;
    let (json, numbers) = content.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(short)?;
    let state: State = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    state.recipe.check()?;
    let mut model = Model::zero(state.recipe.arch());
    let mut numbers = numbers.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
    let mut fill = |to: &mut [f32]| -> Result<(), String> {
        to.iter_mut().try_for_each(|number| numbers.next().map(|read| *number = read)).ok_or_else(short)
    };
    for strip in &mut model.strips {
        for group in [&mut strip.own, &mut strip.shared] {
            for rows in [&mut group.values, &mut group.mean, &mut group.square] {
                rows.iter_mut().try_for_each(|row| fill(&mut row.0))?;
            }
        }
        strip.merge_all();
    }
    let Head { values, mean, square } = &mut model.head;
    [values, mean, square].into_iter().try_for_each(|numbers| fill(numbers))?;
    match numbers.next() {
        None => Ok((state, model)),
        Some(_) => Err("it is too long".into()),
    }
}
