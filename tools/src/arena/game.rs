//! One game between two engines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chuhe_movegen::{Color, Game, Move};

use super::adjudicate::{Adjudication, Adjudicator};
use super::clock::{Clock, go_command};
use super::ending::{Class, Ending, PlyRecord};
use super::referee::Arbiter;
use super::spec::Player;
use crate::client::{Choice, ClientError, Engine, Info, Reply, Traffic};

/// Time for an answer to `stop` after the flag has fallen.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// The usual [`Conditions::margin`]: what a busy machine takes is nobody's fault.
pub const MARGIN: Duration = Duration::from_millis(50);
/// The usual [`Conditions::hang_time`].
pub const HANG_TIME: Duration = Duration::from_secs(60);
/// The usual [`Conditions::start_time`].
pub const START_TIME: Duration = Duration::from_secs(10);

/// What holds for every game of a match.
#[derive(Clone)]
pub struct Conditions {
    /// The rules of the game.
    pub arbiter: Arbiter,
    /// Early ends.
    pub adjudication: Adjudication,
    /// Overstep of a time limit that is forgiven.
    pub margin: Duration,
    /// Longest search without a time limit; after it the engine counts as hung.
    pub hang_time: Duration,
    /// Time for an engine to start.
    pub start_time: Duration,
    /// Record of everything said.
    pub traffic: Option<Traffic>,
}

/// An engine as long as it sits at the board: started when needed, and again after a crash.
pub struct Seat {
    player: Player,
    engine: Option<Engine>,
    /// The move on which it ponders.
    expected: Option<Move>,
    /// Options for the games to come, in the engine's spelling, over those of the player.
    options: Vec<(String, String)>,
    /// Whether the engine has yet to hear of them.
    unsaid: bool,
}

impl Seat {
    /// A seat whose engine is not yet running.
    #[must_use]
    pub fn new(player: Player) -> Self {
        Self { player, engine: None, expected: None, options: Vec::new(), unsaid: false }
    }

    /// Whose seat it is.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.player.launch.name
    }

    /// Sets options, in the engine's spelling, before the next game; they replace those of the last call and hold
    /// for an engine that must be started anew as well.
    pub fn set_options(&mut self, options: Vec<(String, String)>) {
        self.options = options;
        self.unsaid = true;
    }

    /// Starts the engine if it is not running, and tells it of its options and of a new game.
    fn prepare(&mut self, conditions: &Conditions) -> Result<(), ClientError> {
        self.expected = None;
        if self.player.restart {
            self.leave();
        }
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => {
                self.unsaid = true;
                Engine::start(&self.player.launch, conditions.start_time, conditions.traffic.clone())?
            }
        };
        if self.unsaid {
            self.options.iter().try_for_each(|(name, value)| engine.set_option(name, value))?;
            self.unsaid = false;
        }
        engine.new_game()?;
        self.engine = Some(engine);
        Ok(())
    }

    /// Ends the engine.
    pub fn leave(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.quit();
        }
    }

    /// Answers without a question that the engine has given so far.
    fn strays(&self) -> u32 {
        self.engine.as_ref().map_or(0, Engine::strays)
    }

    /// Kills the engine: it cannot be trusted to go.
    fn kill(&mut self) {
        self.engine = None;
    }

    /// Ends a ponder search, if there is one; an engine that does not end it is killed.
    fn rest(&mut self) {
        if self.expected.take().is_some() {
            let stopped = self.engine.as_mut().map(|engine| engine.abandon(STOP_GRACE));
            if matches!(stopped, Some(Err(_))) {
                self.kill();
            }
        }
    }
}

/// What became of a game.
#[derive(Debug)]
pub struct Played {
    /// The moves.
    pub plies: Vec<PlyRecord>,
    /// The end.
    pub ending: Ending,
    /// Wall time from the first move's start to the end.
    pub wall: Duration,
    /// Part of it in which an engine on move was thinking.
    pub thinking: Duration,
    /// What was odd and cost nobody the game.
    pub warnings: Vec<String>,
}

