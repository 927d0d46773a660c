#!/usr/bin/env python3
"""Strength figures by another way than arena's, to check those of arena.

    arena_stats.py make > tests/data/arena_stats.jsonl      write the table that the tests read
    arena_stats.py check target/release/arena               compare arena's answers to four digits

Elo, normalised Elo and LOS come from the textbook formulas (Python's statistics and math modules).
The log-likelihood ratio of the sequential test is found by maximising the likelihood itself:

* logistic Elo: over distributions with a given mean, by the dual (one multiplier, golden section on
  a convex function; arena bisects the derivative);
* normalised Elo: over distributions with a given t-value, by a search over the standard deviation
  with mean and second moment fixed inside (Newton's method in two multipliers; arena linearises the
  condition and iterates).

Needs Python 3.9 and nothing else.
"""

import json
import math
import random
import statistics
import subprocess
import sys

UNSEEN = 1e-3
NELO = 800 / math.log(10)
Z95 = statistics.NormalDist().inv_cdf(0.975)


def golden(f, low, high, steps=200):
    """The minimum of a unimodal function."""
    ratio = (math.sqrt(5) - 1) / 2
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    fa, fb = f(a), f(b)
    for _ in range(steps):
        if fa < fb:
            high, b, fb = b, a, fa
            a = high - ratio * (high - low)
            fa = f(a)
        else:
            low, a, fa = a, b, fb
            b = low + ratio * (high - low)
            fb = f(b)
    return (low + high) / 2


def fit_mean(pdf, scores, mean):
    """argmax of sum p log q with mean(q) given: q = p / (1 + x (a - mean)), where x minimises
    the convex dual -sum p log(1 + x (a - mean))."""
    d = [a - mean for a in scores]
    low, high = -1 / max(d), -1 / min(d)

    def dual(x):
        return -sum(p * math.log(1 + x * v) if 1 + x * v > 0 else -1e9 for p, v in zip(pdf, d))

    edge = (high - low) * 1e-12
    x = golden(dual, low + edge, high - edge)
    return [p / (1 + x * v) for p, v in zip(pdf, d)]


def fit_two(pdf, u, v):
    """argmax of sum p log q with E[u] = E[v] = 0: Newton on the dual in two multipliers, damped so
    that all 1 + x u + y v stay positive. None if it does not come to rest."""
    x = y = 0.0
    for _ in range(300):
        w = [1 + x * a + y * b for a, b in zip(u, v)]
        g = [sum(p * c / k for p, c, k in zip(pdf, z, w)) for z in (u, v)]
        if max(map(abs, g)) < 1e-12:
            return [p / k for p, k in zip(pdf, w)]
        haa = sum(p * (a / k) ** 2 for p, a, k in zip(pdf, u, w))
        hbb = sum(p * (b / k) ** 2 for p, b, k in zip(pdf, v, w))
        hab = sum(p * a * b / k**2 for p, a, b, k in zip(pdf, u, v, w))
        det = haa * hbb - hab * hab
        if det <= 0:
            return None
        dx, dy = (hbb * g[0] - hab * g[1]) / det, (haa * g[1] - hab * g[0]) / det
        step, here = 1.0, sum(p * math.log(k) for p, k in zip(pdf, w))
        while step > 1e-12:
            w = [1 + (x + step * dx) * a + (y + step * dy) * b for a, b in zip(u, v)]
            if min(w) > 0 and sum(p * math.log(k) for p, k in zip(pdf, w)) >= here - 1e-15:
                break
            step /= 2
        else:
            return [p / (1 + x * a + y * b) for p, a, b in zip(pdf, u, v)] if max(map(abs, g)) < 1e-8 else None
        x, y = x + step * dx, y + step * dy
    return None


