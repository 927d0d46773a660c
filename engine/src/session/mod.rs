//! The conversation with a GUI: one loop over lines and search events that never waits for a search.
//!
//! States follow from `Session::search`: `None` is idle, `Some` is thinking. Settings may change at any time and hold
//! from the next `go` on; a position sent while thinking waits for the next `go` too.

use chuhe_movegen::{Board, Game, Move};
use crossbeam_channel::{Receiver, Sender, never, select, unbounded};

use crate::coords::Ranks;
use crate::options::{self, Effect, OptionError};
use crate::output::{LineWriter, Style};
use crate::protocol::{self, Command, Dialect, PositionText, Protocol, ProtocolError, Start};
use crate::settings::Settings;

mod answer;
mod book;
mod console;
mod engine;
mod event;
mod search;

use engine::Engine;
use event::Event;
use search::Running;

/// One conversation.
pub struct Session {
    lines: Receiver<String>,
    events: Receiver<Event>,
    /// For searches and jobs to report to.
    reports: Sender<Event>,
    out: LineWriter,
    protocol: Protocol,
    debug: bool,
    settings: Settings,
    game: Game,
    /// Root moves forbidden in the current position.
    banned: Vec<Move>,
    engine: Engine,
    shelf: book::Shelf,
    search: Option<Running>,
    jobs: console::Jobs,
    quit: bool,
}

impl Session {
    /// A session at the start position. `lines` is what the GUI says; its end ends the session.
    pub fn new(lines: Receiver<String>, out: LineWriter) -> Self {
        let (reports, events) = unbounded();
        Self {
            lines,
            events,
            reports,
            out,
            protocol: Protocol::default(),
            debug: false,
            settings: Settings::default(),
            game: Game::new(Board::start()),
            banned: Vec::new(),
            engine: Engine::new(),
            shelf: book::Shelf::default(),
            search: None,
            jobs: console::Jobs::default(),
            quit: false,
        }
    }

    /// Converses until `quit`, the end of the input, or until nobody reads the output.
    pub fn run(mut self) {
        let (lines, events, nothing) = (self.lines.clone(), self.events.clone(), never());
        while !self.quit && !self.out.is_closed() {
            let lines = if self.reads_on() { &lines } else { &nothing };
            select! {
                recv(lines) -> line => match line {
                    Ok(line) => self.take_line(&line),
                    Err(_) => self.quit = true,
                },
                recv(events) -> event => event.into_iter().for_each(|event| self.take_event(event)),
            }
        }
        self.jobs.stop();
        self.end_search();
        if self.protocol == Protocol::Ucci {
            self.out.line("bye");
        }
    }

    /// UCCI's batch mode reads nothing while thinking, unless only a command can end the search.
    fn reads_on(&self) -> bool {
        let batch = self.settings.batch && self.protocol == Protocol::Ucci;
        !batch || self.search.as_ref().is_none_or(|search| !search.ends_by_itself())
    }

    fn take_line(&mut self, line: &str) {
        self.out.log_input(line);
        let dialect = Dialect { protocol: self.protocol, milliseconds: self.settings.milliseconds };
        match protocol::parse(line, dialect) {
            None => {}
            Some(Ok(command)) => self.obey(command),
            Some(Err(error)) => self.complain(&error),
        }
    }

    /// UCCI has engines ignore what they do not know; UCI users like to see their typing errors.
    fn complain(&mut self, error: &ProtocolError) {
        let unknown = matches!(error, ProtocolError::Unknown(_));
        if !unknown || self.protocol == Protocol::Uci || self.debug {
            self.say(&error.to_string());
        }
    }