/// Plays a game from `start` to its end; `seats` are Red's and Black's. `abort` breaks it off.
pub fn play(start: Game, seats: [&mut Seat; 2], conditions: &Conditions, abort: &AtomicBool) -> Played {
    let clocks = seats.each_ref().map(|seat| Clock::new(&seat.player.limit));
    let adjudicator = Adjudicator::new(conditions.adjudication);
    let mut table = Table {
        game: start,
        seats,
        clocks,
        conditions,
        abort,
        adjudicator,
        plies: Vec::new(),
        offered: None,
        thinking: Duration::ZERO,
    };
    let prepared = table.prepare();
    let strays = table.seats.each_ref().map(|seat| seat.strays());
    let began = Instant::now();
    let ending = match prepared {
        Some(ending) => ending,
        None => loop {
            if let Some(ending) = table.turn() {
                break ending;
            }
        },
    };
    let wall = began.elapsed();
    table.seats.iter_mut().for_each(|seat| seat.rest());
    let warnings = (table.seats.iter().zip(strays))
        .filter(|(seat, before)| seat.strays() > *before)
        .map(|(seat, before)| format!("{} answered {} times unasked", seat.name(), seat.strays() - before))
        .collect();
    Played { plies: table.plies, ending, wall, thinking: table.thinking, warnings }
}

struct Table<'a> {
    game: Game,
    seats: [&'a mut Seat; 2],
    clocks: [Clock; 2],
    conditions: &'a Conditions,
    abort: &'a AtomicBool,
    adjudicator: Adjudicator,
    plies: Vec<PlyRecord>,
    /// The side whose last move came with a draw offer.
    offered: Option<Color>,
    thinking: Duration,
}

/// A move as answered.
struct Thought {
    reply: Reply,
    used: Duration,
    /// The search began in the opponent's time: what the engine says of its own time includes that.
    pondered: bool,
}

