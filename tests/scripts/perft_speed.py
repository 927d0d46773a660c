#!/usr/bin/env python3
"""Compares the speed of `chuhe perft` with that of Fairy-Stockfish, and of two threads with one.

Whole processes are timed by the wall clock, in alternation so that a busy machine slows all alike; medians are
compared. Processor time is shown as well: it hardly depends on what else runs. Usage, after `cargo build --release` and with fairy-stockfish installed (Debian has it):

    python3 tests/scripts/perft_speed.py [--rounds 5] [--depth 5] [--chuhe target/release/chuhe]
"""

import argparse
import resource
import shutil
import statistics
import subprocess
import sys
import time


def timed(command, stdin=""):
    """Seconds by the clock, seconds of processor time, and output of a process."""
    def processor():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    started, used = time.perf_counter(), processor()
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=True)
    return time.perf_counter() - started, processor() - used, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--chuhe", default="target/release/chuhe")
    parser.add_argument("--fairy", default=shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish")
    args = parser.parse_args()

    fairy_input = f"setoption name UCI_Variant value xiangqi\nposition startpos\ngo perft {args.depth}\nquit\n"
    runs = {
        "fairy": lambda: timed([args.fairy], fairy_input),
        "chuhe": lambda: timed([args.chuhe, "perft", str(args.depth)]),
        "chuhe, 2 threads": lambda: timed([args.chuhe, "perft", str(args.depth), "--threads", "2"]),
    }
    times = {name: [] for name in runs}
    processor_times = {name: [] for name in runs}
    for _ in range(args.rounds):
        counts = set()
        for name, run in runs.items():
            seconds, processor, output = run()
            times[name].append(seconds)
            processor_times[name].append(processor)
            last = [line for line in output.splitlines() if line.lower().startswith("nodes")][-1]
            counts.add(next(word for word in last.split() if word.isdigit()))
        if len(counts) != 1:
            sys.exit(f"the counts differ: {counts}")
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, values in times.items():
        processor = statistics.median(processor_times[name])
        print(f"{name:17} median {medians[name]:.3f} s (processor {processor:.3f} s) of", *map("{:.3f}".format, values))
    print(f"chuhe is {medians['fairy'] / medians['chuhe']:.2f} times as fast as fairy-stockfish")
    print(f"two threads are {medians['chuhe'] / medians['chuhe, 2 threads']:.2f} times as fast as one")


if __name__ == "__main__":
    main()
