#!/usr/bin/env python3
"""What a second thread buys: nodes per second and time to depth, against one thread.

    tests/scripts/smp_speed.py [--engine PATH] [--depth 18] [--repeats 5] [--threads 2] [--hash 64]

Twenty positions are searched to the same depth with one thread and with several, in alternation (a noisy machine then
disturbs both alike), each from an empty table. Printed are, for each position, the median times and their ratio, and
at the end the medians over the positions. `--control` runs as many single-threaded engines at once instead: the rate
they reach together is the most that this machine gives any program with so many threads.
"""

import argparse
import statistics
import subprocess
import time

# The first twenty of the bench's openings and middle games and of balanced book positions.
POSITIONS = """\
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2
rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1C4/9/R1BAKABNR b - - 3 2
r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/6P2/P1P1P3P/1CN4C1/9/R1BAKABNR b - - 0 4
r2akab1r/9/1cn1b1nc1/p1p1p1p1p/9/2P6/P3P1P1P/C1N1C1N2/9/R1BAKAB1R w - - 4 5
r1bak1b1r/4a4/2n1c1nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/R8/2BAKAB1R b - - 1 7
2bakab1r/9/r1n1c1n2/p1p1p1p1p/9/1cP6/P3P1P1P/C1N1C1N2/9/R1BAKABR1 w - - 8 9
2baka3/2c6/n3c2rb/p3p2Cp/2p3pP1/9/P1P1P1P2/4B1N2/3NA4/3AK1B1R w - - 0 1
1r1aka3/5n3/b7b/p1pRp1C1p/4c4/9/P1P3P1P/8N/9/2BAKAB2 w - - 0 1
4k4/4acN2/n3ba3/p8/2b2R3/2N1r1P2/P8/4B4/4A4/3AK1B2 w - - 0 1
3akab2/5r3/2n1b1n2/p3p1p1p/2p6/4P1P2/P1P5P/2N1C1N2/5R3/2BAKAB2 w - - 0 1
2bakab2/9/2n1c1n2/p1R1p1r1p/9/9/P3P1P1P/2N1C1N2/9/2BAKAB2 b - - 0 1
r3kab2/4a4/2n1b1nc1/p3p3p/2p3p2/9/P1P1P1P1P/2NCB1N2/9/R2AKAB2 w - - 0 1
4kab2/4a4/4b1n2/p3p3p/6p2/2P3P2/P3P3P/2N1B4/4A4/2BAK4 b - - 0 1
3ak1b2/4a4/4b4/p3n3p/4p1p2/2P3P2/P3N3P/4B4/4A4/2BAK4 w - - 0 1
r1bakab1r/9/1cc3n2/p3p1p1p/2pn5/6P2/P1P1P3P/1CN1B1NC1/R8/2BAKA2R w - - 10 6
r2akabr1/9/1cn1b2cn/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 8 5
r1bakabr1/9/nc1c2n2/p1p1p3p/6p2/2P6/P3P1P1P/1CN3NC1/R8/2BAKABR1 w - - 10 6
2bakabr1/9/2n1c1nc1/p1p1p1pRp/9/9/PrP1P1P1P/1CN1C1N2/9/1RBAKAB2 w - - 12 7
1rbakab1r/9/2nc2nc1/p1p1p1p1p/9/2P6/P3P1P1P/1CN1B2C1/9/1RBAKA1NR w - - 8 5
""".splitlines()


class Engine:
    def __init__(self, path, threads, hash_mib):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("uci", f"setoption name Threads value {threads}", f"setoption name Hash value {hash_mib}")
        self.ready()

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def wait(self, start):
        last = ""
        for line in self.process.stdout:
            if line.startswith(start):
                return last
            if line.startswith("info") and " nodes " in line:
                last = line

    def ready(self):
        self.send("isready")
        self.wait("readyok")

    def begin(self, fen, depth):
        self.send("ucinewgame", f"position fen {fen}")
        self.ready()
        self.started = time.perf_counter()
        self.send(f"go depth {depth}")

    def finish(self):
        """Seconds and nodes."""
        last = self.wait("bestmove").split()
        return time.perf_counter() - self.started, int(last[last.index("nodes") + 1])

    def search(self, fen, depth):
        self.begin(fen, depth)
        return self.finish()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/chuhe")
    parser.add_argument("--depth", type=int, default=18)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--control", action="store_true", help="independent engines instead of threads")
    args = parser.parse_args()
    one = Engine(args.engine, 1, args.hash)
    if args.control:
        control(args, one)
    else:
        compare(args, one)


def control(args, one):
    others = [Engine(args.engine, 1, args.hash) for _ in range(args.threads)]
    ratios = []
    for fen in POSITIONS:
        for _ in range(args.repeats):
            seconds, nodes = one.search(fen, args.depth)
            for engine in others:
                engine.begin(fen, args.depth)
            together = sum(nodes / seconds for seconds, nodes in (engine.finish() for engine in others))
            ratios.append(together / (nodes / seconds))
    print(f"{args.threads} engines at once: nodes/s {statistics.median(ratios):.2f} times one (median)")


def compare(args, one):
    several = Engine(args.engine, args.threads, args.hash)
    speedups, rates, trees = [], [], []
    print(f"position     1 thread  {args.threads} threads  time ratio  nodes/s ratio  tree ratio")
    for number, fen in enumerate(POSITIONS, 1):
        runs = [(one.search(fen, args.depth), several.search(fen, args.depth)) for _ in range(args.repeats)]
        (t1, n1, r1), (t2, n2, r2) = (
            (
                statistics.median(seconds for seconds, _ in side),
                statistics.median(nodes for _, nodes in side),
                statistics.median(nodes / seconds for seconds, nodes in side),
            )
            for side in zip(*runs)
        )
        speedups.append(t1 / t2)
        rates.append(r2 / r1)
        trees.append(n2 / n1)
        print(f"{number:8d} {t1:10.3f} s {t2:9.3f} s {t1 / t2:11.2f} {r2 / r1:14.2f} {n2 / n1:11.2f}", flush=True)
    print(
        f"median over {len(POSITIONS)} positions: time to depth {statistics.median(speedups):.2f} times faster, "
        f"nodes/s {statistics.median(rates):.2f} times, tree {statistics.median(trees):.2f} times"
    )


if __name__ == "__main__":
    main()
