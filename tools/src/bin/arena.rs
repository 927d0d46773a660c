//! Matches and tournaments between Xiangqi engines; all of it lives in the library.

use std::process::ExitCode;

use chuhe_tools::{arena, exit};
use clap::Parser;

fn main() -> ExitCode {
    exit::code("arena", arena::main(arena::cli::Cli::parse()))
}
