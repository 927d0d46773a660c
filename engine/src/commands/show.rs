//! `chuhe show`: draws a board.

use std::io::{IsTerminal, Write};
use std::path::Path;

use anyhow::Context as _;
use chuhe_movegen::{Color, Game, Move, notation};

use super::Context;
use crate::cli::ShowArgs;
use crate::draw::{self, Style};
use crate::exit::ExitCode;
use crate::messages;

/// Runs `chuhe show`.
pub fn run(args: &ShowArgs, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let game = Game::from_fen(&args.fen.join(" "))?;
    for warning in game.start().warnings() {
        let prefix = ctx.lang.pick("warning: ", "提醒：");
        writeln!(std::io::stderr(), "{prefix}{}", messages::warning(&warning, ctx.lang))?;
    }
    let style = style(args, &game)?;
    let picture = draw::svg(game.board(), &style);
    if let Some(path) = &args.svg {
        write(path, picture.as_bytes(), ctx)?;
    }
    if let Some(path) = &args.png {
        write(path, &draw::png(&picture)?, ctx)?;
    }
    if args.ascii || (args.svg.is_none() && args.png.is_none()) {
        print(args, &game, &style, ctx)?;
    }
    Ok(ExitCode::Success)
}

/// What the options ask for. Without `--last` the last of the moves that follow the FEN is marked.
fn style(args: &ShowArgs, game: &Game) -> anyhow::Result<Style> {
    let last = match &args.last {
        Some(text) => Some(text.parse().with_context(|| format!("--last {text}"))?),
        None => game.moves().last(),
    };
    let arrow = |text: &String| read_arrow(game, text).with_context(|| format!("--arrow {text}"));
    Ok(Style {
        flipped: args.flip,
        last,
        arrows: args.arrow.iter().map(arrow).collect::<anyhow::Result<_>>()?,
        theme: args.theme,
        coordinates: args.coordinates,
        width: args.width,
    })
}

/// Any two squares in coordinates, or a legal move in another notation.
fn read_arrow(game: &Game, text: &str) -> anyhow::Result<Move> {
    match text.parse() {
        Ok(mv) => Ok(mv),
        Err(_) => Ok(notation::parse_any(game.board(), text)?),
    }
}

/// Writes a file, or standard output for `-`.
fn write(path: &Path, content: &[u8], ctx: &mut Context) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        ctx.output.write_all(content)?;
        return Ok(());
    }
    std::fs::write(path, content).with_context(|| path.display().to_string())
}

/// The board as text, the side to move and the FEN.
fn print(args: &ShowArgs, game: &Game, style: &Style, ctx: &mut Context) -> anyhow::Result<()> {
    let board = game.board();
    let text = if args.ascii {
        draw::ascii(board, style)
    } else {
        draw::chinese(board, style, std::io::stdout().is_terminal())
    };
    let side = match board.side_to_move() {
        Color::Red => ctx.lang.pick("Red to move", "红方走棋"),
        Color::Black => ctx.lang.pick("Black to move", "黑方走棋"),
    };
    let state = if board.is_checkmate() {
        ctx.lang.pick(": checkmate", "：被将死")
    } else if board.is_stalemate() {
        ctx.lang.pick(": stalemate", "：被困毙")
    } else if board.in_check() {
        ctx.lang.pick(", in check", "：被将军")
    } else {
        ""
    };
    writeln!(ctx.output, "{text}\n{side}{state}\n{}", board.fen())?;
    Ok(())
}
