//! Searches a position and prints each iteration: `think FEN DEPTH [MOVE...]`.

use chuhe_movegen::{Board, Game};
use chuhe_search::{Info, Limits, Request, Searcher, Sink};

/// Prints lines.
struct Print;

impl Sink for Print {
    fn info(&mut self, info: &Info) {
        let pv: Vec<String> = info.pv.iter().map(ToString::to_string).collect();
        let (depth, value, time) = (info.depth, info.value, info.time.as_millis());
        println!(
            "depth {depth} seldepth {} {:?} ({value}) nodes {} nps {} time {time} {}",
            info.seldepth,
            info.score,
            info.nodes,
            info.nps,
            pv.join(" ")
        );
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let board = args.next().map_or(Ok(Board::start()), |fen| Board::from_fen(&fen))?;
    let depth = args.next().map_or(Ok(12), |depth| depth.parse())?;
    let mut game = Game::new(board);
    for mv in args {
        game.play(mv.parse()?)?;
    }
    Searcher::new(64, None).run_with(&Request::new(game, Limits::depth(depth)), &mut Print);
    Ok(())
}
