#!/usr/bin/env bash
# Instructions that each piece of the generator's work takes, counted by valgrind: steady where times are not.
# Usage: tests/scripts/instructions.sh   (needs valgrind; builds what it runs)
set -eu
cd "$(dirname "$0")/../.."
cargo build --quiet --release -p chuhe-movegen --example instructions
program=target/release/examples/instructions
rounds=100

# Instructions of a whole run.
count() {
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 |
        sed -n 's/.*I *refs: *//p' | tr -d ,
}

for work in generate_all generate_staged make_unmake gives_check see_ge is_legal; do
    # The difference leaves out starting up and reading the positions.
    once=$(count "$work" 0)
    many=$(count "$work" "$rounds")
    printf '%-16s %8d instructions a round\n' "$work" $(((many - once) / rounds))
done
