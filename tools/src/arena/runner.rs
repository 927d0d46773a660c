//! Plays a match or tournament: hands games to workers, takes in results, stops when all is said.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chuhe_movegen::{Board, Game};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use thiserror::Error;

use super::config::Config;
use super::ending::{GameRecord, Outcome};
use super::game::{Conditions, Seat, millis, play};
use super::openings::BadBook;
use super::schedule::{Batch, Bye, Encounter, Played, Schedule};
use super::stats::Tally;
use crate::client::{ClientError, Engine, Traffic};

/// How often the runner looks whether it was interrupted.
const POLL: Duration = Duration::from_millis(100);

/// Why a match cannot begin or go on.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The openings cannot be used.
    #[error(transparent)]
    Book(#[from] BadBook),
    /// An engine does not work at all.
    #[error("engine {name}")]
    Engine {
        /// Its name.
        name: String,
        /// Why.
        source: ClientError,
    },
    /// The games of the log are not those of this match.
    #[error("game {0} of the log does not belong to this match (was the opening book changed?)")]
    OtherMatch(u32),
    /// Whoever follows the match cannot go on.
    #[error(transparent)]
    Observer(#[from] anyhow::Error),
}

/// Why a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// All games were played.
    Complete,
    /// The observer had seen enough (a sequential test decided).
    Decided,
    /// The user broke it off.
    Interrupted,
}

impl Finish {
    /// For the log.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Complete => "all games played",
            Self::Decided => "decided",
            Self::Interrupted => "interrupted",
        }
    }
}

/// Follows a match.
pub trait Observer {
    /// A game has ended. Returns false when no more games are needed.
    ///
    /// # Errors
    /// Whatever makes it useless to go on, such as a full disk.
    fn game(&mut self, record: &GameRecord, progress: &Progress) -> anyhow::Result<bool>;
}

/// Where a match stands.
#[derive(Debug, Default)]
pub struct Progress {
    /// Games finished.
    pub finished: usize,
    /// Games known to come, those finished included; grows with every round that is paired.
    pub planned: usize,
    /// Pairs of games on one opening by player 0, from his view.
    pub pairs: Tally<5>,
    /// His games by result: lost, drawn, won.
    pub games: Tally<3>,
    /// Rests so far.
    pub byes: Vec<Bye>,
}

/// A game to be played.
#[derive(Debug, Clone)]
struct Ticket {
    id: u32,
    encounter: usize,
    round: u32,
    red: usize,
    black: usize,
    start: Board,
}

/// Starts every engine once: what does not start at all ends the match before it begins.
///
/// # Errors
/// [`MatchError::Engine`], naming the engine.
pub fn introduce(config: &Config, traffic: Option<&Traffic>) -> Result<Vec<Introduced>, MatchError> {
    config
        .players
        .iter()
        .map(|player| {
            let name = &player.launch.name;
            let engine = Engine::start(&player.launch, config.start_time, traffic.cloned())
                .map_err(|source| MatchError::Engine { name: name.clone(), source })?;
            let introduced = Introduced {
                name: name.clone(),
                title: engine.title().unwrap_or("(no name)").to_owned(),
                notes: engine.notes().to_vec(),
            };
            engine.quit();
            Ok(introduced)
        })
        .collect()
}

/// What an engine said of itself.
#[derive(Debug, Clone)]
pub struct Introduced {
    /// Name in the match.
    pub name: String,
    /// Its own name.
    pub title: String,
    /// Options it does not have.
    pub notes: Vec<String>,
}

