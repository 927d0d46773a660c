//! `tune spsa` with mock engines: their number is found, a run goes on where it was broken off, faults end it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chuhe_tools::arena::adjudicate::Adjudication;
use chuhe_tools::arena::clock::Limit;
use chuhe_tools::arena::mock::NUMBER_BEST;
use chuhe_tools::tune::spsa::SpsaError;
use chuhe_tools::tune::spsa::run::{Event, Job, Observer, run};
use chuhe_tools::tune::spsa::state::{Settings, State};

/// The program that has the mock engines in it.
const ARENA: &str = env!("CARGO_BIN_EXE_arena-under-test");
/// The engine as users get it, without the options of a tuning build.
const ENGINE: &str = env!("CARGO_BIN_EXE_chuhe-under-test");

fn job(engine: String, pairs: u64) -> Job {
    let settings = Settings {
        engine,
        options: Vec::new(),
        limit: Limit { nodes: Some(1), ..Limit::default() },
        openings: None,
        adjudication: Adjudication { max_moves: Some(30), ..Adjudication::default() },
        pairs,
        rate: 0.04,
        seed: 3,
    };
    Job { settings, patterns: Vec::new(), state: None, concurrency: 2 }
}

fn mock(mode: &str) -> String {
    format!("\"{ARENA}\" mock {mode}")
}

/// Interrupts a run after so many pairs and keeps what it saw.
#[derive(Default)]
struct Watch {
    interrupt: Arc<AtomicBool>,
    stop_after: Option<u64>,
    began: u64,
    seen: u64,
    faults: u64,
}

impl Watch {
    fn run(&mut self, job: &Job) -> Result<State, SpsaError> {
        let interrupt = Arc::clone(&self.interrupt);
        run(job, &interrupt, self)
    }
}

impl Observer for Watch {
    fn begin(&mut self, state: &State) {
        self.began = state.finished;
    }

    fn pair(&mut self, _: &State, event: &Event) -> Result<(), SpsaError> {
        self.seen += 1;
        self.faults += u64::from(event.fault.is_some());
        if self.stop_after.is_some_and(|pairs| self.seen >= pairs) {
            self.interrupt.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

#[test]
fn the_best_number_is_found_though_the_run_is_broken_off() {
    let path: PathBuf = std::env::temp_dir().join(format!("chuhe-tune-{}.json", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let job = Job { state: Some(path.clone()), ..job(mock("tunable"), 400) };

    let mut first = Watch { stop_after: Some(60), ..Watch::default() };
    let broken_off = first.run(&job).expect("a run");
    assert!((60..400).contains(&broken_off.finished), "{}", broken_off.finished);
    assert_eq!(State::load(&path).expect("a state"), broken_off);

    let mut second = Watch::default();
    let state = second.run(&job).expect("the rest of it");
    assert_eq!((first.began, second.began), (0, broken_off.finished));
    assert_eq!(second.seen, 400 - broken_off.finished);
    assert_eq!((state.finished, state.spoilt, state.results.iter().sum::<u64>()), (400, 0, 400));
    // From 500, on the way to 1000; only the results of games can have shown it.
    let value = state.parameters[0].value;
    assert!((value - NUMBER_BEST).abs() < 250.0, "{value}");

    let other = Job { settings: Settings { seed: 4, ..job.settings.clone() }, ..job };
    let refused = Watch::default().run(&other).expect_err("another run");
    assert!(matches!(refused, SpsaError::OtherRun { key, .. } if key == "seed"));
    std::fs::remove_file(&path).expect("removed");
}

#[test]
fn an_engine_that_always_fails_ends_the_run() {
    let mut watch = Watch::default();
    let error = watch.run(&job(mock("crasher"), 400)).expect_err("no run");
    assert!(matches!(&error, SpsaError::Faults(10, fault) if fault.contains("crash")), "{error}");
    assert_eq!(watch.faults, watch.seen);
}

#[test]
fn engines_that_cannot_be_tuned_are_named() {
    let error = Watch::default().run(&job(ENGINE.to_owned(), 1)).expect_err("no run");
    assert!(matches!(&error, SpsaError::NotTunable(command) if command == ENGINE), "{error}");

    let mut job = job(mock("tunable"), 1);
    job.settings.options = vec![("Colour".to_owned(), "red".to_owned())];
    let error = Watch::default().run(&job).expect_err("no run");
    assert!(error.to_string().contains("Colour"), "{error}");
}
