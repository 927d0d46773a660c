#!/usr/bin/env python3
"""Compares legal moves, checks and mates with pyffish (Fairy-Stockfish) on positions of random games.

The games begin in turn at the start position and at those of tests/data/perft.jsonl, and prefer captures now and
then so that endings come up. Seed and count are fixed, so every run sees the same positions.

    pip install pyffish
    cargo build --release -p integration --example legal_moves
    python3 tests/scripts/compare_pyffish.py

With --sample N nothing is compared: N of the positions are written to standard output with pyffish's answers, in
the format of tests/data/pyffish_sample.tsv.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys

import pyffish

ROOT = pathlib.Path(__file__).resolve().parents[2]
VARIANT = "xiangqi"
LONGEST_GAME = 300
# How often a move is chosen among captures only.
CAPTURE_RATE = 0.2


def start_positions():
    yield pyffish.start_fen(VARIANT)
    with open(ROOT / "tests/data/perft.jsonl", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)["fen"]


def to_iccs(move):
    """pyffish counts ranks from 1 to 10."""
    split = 3 if move[2].isdigit() else 2
    return "".join(square[0] + str(int(square[1:]) - 1) for square in (move[:split], move[split:]))


def squares_of(fen):
    """The squares of the board as one list, rank 9 first."""
    return [c for c in "".join("." * int(c) if c.isdigit() else c for c in fen.split()[0]) if c != "/"]


def index_of(square):
    return (9 - int(square[1])) * 9 + "abcdefghi".index(square[0])


def play(fen, move):
    """The FEN after a move in coordinates. (pyffish could tell, but each call costs it two milliseconds.)"""
    squares, (_, side, _, _, clock, number) = squares_of(fen), fen.split()
    source, target = index_of(move[:2]), index_of(move[2:])
    clock = int(clock) + 1 if squares[target] == "." else 0
    squares[source], squares[target] = ".", squares[source]
    rows = ("".join(squares[start : start + 9]) for start in range(0, 90, 9))
    board = "/".join(re.sub(r"\.+", lambda run: str(len(run.group())), row) for row in rows)
    return f"{board} {'b' if side == 'w' else 'w'} - - {clock} {int(number) + (side == 'b')}"


def positions(seed, count):
    """FEN, in check or not, legal moves in coordinates: `count` times."""
    rng = random.Random(seed)
    starts = list(start_positions())
    game = 0
    while count > 0:
        fen = starts[game % len(starts)] if game % 2 else starts[0]
        game += 1
        for _ in range(LONGEST_GAME):
            moves = sorted(map(to_iccs, pyffish.legal_moves(VARIANT, fen, [])))
            yield fen, pyffish.gives_check(VARIANT, fen, []), moves
            count -= 1
            if not moves or count == 0:
                break
            captures = [move for move in moves if squares_of(fen)[index_of(move[2:])] != "."]
            fen = play(fen, rng.choice(captures if captures and rng.random() < CAPTURE_RATE else moves))


def as_line(fen, check, moves):
    return f"{fen}\t{'check' if check else '-'}\t{' '.join(moves)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=20260101)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--tool", default=str(ROOT / "target/release/examples/legal_moves"))
    args = parser.parse_args()

    expected = list(positions(args.seed, args.count))
    if args.sample:
        chosen = sorted(random.Random(args.seed).sample(range(len(expected)), args.sample))
        print("\n".join(as_line(*expected[index]) for index in chosen))
        return
    fens = "".join(fen + "\n" for fen, _, _ in expected)
    tool = subprocess.run([args.tool], input=fens, capture_output=True, text=True, check=True)
    answers = tool.stdout.splitlines()
    wrong = 0
    for case, answer in zip(expected, answers, strict=True):
        if as_line(*case) != answer:
            wrong += 1
            print(f"expected {as_line(*case)}\ngot      {answer}")
    distinct = len({fen for fen, _, _ in expected})
    checks = sum(check for _, check, _ in expected)
    mates = sum(check and not moves for _, check, moves in expected)
    stalemates = sum(not check and not moves for _, check, moves in expected)
    print(f"{len(expected)} positions ({distinct} distinct, {checks} checks, {mates} mates, {stalemates} stalemates),", end=" ")
    print(f"{sum(len(moves) for _, _, moves in expected)} moves: {wrong} differ")
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
