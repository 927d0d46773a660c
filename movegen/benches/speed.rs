//! `cargo bench -p chuhe-movegen`: time of the generator's parts, each over six positions.

mod workloads;

use divan::{Bencher, black_box};
use workloads::Workload;

fn main() {
    divan::main();
}

#[divan::bench]
fn generate_all(bencher: Bencher) {
    let work = Workload::new();
    bencher.bench_local(|| black_box(&work).generate_all());
}

#[divan::bench]
fn generate_staged(bencher: Bencher) {
    let work = Workload::new();
    bencher.bench_local(|| black_box(&work).generate_staged());
}

#[divan::bench]
fn make_unmake(bencher: Bencher) {
    let mut work = Workload::new();
    bencher.bench_local(|| black_box(&mut work).make_unmake());
}

#[divan::bench]
fn gives_check(bencher: Bencher) {
    let work = Workload::new();
    bencher.bench_local(|| black_box(&work).gives_check());
}

#[divan::bench]
fn see_ge(bencher: Bencher) {
    let work = Workload::new();
    bencher.bench_local(|| black_box(&work).see_ge());
}

#[divan::bench]
fn is_legal(bencher: Bencher) {
    let work = Workload::new();
    bencher.bench_local(|| black_box(&work).is_legal());
}
