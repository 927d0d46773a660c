//! Many positions on several threads, with the results in the order of the input.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::Path;

use anyhow::Context as _;
use chuhe_search::Outcome;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::input::{Item, is_blank};
use super::{Analyst, Plan, Position};
use crate::cli::Shard;

/// Lines of input, one after another: given on the command line, from a file, from standard input. They are bytes, so
/// that a line which is no text costs only itself.
pub type Source = Box<dyn Iterator<Item = std::io::Result<Vec<u8>>> + Send>;

/// What some editors put at the start of a UTF-8 file.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Lines that are there already.
pub fn lines(texts: Vec<String>) -> Source {
    Box::new(texts.into_iter().map(|text| Ok(text.into_bytes())))
}

/// The lines of a file or of standard input, without those that say nothing.
pub fn read(input: impl BufRead + Send + 'static) -> Source {
    let lines = input.split(b'\n').enumerate().map(|(number, line)| {
        let mut line = line?;
        if number == 0 && line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(line)
    });
    let says_something = |line: &std::io::Result<Vec<u8>>| {
        line.as_ref().map_or(true, |line| !is_blank(&String::from_utf8_lossy(line)))
    };
    Box::new(lines.filter(says_something))
}

/// The lines of a file.
pub fn open(path: &Path) -> anyhow::Result<Source> {
    let file = std::fs::File::open(path).with_context(|| path.display().to_string())?;
    Ok(read(std::io::BufReader::new(file)))
}

/// Only every n-th line.
pub fn shard(source: Source, shard: Option<Shard>) -> Source {
    match shard {
        Some(shard) => Box::new(source.skip(shard.index - 1).step_by(shard.count)),
        None => source,
    }
}

/// A line analysed.
#[derive(Debug)]
pub struct Done {
    /// The line.
    pub text: String,
    /// The position and what was found, or why there is no position.
    pub result: Result<(Position, Outcome), String>,
}

/// Analyses every line of the source on `jobs` threads and hands the results to `take`, in order,
/// each as soon as it and all before it are there. The first error ends the run.
pub fn run(
    source: Source,
    plan: &Plan,
    jobs: usize,
    mut take: impl FnMut(Done) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // The input is read only a little ahead: it may be longer than the memory, or typed.
    let (to_workers, items) = bounded(jobs);
    let (to_us, results) = unbounded();
    let faults = to_us.clone();
    // These threads end by themselves when either channel closes; nobody waits for one that is held
    // up by its input.
    std::thread::spawn(move || feed(source, &to_workers, &faults));
    for _ in 0..jobs {
        let (plan, items, to_us) = (plan.clone(), items.clone(), to_us.clone());
        std::thread::spawn(move || work(plan, &items, &to_us));
    }
    drop((items, to_us));
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (number, done) in results {
        waiting.insert(number, done);
        while let Some(done) = waiting.remove(&next) {
            take(done?)?;
            next += 1;
        }
    }
    Ok(())
}

type Numbered = (usize, anyhow::Result<Done>);

fn feed(source: Source, items: &Sender<(usize, Item)>, faults: &Sender<Numbered>) {
    for (number, line) in source.enumerate() {
        let sent = match line {
            Ok(line) => items.send((number, Item::read(&line))).is_ok(),
            Err(error) => {
                // The run ends there either way.
                let _ = faults.send((number, Err(error.into())));
                false
            }
        };
        if !sent {
            return;
        }
    }
}

fn work(plan: Plan, items: &Receiver<(usize, Item)>, results: &Sender<Numbered>) {
    let mut analyst = Analyst::new(plan);
    for (number, item) in items {
        let result = item.position.map(|position| {
            let outcome = analyst.analyze(&position.game, &mut |_| {});
            (position, outcome)
        });
        if results.send((number, Ok(Done { text: item.text, result }))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_whatever_their_bytes() {
        let input: &[u8] = b"\xef\xbb\xbf# a remark\n\xef\xbb\xbfone\r\n\n\xff\xfe\nlast";
        let lines: Vec<_> = read(input).map(Result::unwrap).collect();
        // Only the mark at the very start is one.
        assert_eq!(lines, [&b"\xef\xbb\xbfone\r"[..], b"\xff\xfe", b"last"]);
        let marked: Vec<_> = read(&b"\xef\xbb\xbfstartpos\n"[..]).map(Result::unwrap).collect();
        assert_eq!(marked, [b"startpos"]);
    }
}
