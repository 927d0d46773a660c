//! Many games on many threads, written in order.

use super::{Player, Settings, Stats};
use crate::gamedata::{GameDataError, GameWriter, Header, SelfPlayGame};
use chuhe_eval::nnue::network::Network;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// When a file is complete.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// It holds this many games.
    Games(u64),
    /// It holds this many positions that pass the training filters.
    Kept(u64),
}

impl Goal {
    fn progress(self, stats: &Stats) -> (u64, u64) {
        match self {
            Goal::Games(goal) => (stats.games(), goal),
            Goal::Kept(goal) => (stats.kept, goal),
        }
    }
}

/// Games finished ahead of one that is still being played wait for it, at most this many a thread.
const MAX_AHEAD: usize = 64;

/// Plays games into `path` until the goal is reached, going on where an earlier run stopped; returns
/// the statistics of the whole file.
///
/// # Errors
/// Where the file cannot be written or was made with other settings.
pub fn generate(
    path: &Path,
    settings: &Settings,
    network: Option<Arc<Network>>,
    threads: usize,
    goal: Goal,
) -> Result<Stats, GameDataError> {
    let network_id = network.as_ref().map_or(0, |network| u64::from(crc32fast::hash(&network.to_bytes())));
    let header = Header { nodes: settings.nodes, seed: settings.seed, network: network_id };
    let (mut writer, games) = GameWriter::open(path, header)?;
    let mut stats = Stats::default();
    games.iter().for_each(|game| stats.add(game));
    let bar = progress_bar(goal.progress(&stats).1);
    let next_index = AtomicU64::new(stats.games());
    let stop = AtomicBool::new(false);
    let (sender, receiver) = crossbeam_channel::bounded::<(u64, SelfPlayGame)>(threads * MAX_AHEAD);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, network) = (sender.clone(), network.clone());
            let (next_index, stop) = (&next_index, &stop);
            scope.spawn(move || {
                let mut player = Player::new(settings.clone(), network);
                while !stop.load(Ordering::Relaxed) {
                    let index = next_index.fetch_add(1, Ordering::Relaxed);
                    if sender.send((index, player.play(index))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = write_in_order(&receiver, &mut writer, &mut stats, goal, &bar);
        stop.store(true, Ordering::Relaxed);
        drop(receiver);
        bar.finish();
        result
    })?;
    Ok(stats)
}

fn write_in_order(
    receiver: &crossbeam_channel::Receiver<(u64, SelfPlayGame)>,
    writer: &mut GameWriter,
    stats: &mut Stats,
    goal: Goal,
    bar: &ProgressBar,
) -> Result<(), GameDataError> {
    let mut waiting = BTreeMap::new();
    loop {
        let (done, wanted) = goal.progress(stats);
        bar.set_position(done.min(wanted));
        bar.set_message(stats.results());
        if done >= wanted {
            return Ok(());
        }
        match waiting.remove(&stats.games()) {
            Some(game) => {
                writer.append(&game)?;
                stats.add(&game);
            }
            None => match receiver.recv() {
                Ok((index, game)) => {
                    waiting.insert(index, game);
                }
                Err(_) => return Ok(()),
            },
        }
    }
}

/// A bar on standard error, drawn only on a terminal.
fn progress_bar(goal: u64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} ({per_sec}, {eta} left) {msg}");
    ProgressBar::new(goal).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
