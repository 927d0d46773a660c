#!/usr/bin/env python3
"""Compares the referee's verdicts (rules `asian`) with those of Fairy-Stockfish, by way of pyffish.

    pip install pyffish
    cargo build --release && cargo run --release -p chuhe-movegen --example repetitions -- 20000 1 < starts.fen > games.jsonl
    python3 tests/scripts/compare_repetitions.py target/release/chuhe games.jsonl > disagreements.jsonl

Every line of the games file is a JSON object with `fen` and `moves`; the last position is the one judged. Agreements are
counted, disagreements printed with both verdicts and our reason. Fairy-Stockfish counts ranks from 1.
"""

import collections
import json
import subprocess
import sys

import pyffish


def their_move(move):
    """An ICCS move with ranks from 1."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def their_verdict(game):
    """The verdict on the last position, from Red's view."""
    ended, value = pyffish.is_optional_game_end("xiangqi", game["fen"], [their_move(m) for m in game["moves"]])
    if not ended:
        return "ongoing"
    if value == 0:
        return "draw"
    red_first = game["fen"].split()[1] == "w"
    red_to_move = red_first == (len(game["moves"]) % 2 == 0)
    return "black_loses" if (value > 0) == red_to_move else "red_loses"


def main():
    engine, path = sys.argv[1:3]
    judge = subprocess.Popen(
        [engine, "judge", "-", "--format", "json", "--rules", "asian"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    counts = collections.Counter()
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            game = json.loads(line)
            judge.stdin.write(line if line.endswith("\n") else line + "\n")
            judge.stdin.flush()
            ours = json.loads(judge.stdout.readline())
            theirs = their_verdict(game)
            counts[ours["verdict"], theirs] += 1
            if ours["verdict"] != theirs:
                print(json.dumps({**game, "ours": ours["verdict"], "reason": ours["reason"], "theirs": theirs}))
            if number % 1000 == 0:
                print(number, dict(counts), file=sys.stderr)
    judge.stdin.close()
    for (ours, theirs), count in sorted(counts.items()):
        print(f"ours {ours:12} theirs {theirs:12} {count}", file=sys.stderr)


if __name__ == "__main__":
    main()
