//! Matches and tournaments between Xiangqi engines; all of it lives in the library.

use std::io;
use std::process::ExitCode;

use clap::Parser;

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

fn main() -> ExitCode {
    let cli = chuhe_tools::arena::cli::Cli::parse();
    match chuhe_tools::arena::main(cli) {
        Ok(code) => code,
        // Whoever read our output has gone: nothing is wrong.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("arena: {error:#}");
            ExitCode::FAILURE
        }
    }
}
