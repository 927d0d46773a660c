//! Taking up an interrupted output: how much of it is whole, and where to go on.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::Context as _;
use serde::Deserialize;

use super::batch::Source;
use super::input::Item;

/// An output file with what an earlier run left in it.
pub struct Resumed {
    file: File,
    /// How many lines are there.
    pub lines: usize,
    /// How many of them say whether the position was solved, and how many were.
    pub tests: (usize, usize),
    /// Whether any of them is a fault.
    pub has_faults: bool,
}

/// What of an earlier line matters.
#[derive(Deserialize)]
struct Earlier {
    fen: Option<String>,
    input: Option<String>,
    solved: Option<bool>,
}

impl Resumed {
    /// Opens or creates the output and takes from `source` the lines that it holds already. A last line
    /// that was cut short is taken away, to be written again.
    pub fn open(path: &Path, source: &mut Source) -> anyhow::Result<Resumed> {
        let name = || path.display().to_string();
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => File::create_new(path),
            file => file,
        };
        let mut resumed =
            Resumed { file: file.with_context(name)?, lines: 0, tests: (0, 0), has_faults: false };
        let end = resumed.skip(source).with_context(name)?;
        resumed.file.set_len(end).with_context(name)?;
        resumed.file.seek(SeekFrom::End(0)).with_context(name)?;
        Ok(resumed)
    }

    /// Compares the lines of the file with the input; the offset after the last whole one comes back.
    fn skip(&mut self, source: &mut Source) -> anyhow::Result<u64> {
        let mut reader = BufReader::new(&self.file);
        let (mut end, mut line) = (0, Vec::new());
        loop {
            line.clear();
            if reader.read_until(b'\n', &mut line)? == 0 || line.last() != Some(&b'\n') {
                return Ok(end);
            }
            let number = self.lines + 1;
            let earlier: Earlier = serde_json::from_slice(&line)
                .with_context(|| format!("line {number} is no result of an earlier run"))?;
            let input =
                source.next().with_context(|| format!("line {number}: the input is not as long"))??;
            if !earlier.is_of(Item::read(input)) {
                anyhow::bail!(
                    "line {number} is the result of another position than line {number} of the input"
                );
            }
            self.tests.0 += usize::from(earlier.solved.is_some());
            self.tests.1 += usize::from(earlier.solved == Some(true));
            self.has_faults |= earlier.input.is_some();
            self.lines = number;
            end += line.len() as u64;
        }
    }

    /// Adds a line, in one piece, so that a run that is killed leaves at most its last line cut short.
    pub fn add(&mut self, line: &str) -> std::io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

impl Earlier {
    fn is_of(&self, item: Item) -> bool {
        match item.position {
            Ok(position) => self.fen == Some(position.game.board().fen()),
            Err(_) => self.input == Some(item.text),
        }
    }
}