/// Plays all games that `done` does not hold. Setting `interrupt` breaks off the games in progress.
///
/// # Errors
/// [`MatchError`]; engines that fail in a game lose it and are no error.
pub fn run(
    config: &Config,
    done: &[GameRecord],
    traffic: Option<Traffic>,
    interrupt: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<(Finish, Progress), MatchError> {
    let openings = config.openings.load()?;
    let conditions = config.conditions(traffic);
    let abort = AtomicBool::new(false);
    let (job_sender, jobs) = unbounded::<Ticket>();
    let (result_sender, results) = unbounded();
    let mut plan = Plan::new(config, openings, done)?;
    thread::scope(|scope| {
        for _ in 0..config.concurrency.max(1) {
            let worker = Worker { config, conditions: &conditions, abort: &abort };
            let (jobs, results) = (jobs.clone(), result_sender.clone());
            scope.spawn(move || worker.work(&jobs, &results));
        }
        drop(result_sender);
        let finish = direct(config, &mut plan, &job_sender, &results, interrupt, observer);
        if !matches!(finish, Ok(Finish::Complete)) {
            abort.store(true, Ordering::Relaxed);
        }
        drop(job_sender);
        finish
    })
    .map(|finish| (finish, plan.progress))
}

/// Where a match stood after these games of its log.
///
/// # Errors
/// [`MatchError`] if they are not games of this match.
pub fn review(config: &Config, games: &[GameRecord]) -> Result<Progress, MatchError> {
    Ok(Plan::new(config, config.openings.load()?, games)?.progress)
}

/// The loop of the directing thread: keeps the workers busy and passes results on.
fn direct(
    config: &Config,
    plan: &mut Plan,
    jobs: &Sender<Ticket>,
    results: &Receiver<GameRecord>,
    interrupt: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Finish, MatchError> {
    let mut in_progress = 0;
    loop {
        while in_progress < config.concurrency.max(1) {
            let Some(ticket) = plan.next_ticket() else { break };
            in_progress += 1;
            if jobs.send(ticket).is_err() {
                return Ok(Finish::Interrupted);
            }
        }
        if in_progress == 0 {
            return Ok(Finish::Complete);
        }
        match results.recv_timeout(POLL) {
            Ok(record) => {
                in_progress -= 1;
                if record.ending.outcome == Outcome::Unfinished {
                    continue;
                }
                plan.take_in(&record);
                if !observer.game(&record, &plan.progress)? {
                    return Ok(Finish::Decided);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(Finish::Interrupted),
        }
        if interrupt.load(Ordering::Relaxed) {
            return Ok(Finish::Interrupted);
        }
    }
}

struct Worker<'a> {
    config: &'a Config,
    conditions: &'a Conditions,
    abort: &'a AtomicBool,
}

impl Worker<'_> {
    /// Plays games until there are no more. Engines stay between games as long as they are needed.
    fn work(&self, jobs: &Receiver<Ticket>, results: &Sender<GameRecord>) {
        let mut seats: HashMap<usize, Seat> = HashMap::new();
        for ticket in jobs {
            let (mut red, mut black) =
                (self.take(&mut seats, ticket.red), self.take(&mut seats, ticket.black));
            // Engines that sit this one out would only hold memory.
            seats.drain().for_each(|(_, mut seat)| seat.leave());
            let record = self.game(&ticket, &mut red, &mut black);
            seats.insert(ticket.red, red);
            seats.insert(ticket.black, black);
            if results.send(record).is_err() {
                break;
            }
        }
        seats.drain().for_each(|(_, mut seat)| seat.leave());
    }

    fn take(&self, seats: &mut HashMap<usize, Seat>, player: usize) -> Seat {
        seats.remove(&player).unwrap_or_else(|| Seat::new(self.config.players[player].clone()))
    }

    fn game(&self, ticket: &Ticket, red: &mut Seat, black: &mut Seat) -> GameRecord {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let names = [red.name().to_owned(), black.name().to_owned()];
        let played = play(Game::new(ticket.start.clone()), [red, black], self.conditions, self.abort);
        let [red, black] = names;
        GameRecord {
            id: ticket.id,
            encounter: u32::try_from(ticket.encounter).unwrap_or(u32::MAX),
            round: ticket.round,
            red,
            black,
            fen: ticket.start.fen(),
            plies: played.plies,
            ending: played.ending,
            began,
            wall_ms: millis(played.wall),
            overhead_ms: millis(played.wall.saturating_sub(played.thinking)),
            warnings: played.warnings,
        }
    }
}

/// The games still to be played, and what has come of those that were.
struct Plan {
    schedule: Box<dyn Schedule>,
    openings: Vec<Board>,
    /// Encounters of all batches so far, with their results by game.
    encounters: Vec<Running>,
    queue: VecDeque<Ticket>,
    next_id: u32,
    /// Games of the current batch that have not ended.
    open: usize,
    /// Results of the log, by game.
    known: HashMap<u32, GameRecord>,
    progress: Progress,
    names: Vec<String>,
    over: bool,
}

/// An encounter in progress.
struct Running {
    encounter: Encounter,
    first_id: u32,
    /// Half points of the encounter's first player, by game.
    scores: Vec<Option<u32>>,
}

impl Running {
    fn result(&self) -> Played {
        let scores: Vec<u32> = self.scores.iter().copied().flatten().collect();
        let first: u32 = scores.iter().sum();
        let wins = |half_points| {
            u32::try_from(scores.iter().filter(|&&s| s == half_points).count()).unwrap_or(u32::MAX)
        };
        Played {
            encounter: self.encounter,
            half_points: [first, 2 * self.encounter.games - first],
            wins: [wins(2), wins(0)],
        }
    }
}

impl Plan {
    fn new(config: &Config, openings: Vec<Board>, done: &[GameRecord]) -> Result<Self, MatchError> {
        let mut plan = Self {
            schedule: config.format.schedule(config.players.len(), config.games, config.rounds),
            openings,
            encounters: Vec::new(),
            queue: VecDeque::new(),
            next_id: 0,
            open: 0,
            known: done.iter().map(|game| (game.id, game.clone())).collect(),
            progress: Progress::default(),
            names: config.names().into_iter().map(str::to_owned).collect(),
            over: false,
        };
        plan.replay()?;
        Ok(plan)
    }

    /// Goes through the schedule as far as the log reaches; games of the log are not played again.
    fn replay(&mut self) -> Result<(), MatchError> {
        while !self.known.is_empty() && self.pair() {
            for ticket in std::mem::take(&mut self.queue) {
                match self.known.remove(&ticket.id) {
                    Some(record) if self.is_of(&record, &ticket) => self.take_in(&record),
                    Some(record) => return Err(MatchError::OtherMatch(record.id)),
                    None => self.queue.push_back(ticket),
                }
            }
            if self.open > 0 {
                break;
            }
        }
        match self.known.keys().min() {
            Some(&id) => Err(MatchError::OtherMatch(id)),
            None => Ok(()),
        }
    }

    fn is_of(&self, record: &GameRecord, ticket: &Ticket) -> bool {
        record.red == self.names[ticket.red]
            && record.black == self.names[ticket.black]
            && record.fen == ticket.start.fen()
    }

    fn next_ticket(&mut self) -> Option<Ticket> {
        if self.queue.is_empty() && self.open == 0 {
            self.pair();
        }
        self.queue.pop_front()
    }

    /// Asks the schedule for more; false when the tournament is over.
    fn pair(&mut self) -> bool {
        if self.over {
            return false;
        }
        let played: Vec<Played> = self.encounters.iter().map(Running::result).collect();
        let Batch { encounters, byes } = self.schedule.next(&played);
        self.progress.byes.extend(byes);
        self.over = encounters.is_empty();
        for encounter in encounters {
            self.add(encounter);
        }
        !self.over
    }

    fn add(&mut self, encounter: Encounter) {
        let index = self.encounters.len();
        let games = encounter.games;
        // Both games of a pair share an opening, and so do the encounters of a round.
        let first_opening = (encounter.round - 1) as usize * games.div_ceil(2) as usize;
        self.encounters.push(Running {
            encounter,
            first_id: self.next_id,
            scores: vec![None; games as usize],
        });
        for game in 0..games {
            let (red, black) = if game % 2 == 0 {
                (encounter.first, encounter.second)
            } else {
                (encounter.second, encounter.first)
            };
            let opening = (first_opening + game as usize / 2) % self.openings.len();
            self.queue.push_back(Ticket {
                id: self.next_id,
                encounter: index,
                round: encounter.round,
                red,
                black,
                start: self.openings[opening].clone(),
            });
            self.next_id += 1;
        }
        self.open += games as usize;
        self.progress.planned += games as usize;
    }

    fn take_in(&mut self, record: &GameRecord) {
        let Some(red) = record.ending.outcome.red_half_points() else { return };
        let running = &mut self.encounters[record.encounter as usize];
        let game = (record.id - running.first_id) as usize;
        let first = if game.is_multiple_of(2) { red } else { 2 - red };
        running.scores[game] = Some(first);
        self.open -= 1;
        self.progress.finished += 1;
        if running.encounter.first != 0 && running.encounter.second != 0 {
            return;
        }
        let flipped = running.encounter.first != 0;
        let view =
            |half_points: u32, most: u32| (if flipped { most - half_points } else { half_points }) as usize;
        self.progress.games.add(view(first, 2));
        if let (Some(Some(a)), Some(Some(b))) = (running.scores.get(game & !1), running.scores.get(game | 1))
        {
            self.progress.pairs.add(view(a + b, 4));
        }
    }
}

/// A flag that Ctrl-C and SIGTERM set.
///
/// # Errors
/// When no handler can be installed.
pub fn interrupt_flag() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
    Ok(flag)
}
