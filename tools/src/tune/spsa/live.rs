//! Reports a run as it goes: a bar on a terminal, lines elsewhere, and a log of the numbers' ways.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::SpsaError;
use super::run::{Event, Observer};
use super::state::{State, file_error};
use super::table;

/// How often the bar's clock moves.
const TICK: Duration = Duration::from_millis(500);

/// The observer of the command line.
pub struct Live {
    bar: ProgressBar,
    log: Option<(PathBuf, File)>,
    /// Pairs between two status lines; 0 for none.
    interval: u64,
    began: Instant,
    /// Pairs finished when this part of the run began.
    before: u64,
}

impl Live {
    /// Opens the log, to be continued if it is there.
    ///
    /// # Errors
    /// [`SpsaError::File`].
    pub fn new(log: Option<&Path>, interval: u64) -> Result<Self, SpsaError> {
        let open = |path: &Path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.map(|file| (path.to_owned(), file)).map_err(|source| file_error(path, source))
        };
        let style =
            ProgressStyle::with_template("[{elapsed_precise}] {bar:30} {pos}/{len}, {eta} left  {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
        Ok(Self {
            bar: ProgressBar::new(0).with_style(style),
            log: log.map(open).transpose()?,
            interval,
            began: Instant::now(),
            before: 0,
        })
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }

    /// Games a second in this part of the run.
    fn speed(&self, state: &State) -> f64 {
        2.0 * (state.finished - self.before) as f64 / self.began.elapsed().as_secs_f64()
    }

    fn write_log(&mut self, state: &State) -> Result<(), SpsaError> {
        let Some((path, file)) = &mut self.log else { return Ok(()) };
        let values = state.parameters.iter().map(|p| (p.name.clone(), p.value.into()));
        let line = serde_json::json!({
            "pair": state.finished,
            "results": state.results,
            "values": values.collect::<serde_json::Map<_, _>>(),
        });
        writeln!(file, "{line}").map_err(|source| file_error(path, source))
    }
}

impl Observer for Live {
    fn begin(&mut self, state: &State) {
        self.before = state.finished;
        self.began = Instant::now();
        self.bar.set_length(state.settings.pairs);
        // The time left is reckoned from this part of the run alone.
        self.bar.set_position(state.finished);
        self.bar.reset_eta();
        self.bar.enable_steady_tick(TICK);
        let (count, pairs) = (state.parameters.len(), state.settings.pairs - state.finished);
        self.bar.suspend(|| eprintln!("tuning {count} numbers: {pairs} pairs of games to play"));
    }

    fn pair(&mut self, state: &State, event: &Event) -> Result<(), SpsaError> {
        for warning in &event.warnings {
            self.bar.suspend(|| eprintln!("tune: {warning}"));
        }
        if let Some(fault) = &event.fault {
            self.bar.suspend(|| eprintln!("tune: pair spoilt: {fault}"));
        }
        let speed = self.speed(state);
        self.bar.set_position(state.finished);
        self.bar.set_message(format!("{speed:.1} games/s  {}", table::leaders(state)));
        if self.interval > 0 && state.finished.is_multiple_of(self.interval) {
            self.write_log(state)?;
            if self.bar.is_hidden() {
                let leaders = table::leaders(state);
                eprintln!("{}; {speed:.2} games/s; {leaders}", table::summary(state));
            }
        }
        Ok(())
    }
}