impl Table<'_> {
    fn prepare(&mut self) -> Option<Ending> {
        if let Some(ending) = self.conditions.arbiter.ruling(&self.game) {
            return Some(ending);
        }
        [Color::Red, Color::Black].into_iter().find_map(|side| {
            let error = self.seats[side.index()].prepare(self.conditions).err()?;
            Some(self.blame(side, &error))
        })
    }

    /// One move; the end of the game, if it is the last.
    fn turn(&mut self) -> Option<Ending> {
        if self.abort.load(Ordering::Relaxed) {
            return Some(Ending::aborted());
        }
        let side = self.game.board().side_to_move();
        let Thought { reply, used, pondered } = match self.think(side) {
            Ok(thought) => thought,
            Err(ending) => return Some(ending),
        };
        if reply.answer.resign {
            return Some(Ending::loss(side, Class::Resignation, ""));
        }
        let mv = match self.accept(side, &reply.answer.choice) {
            Ok(mv) => mv,
            Err(ending) => return Some(ending),
        };
        let mut ply = record(mv, &reply.info, used, self.clocks[side.index()].left());
        ply.lag = ply.lag.filter(|_| !pondered);
        self.plies.push(ply);
        let agreed = reply.answer.draw && self.offered == Some(!side);
        self.offered = reply.answer.draw.then_some(side);
        self.conditions
            .arbiter
            .ruling(&self.game)
            .or_else(|| agreed.then(|| Ending::draw(Class::Agreement, "")))
            .or_else(|| self.adjudicator.update(side, reply.info.score))
            .or_else(|| self.ponder(side, reply.answer.ponder))
    }

    /// Plays what the engine chose, if it can be played.
    fn accept(&mut self, side: Color, choice: &Choice) -> Result<Move, Ending> {
        match choice {
            Choice::Move(mv) => match self.game.play(*mv) {
                Ok(()) => Ok(*mv),
                Err(error) => Err(Ending::loss(side, Class::IllegalMove, error.to_string())),
            },
            Choice::Nothing => {
                Err(Ending::loss(side, Class::ProtocolError, "no move though there are legal ones"))
            }
            Choice::Unreadable(word) => {
                self.seats[side.index()].kill();
                Err(Ending::loss(side, Class::ProtocolError, format!("`{word}` is no move")))
            }
        }
    }

    /// Lets `side` think. An engine that sees no move (it may think the game drawn by its history) is asked once more,
    /// on the same clock, with the bare position.
    fn think(&mut self, side: Color) -> Result<Thought, Ending> {
        let mut thought = self.search(side, true)?;
        if thought.reply.answer.choice == Choice::Nothing && !thought.reply.answer.resign {
            let again = self.search(side, false)?;
            thought = Thought { used: thought.used + again.used, ..again };
        }
        self.thinking += thought.used;
        if self.clocks[side.index()].spend(thought.used, self.conditions.margin) {
            Ok(thought)
        } else {
            Err(self.flag(side, thought.used))
        }
    }

    fn search(&mut self, side: Color, history: bool) -> Result<Thought, Ending> {
        let (started, pondered) =
            self.start_search(side, history).map_err(|error| self.blame(side, &error))?;
        let allowance = self.clocks[side.index()].allowance();
        let patience = allowance.map_or(self.conditions.hang_time, |time| time + self.conditions.margin);
        let abort = self.abort;
        let waited = match self.seats[side.index()].engine.as_mut() {
            Some(engine) => engine.wait(started + patience, abort),
            None => Err(ClientError::Aborted),
        };
        match waited {
            Ok(reply) => {
                let used = reply.at.saturating_duration_since(started);
                Ok(Thought { reply, used, pondered })
            }
            Err(ClientError::Aborted) => {
                self.seats[side.index()].kill();
                Err(Ending::aborted())
            }
            Err(ClientError::Silent { .. }) => {
                self.thinking += started.elapsed();
                Err(self.overdue(side, started, allowance.is_some()))
            }
            Err(error) => Err(self.blame(side, &error)),
        }
    }

    /// Starts the search, or turns the ponder search into one; returns when its time began, and which of the two.
    fn start_search(&mut self, side: Color, history: bool) -> Result<(Instant, bool), ClientError> {
        let go = go_command(&self.clocks, &self.clocks[side.index()], false);
        let played = self.game.plies().last().and_then(|ply| ply.mv);
        let seat = &mut *self.seats[side.index()];
        let expected = seat.expected.take();
        let engine = seat.engine.as_mut().ok_or(ClientError::Aborted)?;
        if history && expected.is_some() {
            if expected == played {
                return Ok((engine.ponder_hit()?, true));
            }
            // On nobody's clock, but an engine's time and not ours.
            let asked = Instant::now();
            engine.abandon(STOP_GRACE)?;
            self.thinking += asked.elapsed();
        }
        engine.position(&self.game, None, history)?;
        Ok((engine.go(&go, side)?, false))
    }

    /// Lets `side`, which has just moved, think about the reply that it expects.
    fn ponder(&mut self, side: Color, expected: Option<Move>) -> Option<Ending> {
        let seat = &mut *self.seats[side.index()];
        let expected = expected.filter(|&mv| seat.player.ponder && self.game.board().is_legal(mv))?;
        let go = go_command(&self.clocks, &self.clocks[side.index()], true);
        let engine = seat.engine.as_mut()?;
        let started = engine.position(&self.game, Some(expected), true).and_then(|()| engine.go(&go, side));
        match started {
            Ok(_) => {
                seat.expected = Some(expected);
                None
            }
            Err(error) => Some(self.blame(side, &error)),
        }
    }

    /// No answer at the deadline: is the engine late or hung?
    fn overdue(&mut self, side: Color, started: Instant, timed: bool) -> Ending {
        let never = AtomicBool::new(false);
        let answered = self.seats[side.index()]
            .engine
            .as_mut()
            .map(|engine| engine.stop().and_then(|()| engine.wait(Instant::now() + STOP_GRACE, &never)));
        let waited = started.elapsed();
        match answered {
            Some(Ok(reply)) if timed => self.flag(side, reply.at.saturating_duration_since(started)),
            Some(Err(error @ ClientError::Gone { .. })) => self.blame(side, &error),
            Some(Ok(_)) => Ending::loss(side, Class::Hang, format!("no move in {} ms", waited.as_millis())),
            _ => {
                self.seats[side.index()].kill();
                Ending::loss(
                    side,
                    Class::Hang,
                    format!("no move in {} ms, not after `stop` either", waited.as_millis()),
                )
            }
        }
    }

    fn flag(&self, side: Color, used: Duration) -> Ending {
        let allowed = self.clocks[side.index()].allowance().unwrap_or_default();
        let detail = format!("used {} ms of {}", used.as_millis(), allowed.as_millis());
        Ending::loss(side, Class::Time, detail)
    }

    /// The engine failed: it is killed and loses.
    fn blame(&mut self, side: Color, error: &ClientError) -> Ending {
        self.seats[side.index()].kill();
        let class = match error {
            ClientError::Gone { .. } | ClientError::Start { .. } => Class::Crash,
            ClientError::Silent { .. } => Class::Hang,
            ClientError::Aborted => return Ending::aborted(),
        };
        Ending::loss(side, class, error.to_string())
    }
}

fn record(mv: Move, info: &Info, used: Duration, left: Option<Duration>) -> PlyRecord {
    PlyRecord {
        mv: mv.to_string(),
        ms: millis(used),
        lag: info.time.map(|reported| millis(used) - millis(reported)).map(round),
        score: info.score,
        depth: info.depth,
        nodes: info.nodes,
        left: left.map(millis),
    }
}

/// Milliseconds to three places.
pub(super) fn millis(time: Duration) -> f64 {
    round(time.as_secs_f64() * 1e3)
}

fn round(ms: f64) -> f64 {
    (ms * 1e3).round() / 1e3
}