def fit_t(pdf, scores, t):
    """argmax of sum p log q with (mean(q) - 1/2) / sd(q) = t."""

    def inner(sd):
        mean = 0.5 + t * sd
        u = [a - mean for a in scores]
        v = [(a - mean) ** 2 - sd * sd for a in scores]
        return fit_two(pdf, u, v)

    def loss(sd):
        q = inner(sd)
        if q is None or min(q) <= 0 or abs(sum(q) - 1) > 1e-8:
            return 1e9
        return -sum(p * math.log(k) for p, k in zip(pdf, q))

    # A coarse look first: the loss is unimodal only where there is a solution.
    grid = [0.004 * k for k in range(1, 125)]
    best = min(grid, key=loss)
    return inner(golden(loss, max(best - 0.004, 1e-4), best + 0.004, steps=90))


def llr(counts, test):
    k = len(counts)
    scores = [i / (k - 1) for i in range(k)]
    n = [c if c else UNSEEN for c in counts]
    total = sum(n)
    pdf = [c / total for c in n]
    if test["model"] == "logistic":
        q0, q1 = (fit_mean(pdf, scores, 1 / (1 + 10 ** (-test[e] / 400))) for e in ("elo0", "elo1"))
    else:
        games = (k - 1) / 2
        q0, q1 = (fit_t(pdf, scores, test[e] / NELO * math.sqrt(games)) for e in ("elo0", "elo1"))
    return sum(c * math.log(b / a) for c, a, b in zip(n, q0, q1))


def elo(score):
    return 400 * math.log10(score / (1 - score))


def estimate(counts):
    k = len(counts)
    sample = [i / (k - 1) for i, c in enumerate(counts) for _ in range(c)]
    n, games = len(sample), (k - 1) / 2
    score, sd = statistics.fmean(sample), statistics.pstdev(sample)
    error = sd / math.sqrt(n)
    return {
        "score": score,
        "elo": elo(score),
        "elo_low": elo(score - Z95 * error),
        "elo_high": elo(score + Z95 * error),
        "nelo": (score - 0.5) / (sd * math.sqrt(games)) * NELO,
        "nelo_error": Z95 * NELO / math.sqrt(n * games),
        "los": statistics.NormalDist().cdf((score - 0.5) / error),
    }


def cases():
    rng = random.Random(20)
    fixed = [[10, 40, 80, 50, 15], [0, 3, 20, 9, 1], [300, 900, 1500, 1000, 350], [2, 0, 5, 0, 3], [30, 50, 40]]
    drawn = [[rng.randint(1, 40 * s), rng.randint(5, 200 * s), rng.randint(20, 400 * s), rng.randint(5, 220 * s),
              rng.randint(1, 45 * s)] for s in (1, 1, 2, 3, 5, 10)]
    games = [[rng.randint(20, 400), rng.randint(20, 900), rng.randint(20, 420)] for _ in range(3)]
    for counts in fixed + drawn + games:
        for elo0, elo1 in ((0, 5), (-3, 1), (0, 30)):
            for model in ("logistic", "normalized"):
                yield counts, {"elo0": elo0, "elo1": elo1, "alpha": 0.05, "beta": 0.05, "model": model}


def rows():
    for counts, test in cases():
        yield {"counts": counts, "test": test, "estimate": estimate(counts), "llr": llr(counts, test)}


def check(arena):
    worst = 0.0
    for row in rows():
        words = [f"{key}={value}" for key, value in row["test"].items()]
        command = [arena, "stats", ",".join(map(str, row["counts"])), "--sprt", *words]
        got = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        pairs = [(f"estimate.{k}", v, got["estimate"][k]) for k, v in row["estimate"].items()]
        pairs.append(("llr", row["llr"], got["sprt"]["llr"]))
        for name, ours, theirs in pairs:
            difference = abs(ours - theirs) / max(1.0, abs(ours))
            worst = max(worst, difference)
            if difference > 5e-5:
                print(f"DIFFERS {row['counts']} {row['test']} {name}: {ours} here, {theirs} by arena")
    print(f"worst relative difference {worst:.1e}")
    return 0 if worst <= 5e-5 else 1


if __name__ == "__main__":
    if sys.argv[1:] == ["make"]:
        for row in rows():
            print(json.dumps(row))
    elif len(sys.argv) == 3 and sys.argv[1] == "check":
        sys.exit(check(sys.argv[2]))
    else:
        sys.exit(__doc__)
