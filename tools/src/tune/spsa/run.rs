//! The games of a run: workers play pairs, each with two engines that stay, and the numbers move.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use chuhe_movegen::rules::RuleSet;
use chuhe_movegen::{Board, Game};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use parking_lot::Mutex;

use super::SpsaError;
use super::optimizer::{Trial, perturb};
use super::select;
use super::state::{Settings, State};
use crate::arena::ending::{Class, Ending};
use crate::arena::game::{Conditions, HANG_TIME, MARGIN, START_TIME, Seat, play};
use crate::arena::openings::{Order, Source};
use crate::arena::referee::Arbiter;
use crate::arena::spec::Player;
use crate::client::{Engine, Launch};

/// How often the directing thread looks whether it was interrupted.
const POLL: Duration = Duration::from_millis(100);
/// How often the state is written.
const SAVE_EVERY: Duration = Duration::from_secs(5);
/// So many spoilt pairs in a row mean that something is wrong with the engine, not with its luck.
const FAULTS_IN_A_ROW: u32 = 10;

/// A run to be made.
#[derive(Debug, Clone)]
pub struct Job {
    /// What it is.
    pub settings: Settings,
    /// Which numbers, as for [`select::parameters`].
    pub patterns: Vec<String>,
    /// Where to keep the state.
    pub state: Option<PathBuf>,
    /// Pairs of games at the same time.
    pub concurrency: usize,
}

/// A pair of games that has ended.
#[derive(Debug)]
pub struct Event {
    /// Faults and oddities, for the user.
    pub warnings: Vec<String>,
    /// Why the pair was spoilt, if it was.
    pub fault: Option<String>,
}

/// Follows a run.
pub trait Observer {
    /// The run begins, or goes on, from here.
    fn begin(&mut self, state: &State);

    /// A pair of games has ended.
    ///
    /// # Errors
    /// What makes it useless to go on, such as a full disk.
    fn pair(&mut self, state: &State, event: &Event) -> Result<(), SpsaError>;
}

/// Plays the pairs that are left and returns where the run stands then. Setting `interrupt` ends it early.
///
/// # Errors
/// [`SpsaError`]; the state has been saved when a run breaks off.
pub fn run(job: &Job, interrupt: &AtomicBool, observer: &mut dyn Observer) -> Result<State, SpsaError> {
    let state = begin(job)?;
    let openings = Source {
        file: job.settings.openings.clone(),
        order: Order::Random,
        seed: job.settings.seed,
        skip: 0,
        plies: None,
    }
    .load()?;
    observer.begin(&state);
    let abort = AtomicBool::new(false);
    let table = Mutex::new(Table { issued: state.finished, state });
    let (sender, events) = unbounded();
    let outcome = thread::scope(|scope| {
        for _ in 0..job.concurrency.max(1) {
            let worker = Worker {
                settings: &job.settings,
                conditions: conditions(&job.settings),
                openings: &openings,
                table: &table,
                abort: &abort,
            };
            let sender = sender.clone();
            scope.spawn(move || worker.work(&sender));
        }
        drop(sender);
        let outcome = direct(job, &table, &events, interrupt, observer);
        abort.store(true, Ordering::Relaxed);
        outcome
    });
    let state = table.into_inner().state;
    let saved = job.state.as_deref().map_or(Ok(()), |path| state.save(path));
    outcome.and(saved).map(|()| state)
}

/// Starts the engine once: what it offers is what can be tuned.
fn begin(job: &Job) -> Result<State, SpsaError> {
    let Settings { engine: command, limit, .. } = &job.settings;
    let engine = Engine::start(&launch(&job.settings, "engine"), START_TIME, None)
        .map_err(|source| SpsaError::Engine { command: command.clone(), source })?;
    let chosen = select::parameters(command, engine.offered(), &job.patterns, limit.tc.is_some());
    let note = engine.notes().first().cloned();
    engine.quit();
    if let Some(note) = note {
        return Err(SpsaError::NoOption(note));
    }
    let fresh = State::new(job.settings.clone(), chosen?);
    match &job.state {
        Some(path) => {
            let state = fresh.or_continued(path)?;
            // A folder that cannot be written to should be known before the first game.
            state.save(path)?;
            Ok(state)
        }
        None => Ok(fresh),
    }
}

fn launch(settings: &Settings, name: &str) -> Launch {
    let mut words = crate::arena::spec::split_command(&settings.engine).into_iter();
    let mut launch = Launch::new(name, words.next().unwrap_or_default());
    launch.arguments = words.collect();
    launch.options.clone_from(&settings.options);
    launch
}