    fn take_event(&mut self, event: Event) {
        match event {
            Event::Info(info) => self.show_info(&info),
            Event::CurrentMove { depth, mv, number } => {
                let line = self.style().current_move(depth, mv, number);
                self.out.line(&line);
            }
            Event::Fault(fault) => self.say(&fault),
            Event::Finished(outcome) => self.search_finished(outcome),
            Event::Job(lines) => lines.iter().for_each(|line| self.out.line(line)),
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Handshake(protocol) => self.greet(protocol),
            Command::IsReady => self.get_ready(),
            Command::NewGame => self.new_game(),
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position(text) => self.set_position(&text),
            Command::CyclonePosition(text) => {
                self.settings.variant_set = false;
                self.set_position(&text);
            }
            Command::BanMoves(moves) => self.ban_moves(&moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit { draw } => self.ponder_hit(draw),
            Command::Probe(text) => self.probe(&text),
            Command::Quit => self.quit = true,
            Command::Console(console) => self.console(&console),
        }
    }

    fn style(&self) -> Style {
        Style { protocol: self.protocol, ranks: self.ranks(), show_wdl: self.settings.show_wdl }
    }

    /// Fairy-Stockfish's ranks are spoken only in UCI, and only to those who asked for its way of choosing the game and
    /// did not turn to UCI-Cyclone since (one adapter does both).
    fn ranks(&self) -> Ranks {
        match self.protocol {
            Protocol::Uci if self.settings.variant_set => Ranks::FromOne,
            _ => Ranks::FromZero,
        }
    }

    /// Tells the user something.
    fn say(&mut self, text: &str) {
        let line = self.style().message(text);
        self.out.line(&line);
    }

    fn greet(&mut self, protocol: Protocol) {
        self.protocol = protocol;
        if protocol == Protocol::Uci {
            let description = self.describe();
            self.say(&description);
        }
        for line in self.style().handshake() {
            self.out.line(&line);
        }
    }

    /// Version, instruction set, evaluation and rules on one line.
    fn describe(&mut self) -> String {
        let evaluation = match self.engine.network() {
            Ok(Some(network)) => format!("network {} ({})", self.engine.network_name(), network.summary()),
            Ok(None) => "bootstrap evaluation (no network built in)".to_owned(),
            Err(error) => format!("bootstrap evaluation ({error})"),
        };
        let simd = chuhe_eval::nnue::simd::Kernels::detected().name();
        let name = crate::output::ENGINE_NAME;
        format!("{name}, {simd}, {evaluation}, rules {}", self.settings.rules)
    }

    /// Memory and network are made ready unless a search is using them.
    fn get_ready(&mut self) {
        if self.search.is_none() {
            self.prepare();
        }
        self.open_book();
        let line = self.style().ready();
        self.out.line(&line);
    }

    fn new_game(&mut self) {
        self.engine.clear_later();
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match options::set(&mut self.settings, self.protocol, name, value) {
            Ok(effect) => self.carry_out(effect),
            // UCCI GUIs send their own list of options whatever the engine offers.
            Err(OptionError::Unknown(_)) if self.protocol == Protocol::Ucci && !self.debug => {}
            Err(error) => self.say(&error.to_string()),
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::None => {}
            Effect::ClearHash | Effect::NewGame => self.engine.clear_later(),
            Effect::Evaluation => self.load_network(),
            // Opened when it is first needed.
            Effect::Book => {}
            Effect::Log => self.open_log(),
        }
    }

    fn load_network(&mut self) {
        let path = self.settings.eval_file.clone();
        match self.engine.load_network(path.as_deref()) {
            Ok(()) => {
                let description = self.describe();
                self.say(&description);
            }
            Err(error) => self.say(&format!("{error}; the evaluation stays as it was")),
        }
    }

    fn open_log(&mut self) {
        let path = self.settings.log_file.clone();
        if let Err(error) = self.out.log_to(path.as_deref()) {
            let path = path.unwrap_or_default();
            self.say(&format!("cannot log to '{}': {error}", path.display()));
        }
    }

    /// An unreadable FEN leaves the old position; an illegal move, the position before it.
    fn set_position(&mut self, text: &PositionText) {
        if let Some(game) = self.read_position(text) {
            self.game = game;
            self.banned.clear();
        }
    }

    fn read_position(&mut self, text: &PositionText) -> Option<Game> {
        let mut game = match &text.start {
            Start::StartPos => Game::new(Board::start()),
            Start::Fen(fen) => self.read_fen(fen)?,
        };
        for (index, word) in text.moves.iter().enumerate() {
            let played = self.ranks().parse(word).is_some_and(|mv| game.play(mv).is_ok());
            if !played {
                let word = protocol::excerpt(word);
                let number = index + 1;
                self.say(&format!("illegal move '{word}' (move {number}); the moves before it stand"));
                break;
            }
        }
        Some(game)
    }

    fn read_fen(&mut self, fen: &str) -> Option<Game> {
        match Game::from_fen(fen) {
            Ok(game) => {
                for warning in game.board().warnings() {
                    self.say(&format!("odd position: {warning}"));
                }
                Some(game)
            }
            Err(error) => {
                self.say(&format!("{error}; the position stays as it was"));
                None
            }
        }
    }

    fn ban_moves(&mut self, moves: &[String]) {
        self.banned = self.read_root_moves(moves);
    }

    /// The legal ones among `words`; the others are named.
    fn read_root_moves(&mut self, words: &[String]) -> Vec<Move> {
        let mut moves = Vec::new();
        for word in words {
            match self.ranks().parse(word).filter(|&mv| self.game.board().is_legal(mv)) {
                Some(mv) => moves.push(mv),
                None => self.say(&format!("'{}' is no legal move here", protocol::excerpt(word))),
            }
        }
        moves
    }
}
