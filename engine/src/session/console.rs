//! Commands for a person at the keyboard. What takes time runs on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chuhe_eval::nnue::Network;
use chuhe_eval::{Evaluator, bootstrap};
use chuhe_movegen::{Board, Color, Game, Square};
use chuhe_search::bench;

use super::Session;
use super::event::Event;
use crate::perft;
use crate::protocol::Console;

/// The jobs under way, stopped all together.
#[derive(Default)]
pub struct Jobs {
    stop: Option<Arc<AtomicBool>>,
}

impl Jobs {
    /// Tells the jobs to end.
    pub fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn flag(&mut self) -> Arc<AtomicBool> {
        self.stop.get_or_insert_default().clone()
    }
}

const HELP: &str = "\
uci, ucci            choose the protocol and list the options
position startpos [moves h2e2 ...], position fen FEN [moves ...]
go [depth N] [nodes N] [movetime MS] [infinite] ...; stop
setoption name X value Y, or setoption X Y
d                    show the position
eval                 show its evaluation
flip                 swap the colours
perft N              count leaf nodes (also: go perft N)
bench [N]            search fixed positions to depth N
quit
All subcommands of the command line: chuhe --help";

impl Session {
    pub(super) fn console(&mut self, console: &Console) {
        match *console {
            Console::Display => self.print(&display(&self.game)),
            Console::Eval => {
                let text = self.evaluation();
                self.print(&text);
            }
            Console::Flip => {
                self.game = Game::new(self.game.board().flip_colors());
                self.banned.clear();
            }
            Console::Bench(depth) => self.start_bench(depth.unwrap_or(bench::DEPTH)),
            Console::Perft(depth) => self.start_perft(depth),
            Console::Help => self.print(HELP),
        }
    }

    fn print(&mut self, text: &str) {
        text.lines().for_each(|line| self.out.line(line));
    }

    /// The static evaluation in internal units, from the view of the side to move.
    pub(super) fn static_value(&mut self) -> i32 {
        let network = self.engine.network().unwrap_or_default();
        let board = self.game.board();
        let mut evaluator = Evaluator::new(network);
        evaluator.reset(board);
        evaluator.evaluate(board)
    }

    fn evaluation(&mut self) -> String {
        let network = self.engine.network().unwrap_or_default();
        let board = self.game.board();
        let mut text = format!("{}\n", bootstrap::trace(board));
        if let Some(network) = network {
            text += &piece_values(&network, board);
        }
        let value = self.static_value();
        let board = self.game.board();
        let sign = if board.side_to_move() == Color::Red { 1 } else { -1 };
        let cp = sign * chuhe_eval::wdl::to_cp(value);
        let [win, draw, loss] = chuhe_eval::wdl::wdl(value, board);
        text += &format!(
            "Evaluation: {cp:+} cp (Red), side to move wins {win}, draws {draw}, loses {loss} of 1000"
        );
        text
    }

    fn start_perft(&mut self, depth: u8) {
        let (board, ranks) = (self.game.board().clone(), self.ranks());
        let (reports, stop) = (self.reports.clone(), self.jobs.flag());
        std::thread::spawn(move || {
            let lines = match perft::run(&board, depth, 1, &stop) {
                Some(result) => {
                    let moves = result.moves.iter();
                    let mut lines: Vec<String> =
                        moves.map(|&(mv, nodes)| format!("{}: {nodes}", ranks.format(mv))).collect();
                    lines.push(String::new());
                    lines.push(format!("Nodes searched: {}", result.nodes));
                    lines
                }
                None => vec!["perft stopped".to_owned()],
            };
            let _ = reports.send(Event::Job(lines));
        });
    }

    fn start_bench(&mut self, depth: u8) {
        let network = self.engine.network().unwrap_or_default();
        let reports = self.reports.clone();
        std::thread::spawn(move || {
            let line = match bench::run(depth.max(1), 1, bench::HASH, network) {
                Ok(result) => format!("{} nodes {} nps", result.nodes, result.nps()),
                Err(error) => error.to_string(),
            };
            let _ = reports.send(Event::Job(vec![line]));
        });
    }
}

/// The board in letters with coordinates, its FEN, key and checkers.
fn display(game: &Game) -> String {
    let board = game.board();
    let mut text =
        grid(|square| board.piece_at(square).map_or('.'.to_string(), |piece| piece.letter().to_string()), 1);
    let checkers: Vec<String> = board.checkers().into_iter().map(|s| s.to_string()).collect();
    text += &format!("Fen: {}\nKey: {:016X}\nCheckers: {}", board.fen(), board.key(), checkers.join(" "));
    text
}

/// What each piece is worth to the network on its square, in internal units for Red.
fn piece_values(network: &Network, board: &Board) -> String {
    let values = network.piece_values(board);
    let cell = |square: Square| match (board.piece_at(square), values[square.index()]) {
        (Some(piece), Some(value)) => format!("{}{value:+}", piece.letter()),
        (Some(piece), None) => piece.letter().to_string(),
        (None, _) => ".".to_owned(),
    };
    let (arch, description) = (network.arch(), network.description());
    format!("network {arch}, {description}\nvalue of each piece (Red)\n{}", grid(cell, 6))
}

/// Ten rows from rank 9 down, and the files below.
fn grid(cell: impl Fn(Square) -> String, width: usize) -> String {
    let mut text = String::new();
    for rank in (0..Square::RANKS).rev() {
        text += &format!("{rank} ");
        for file in 0..Square::FILES {
            text += &format!(" {:>width$}", cell(Square::new(file, rank)));
        }
        text += "\n";
    }
    text += "  ";
    for file in 0..Square::FILES {
        text += &format!(" {:>width$}", char::from(b'a' + file));
    }
    text + "\n\n"
}
