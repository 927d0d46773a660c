#!/usr/bin/env python3
"""What arena leaves of the speed that engines have alone.

    arena match --engine name=A cmd=./chuhe --engine name=B cmd=./chuhe --nodes 2000 --games 40 \\
          --openings book.fen --log log.jsonl
    arena_throughput.py log.jsonl

Takes the games of the log and has each engine search the positions of its own moves again, one
after the other, by a bare loop over its pipe: the time that the engines need alone. The wall time
of the games divided into it is the throughput. UCI engines with a limit by nodes only.
"""

import json
import subprocess
import sys
import time


def alone(player, games):
    """Seconds for the player's searches, and their number."""
    options = "".join(f"setoption name {name} value {value}\n" for name, value in player["options"])
    process = subprocess.Popen([player["program"], *player["arguments"]], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, bufsize=0)

    def ask(command, answer):
        process.stdin.write(command.encode())
        tail = b""
        while True:
            tail = tail[-4096:] + process.stdout.read(65536)
            if any(line.startswith(answer) for line in tail.split(b"\n")[:-1]):
                return

    ask("uci\n", b"uciok")
    ask(options + "isready\n", b"readyok")
    seconds, searches = 0.0, 0
    for game in games:
        ask("ucinewgame\nisready\n", b"readyok")
        moves = [ply["move"] for ply in game["plies"]]
        black_first = game["fen"].split()[1] == "b"
        own = int((game["black"] == player["name"]) != black_first)
        began = time.perf_counter()
        for ply in range(own, len(moves), 2):
            played = " moves " + " ".join(moves[:ply]) if ply else ""
            ask(f"position fen {game['fen']}{played}\ngo nodes {player['limit']['nodes']}\n", b"bestmove")
            searches += 1
        seconds += time.perf_counter() - began
    process.stdin.write(b"quit\n")
    process.wait()
    return seconds, searches


def main(path):
    events = [json.loads(line) for line in open(path, encoding="utf-8")]
    players = events[0]["config"]["players"]
    games = [event for event in events if event["event"] == "game"]
    wall = sum(game["wall_ms"] for game in games) / 1e3
    total = 0.0
    for player in players:
        seconds, searches = alone(player, [g for g in games if player["name"] in (g["red"], g["black"])])
        total += seconds
        print(f"{player['name']}: {searches} searches, {seconds / searches * 1e3:.3f} ms each alone")
    moves = sum(len(game["plies"]) for game in games)
    print(f"in the arena: {moves} moves, {wall / moves * 1e3:.3f} ms each; throughput {total / wall * 100:.1f} %")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
