//! The subcommands, one a file, each `run(args, ctx)`.

use std::io::{BufRead, Write};

use crate::cli::{BookCommand, Command};
use crate::exit::ExitCode;
use crate::lang::Lang;

pub mod analyze;
pub mod bench;
pub mod book;
pub mod convert;
pub mod judge;
pub mod perft;
pub mod review;
pub mod show;
pub mod solve;

/// What a subcommand works with. Results go to `output`; progress and messages
/// go to stderr.
pub struct Context {
    /// The language of messages for people.
    pub lang: Lang,
    /// Standard input (or a test's stand-in).
    pub input: Box<dyn BufRead + Send>,
    /// Standard output (or a test's stand-in).
    pub output: Box<dyn Write + Send>,
}

/// Runs the subcommand and flushes what it wrote.
pub fn run(command: Command, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let code = match command {
        Command::Perft(args) => perft::run(&args, ctx),
        Command::Bench(args) => bench::run(&args, ctx),
        Command::Analyze(args) => analyze::run(&args, ctx),
        Command::Judge(args) => judge::run(&args, ctx),
        Command::Review(args) => review::run(&args, ctx),
        Command::Show(args) => show::run(&args, ctx),
        Command::Convert(args) => convert::run(&args, ctx),
        Command::Solve(args) => solve::run(&args, ctx),
        Command::Book(BookCommand::Build(args)) => book::build(&args, ctx),
        Command::Book(BookCommand::Show(args)) => book::show(&args, ctx),
    }?;
    ctx.output.flush()?;
    Ok(code)
}
