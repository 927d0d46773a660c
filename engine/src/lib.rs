//! The `chuhe` executable as a library: the protocols UCI and UCCI, the options, the
//! opening book and the subcommands. No chess logic is here: rules are in `chuhe_movegen`, game files in
//! `chuhe_record`, search in `chuhe_search`.
//!
//! Start reading at [`run`], which tests drive in memory; `session` is the
//! protocol loop, `commands` holds the subcommands, one a file.

use std::ffi::OsString;
use std::io::{BufRead, IsTerminal, Write};

use clap::Parser;

pub mod analysis;
pub mod book;
pub mod cli;
pub mod commands;
pub mod coords;
pub mod cpu;
pub mod draw;
pub mod exit;
pub mod input;
pub mod lang;
pub mod messages;
pub mod options;
pub mod output;
pub mod perft;
pub mod protocol;
pub mod review;
pub mod session;
pub mod settings;
pub mod verdict;

pub use exit::ExitCode;

use cli::Cli;
use commands::Context;
use lang::Lang;
use output::LineWriter;
use session::Session;

/// Runs the program on the real command line, standard input and output.
pub fn main() -> std::process::ExitCode {
    if std::env::args_os().len() == 1 && std::io::stdin().is_terminal() {
        // A person, not a GUI. Nobody reads a closed stdout.
        let hello = format!("{} (楚河). Type help, uci, ucci or quit.", output::ENGINE_NAME);
        let _ = writeln!(std::io::stdout(), "{hello}");
    }
    let input = std::io::BufReader::new(std::io::stdin());
    run(std::env::args_os(), input, std::io::stdout()).into()
}

/// Runs the program: `args` with the program's name first, as the operating system gives them.
///
/// A reader that closes our output ends the run quietly, as a success.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    input: impl BufRead + Send + 'static,
    mut output: impl Write + Send + 'static,
) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return report_usage(&error, &mut output),
    };
    let lang = cli.lang.unwrap_or_else(Lang::from_locale);
    let Some(command) = cli.command else {
        Session::new(input::spawn(input), LineWriter::new(Box::new(output))).run();
        return ExitCode::Success;
    };
    let mut ctx = Context { lang, input: Box::new(input), output: Box::new(output) };
    commands::run(command, &mut ctx).unwrap_or_else(|error| report(&error, lang))
}

/// Prints what clap has to say: help and version to the output, faults to stderr.
fn report_usage(error: &clap::Error, output: &mut impl Write) -> ExitCode {
    // A closed pipe is a quiet success, and a closed stderr leaves nobody to tell.
    if error.use_stderr() {
        let _ = error.print();
        ExitCode::BadUsage
    } else {
        let _ = write!(output, "{}", error.render()).and_then(|()| output.flush());
        ExitCode::Success
    }
}

/// Says on stderr why a command failed, and chooses its exit code.
fn report(error: &anyhow::Error, lang: Lang) -> ExitCode {
    if exit::is_closed_pipe(error) {
        return ExitCode::Success;
    }
    let _ = writeln!(std::io::stderr(), "{}{}", lang.pick("chuhe: ", "楚河："), messages::error(error, lang));
    if error.is::<exit::UsageError>() { ExitCode::BadUsage } else { ExitCode::BadInput }
}
