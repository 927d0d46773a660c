//! `chuhe convert`: between game formats.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::Context as _;
use chuhe_record::{BadMove, Format, GameRecord, RecordError};

use super::Context;
use crate::cli::{ConvertArgs, Notation};
use crate::exit::ExitCode;

/// Runs `chuhe convert`.
pub fn run(args: &ConvertArgs, ctx: &mut Context) -> anyhow::Result<ExitCode> {
    let target = Format::from_path(&args.output).ok_or_else(|| unknown(&args.output))?;
    let (games, dropped) = read(&args.input, args.force)?;
    for bad in &dropped {
        // A closed stderr leaves nobody to tell.
        let _ = writeln!(std::io::stderr(), "{}{bad}", ctx.lang.pick("left out: ", "略去："));
    }
    let notation = args.notation.unwrap_or(Notation::Chinese).into();
    let bytes = chuhe_record::write_with(&games, target, notation)
        .with_context(|| args.output.display().to_string())?;
    save(&args.output, &bytes, args.force)?;
    writeln!(ctx.output, "{} games", games.len())?;
    Ok(ExitCode::Success)
}

/// Reads a game file of any format, by its name or else its content; `lenient` keeps the moves
/// before an illegal one and says which were left out.
pub fn read(path: &Path, lenient: bool) -> anyhow::Result<(Vec<GameRecord>, Vec<BadMove>)> {
    let name = || path.display().to_string();
    let bytes = std::fs::read(path).with_context(name)?;
    let format = Format::detect(path, &bytes).ok_or_else(|| unknown(path))?;
    if lenient {
        chuhe_record::read_lenient(&bytes, format).with_context(name)
    } else {
        chuhe_record::read(&bytes, format).map(|games| (games, Vec::new())).with_context(name)
    }
}

fn unknown(path: &Path) -> RecordError {
    RecordError::UnknownFormat(path.display().to_string())
}

/// Writes a file; an existing one only where `overwrite` says so.
pub fn save(path: &Path, bytes: &[u8], overwrite: bool) -> anyhow::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true);
    if overwrite {
        options.truncate(true)
    } else {
        options.create_new(true)
    };
    let file = options.open(path);
    if let Err(error) = &file
        && error.kind() == ErrorKind::AlreadyExists
    {
        anyhow::bail!("{} exists already; --force overwrites it", path.display());
    }
    let mut file = file.with_context(|| path.display().to_string())?;
    file.write_all(bytes).with_context(|| path.display().to_string())
}