fn conditions(settings: &Settings) -> Conditions {
    Conditions {
        arbiter: Arbiter::new(RuleSet::Asian, None),
        adjudication: settings.adjudication,
        margin: MARGIN,
        hang_time: HANG_TIME,
        start_time: START_TIME,
        traffic: None,
    }
}

/// The loop of the directing thread: passes on what the workers report and saves the state now and then.
fn direct(
    job: &Job,
    table: &Mutex<Table>,
    events: &Receiver<Event>,
    interrupt: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<(), SpsaError> {
    let mut saved = Instant::now();
    let mut faults = 0;
    loop {
        match events.recv_timeout(POLL) {
            Ok(event) => {
                let state = table.lock().state.clone();
                observer.pair(&state, &event)?;
                faults = if event.fault.is_some() { faults + 1 } else { 0 };
                if let Some(fault) = event.fault.filter(|_| faults >= FAULTS_IN_A_ROW) {
                    return Err(SpsaError::Faults(faults, fault));
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if interrupt.load(Ordering::Relaxed) {
            return Ok(());
        }
        if let Some(path) = job.state.as_deref().filter(|_| saved.elapsed() >= SAVE_EVERY) {
            let state = table.lock().state.clone();
            state.save(path)?;
            saved = Instant::now();
        }
    }
}

/// What the workers share.
struct Table {
    state: State,
    /// Pairs handed out, those finished included.
    issued: u64,
}

impl Table {
    /// The next trial, from the numbers as they are now.
    fn next(&mut self) -> Option<Trial> {
        if self.issued >= self.state.settings.pairs {
            return None;
        }
        self.issued += 1;
        Some(perturb(&self.state.parameters, &self.state.gains(), self.state.settings.seed, self.issued))
    }

    fn options(&self, values: &[i32]) -> Vec<(String, String)> {
        let named = self.state.parameters.iter().zip(values);
        named.map(|(parameter, value)| (parameter.name.clone(), value.to_string())).collect()
    }
}

struct Worker<'a> {
    settings: &'a Settings,
    conditions: Conditions,
    openings: &'a [Board],
    table: &'a Mutex<Table>,
    abort: &'a AtomicBool,
}

impl Worker<'_> {
    /// Plays pairs until there are no more or the run is broken off.
    fn work(&self, events: &Sender<Event>) {
        let mut seats = ["plus", "minus"].map(|name| {
            Seat::new(Player {
                launch: launch(self.settings, name),
                limit: self.settings.limit.clone(),
                ponder: false,
                restart: false,
            })
        });
        while let Some(trial) = self.prepare(&mut seats) {
            let mut event = Event { warnings: Vec::new(), fault: None };
            let half_points = match self.pair(&trial, &mut seats, &mut event.warnings) {
                Ok(half_points) => Some(half_points),
                // A pair that is broken off is played anew when the run goes on.
                Err(ending) if ending.class == Class::Aborted => break,
                Err(ending) => {
                    event.fault = Some(format!("{} ({})", ending.class, ending.detail));
                    None
                }
            };
            self.table.lock().state.take_in(&trial, half_points);
            if events.send(event).is_err() {
                break;
            }
        }
        seats.iter_mut().for_each(Seat::leave);
    }

    /// Takes the next trial and gives the engines its values.
    fn prepare(&self, [plus, minus]: &mut [Seat; 2]) -> Option<Trial> {
        if self.abort.load(Ordering::Relaxed) {
            return None;
        }
        let mut table = self.table.lock();
        let trial = table.next()?;
        plus.set_options(table.options(&trial.plus));
        minus.set_options(table.options(&trial.minus));
        Some(trial)
    }

    /// Plays an opening twice, colours exchanged: half points of the plus side, 0 to 4, or the end that spoilt it.
    fn pair(
        &self,
        trial: &Trial,
        [plus, minus]: &mut [Seat; 2],
        warnings: &mut Vec<String>,
    ) -> Result<u32, Ending> {
        let opening = &self.openings[((trial.pair - 1) % self.openings.len() as u64) as usize];
        let mut half_points = 0;
        for plus_is_red in [true, false] {
            let seats = if plus_is_red { [&mut *plus, &mut *minus] } else { [&mut *minus, &mut *plus] };
            let played = play(Game::new(opening.clone()), seats, &self.conditions, self.abort);
            warnings.extend(played.warnings);
            let red = played.ending.outcome.red_half_points().filter(|_| is_a_result(&played.ending));
            let Some(red) = red else { return Err(played.ending) };
            half_points += if plus_is_red { red } else { 2 - red };
        }
        Ok(half_points)
    }
}

/// Whether the end says something about the numbers: a fall of the flag does, since they decide how time is spent.
fn is_a_result(ending: &Ending) -> bool {
    ending.class == Class::Time || !ending.class.is_fault()
}
