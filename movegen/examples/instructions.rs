//! Repeats one piece of work of the benches a number of times: `instructions NAME ROUNDS`. Run under valgrind by
//! `tests/scripts/instructions.sh`, whose counts do not depend on what else the machine does.

#[path = "../benches/workloads/mod.rs"]
mod workloads;

use std::hint::black_box;
use std::process::ExitCode;
use workloads::Workload;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let (Some(name), Some(Ok(rounds))) = (args.get(1), args.get(2).map(|text| text.parse::<u64>())) else {
        eprintln!("usage: instructions NAME ROUNDS");
        return ExitCode::from(2);
    };
    let mut work = Workload::new();
    for _ in 0..rounds {
        let work = black_box(&mut work);
        black_box(match name.as_str() {
            "generate_all" => work.generate_all() as u64,
            "generate_staged" => work.generate_staged() as u64,
            "make_unmake" => work.make_unmake(),
            "gives_check" => work.gives_check() as u64,
            "see_ge" => work.see_ge() as u64,
            "is_legal" => work.is_legal() as u64,
            other => {
                eprintln!("no such work: {other}");
                return ExitCode::from(2);
            }
        });
    }
    ExitCode::SUCCESS
}
