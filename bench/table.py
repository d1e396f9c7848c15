#!/usr/bin/env python3
"""table.py TABIA TABIA-BENCH [options] - one table of what a person waits for

Every row measures Tabia and its peer in turns, in one run, and prints the
minimum and the median of both, their ratio and the load of the machine. The
ratio is what counts: it is above 1 where Tabia is faster. Rows whose peer or
data is missing are skipped and named.

    --games FILE    PGN file; without it only what tabia-bench makes itself
    --rounds N      measure N times (default 5)
    --quick         fewer rounds and smaller data
    --rows WORD     only rows whose name has this word; may be repeated
    --json FILE     also write the figures to FILE
    --record FILE   write the ratios to FILE, for --check
    --check FILE    compare with the ratios of FILE; below 0.7 is status 1
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CHECK_LEAST = 0.7  # of the recorded ratio


class Run:
    """The measurements of one command."""

    def __init__(self, words):
        self.words = words
        self.wall, self.rss = [], 0

    def once(self):
        start = time.perf_counter()
        child = subprocess.Popen(self.words, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        self.wall.append(time.perf_counter() - start)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.rss = max(self.rss, usage.ru_maxrss // 1024)
        return child.returncode

    def least(self):
        return min(self.wall)


def in_turns(runs, rounds):
    for _ in range(rounds):
        for run in runs:
            if run.once() not in (0, 1):
                raise RuntimeError("failed: " + " ".join(run.words))


class Table:
    def __init__(self, args):
        self.args = args
        self.rows = []
        self.skipped = []

    def wants(self, name):
        words = self.args.rows
        return not words or any(word in name for word in words)

    def add(self, name, peer, ours, theirs, unit, ratio, goal):
        """'ours' and 'theirs' are texts; 'ratio' above 1 is good."""
        row = dict(name=name, peer=peer, tabia=ours, other=theirs, unit=unit,
                   ratio=round(ratio, 3) if ratio else None, goal=goal,
                   load=round(os.getloadavg()[0], 1))
        self.rows.append(row)
        print("%-34s %14s %14s  %-20s %7s  %-10s %5.1f" % (
            name, ours, theirs, peer,
            "%.2f" % ratio if ratio else "", goal, row["load"]), flush=True)

    def skip(self, name, why):
        self.skipped.append("%s: %s" % (name, why))

    def time_pair(self, name, ours, peer, theirs, goal, rounds=None):
        """Times two commands; the ratio is that of their minima."""
        if not self.wants(name):
            return
        if theirs is None or not shutil.which(theirs.words[0]):
            return self.skip(name, peer + " is not installed")
        in_turns([ours, theirs], rounds or self.args.rounds)
        self.add(name, peer, seconds(ours), seconds(theirs), "s",
                 theirs.least() / ours.least(), goal)


def seconds(run):
    return "%.3f (%.3f)" % (min(run.wall), statistics.median(run.wall))


def milliseconds(value):
    return "%.1f ms" % (1000 * value)


def reading(t, tmp, games):
    tabia = t.args.tabia
    size = os.path.getsize(games) / 1e6

    # Five times the file, so that starting a process does not count.
    def read(threads, path=games, times=5):
        return Run([tabia, "games", "-q", "--threads", str(threads)] +
                   [path] * times)

    t.time_pair("games, one thread", read(1, times=1), "pgn-extract",
                Run(["pgn-extract", "-s", "-r", games]), ">= 5",
                min(2, t.args.rounds))
    name = "games, two threads"
    if t.wants(name):
        one, two = read(1), read(2)
        in_turns([one, two], t.args.rounds)
        t.add(name, "one thread", "%.0f MB/s" % (5 * size / two.least()),
              "%.0f MB/s" % (5 * size / one.least()), "MB/s",
              one.least() / two.least(), ">= 1.9")
    name = "games from .zst, two threads"
    if t.wants(name) and shutil.which("zstd"):
        packed = os.path.join(tmp, "games.pgn.zst")
        subprocess.run(["zstd", "-q", "-3", games, "-o", packed], check=True)
        ours = read(2, packed)
        plain = Run(["zstd", "-q", "-d", "-c"] + [packed] * 5)
        in_turns([ours, plain], t.args.rounds)
        t.add(name, "zstd -d alone", "%.0f MB/s" % (5 * size / ours.least()),
              "%.0f MB/s" % (5 * size / plain.least()), "MB/s",
              plain.least() / ours.least(), ">= 399 MB/s")


def building(t, tmp, games):
    tabia = t.args.tabia
    book, other = (os.path.join(tmp, n) for n in ("a.bin", "b.bin"))
    t.time_pair("book, 60 plies, 3 games",
                Run([tabia, "build", "-q", "--force", games, "-o", book,
                     "--max-ply", "60", "--min-games", "3"]), "polyglot",
                Run(["polyglot", "make-book", "-pgn", games, "-bin", other,
                     "-max-ply", "60", "-min-game", "3"]), ">= 20",
                min(2, t.args.rounds))

    def store(threads, plies):
        return Run([tabia, "build", "-q", "--force", games, "-o",
                    os.path.join(tmp, "s%d.tabia" % threads), "--threads",
                    str(threads)] + plies)

    for name, plies in (("store, two threads", []),
                        ("store, 60 plies, two threads",
                         ["--max-ply", "60"])):
        if not t.wants(name):
            continue
        one, two = store(1, plies), store(2, plies)
        in_turns([one, two], t.args.rounds)
        t.add(name, "one thread", seconds(two), seconds(one), "s",
              one.least() / two.least(), ">= 1.7")


def made_by_tests(call):
    """In a process of its own: a child's memory counts from its parent's."""
    subprocess.run([sys.executable, "-c", "from find_cost import *; " + call],
                   cwd=os.path.join(TOP, "tests"), check=True)


def look_ups(t, tmp, games):
    """What one look-up costs above starting the process."""
    tabia = t.args.tabia
    if not t.wants("find"):
        return
    book = os.path.join(tmp, "big.bin")
    subprocess.run([tabia, "build", "-q", "--force", games, "-o", book],
                   check=True)
    store = os.path.join(tmp, "big.tabia")
    subprocess.run([tabia, "build", "-q", "--force", games, "-o", store],
                   check=True)
    small = os.path.join(tmp, "small.bin")
    subprocess.run([tabia, "build", "-q", "--force", games, "-o", small,
                    "--min-games", "3"], check=True)
    files = [("built-in book", None, 10), ("small .bin", small, 5),
             ("large .bin", book, 5), ("store", store, 5)]
    for suffix, to in ((".abk", "abk"), (".ctg", "ctg"),
                       (".dat", "ct800-bin")):
        path = os.path.join(tmp, "small" + suffix)
        done = subprocess.run([tabia, "convert", "-q", "--force", small, path,
                               "--to", to, "--max-ply", "20"],
                              stderr=subprocess.DEVNULL)
        if done.returncode == 0:
            files.append((suffix, path, 5))
    for name, call, most in (
            (".exp", "make_experience(%r, 900000, True)", 5),
            (".exp, one pass", "make_experience(%r, 900000, False)", None),
            (".obk, one pass", "make_obk(%r, 34)", None)):
        path = os.path.join(tmp, name.replace(", ", "-"))
        made_by_tests(call % path)
        files.append((name, path, most))
    start = Run([tabia, "--version"])
    runs = [Run([tabia, "find", "-q"] + ([path] if path else []) +
                ["--moves", "e4 e5 Nf3"]) for _, path, _ in files]
    in_turns([start] + runs, max(9, t.args.rounds))
    for (name, path, most), run in zip(files, runs):
        size = os.path.getsize(path) / 1e6 if path else 0
        # The whole time that is allowed by the time taken: what a look-up adds
        # alone is too small a number to divide by.
        allowed = None if not most else start.least() + most / 1000
        t.add("find, " + name, "--version %s" % milliseconds(start.least()),
              milliseconds(run.least()),
              "%.1f MB, %d MB RSS" % (size, run.rss), "ms",
              None if not most else allowed / run.least(),
              "<= +%d ms" % most if most else "")
    lines = os.path.join(tmp, "repertoire.txt")
    with open(os.path.join(TOP, "data", "openings.txt")) as f:
        some = [x for x in f if not x.startswith("#")][:150]
    with open(lines, "w") as f:
        f.writelines(some)
    cover = Run([tabia, "coverage", "-q", lines, "--against", store])
    in_turns([cover], t.args.rounds)
    t.add("find holes: coverage, store", "500 positions", seconds(cover),
          "%d MB RSS" % cover.rss, "s", 1 / cover.least(), "<= 1 s")
    info = Run([tabia, "info", "-q", book])
    in_turns([info], min(3, t.args.rounds))
    t.add("info, large .bin", "%.0f MB" % (os.path.getsize(book) / 1e6),
          seconds(info), "%d MB RSS" % info.rss, "s", None, "about 1 s")
    facts = json.loads(subprocess.run([tabia, "info", "--json", store],
                                      check=True,
                                      stdout=subprocess.PIPE).stdout)
    n = facts.get("positions") or facts.get("store", {}).get("positions")
    if n:
        each = os.path.getsize(store) / n
        t.add("store, bytes a position", "schema 1: 14.2", "%.2f" % each,
              "%d positions" % n, "bytes", 14.2 / each, "<= 6.5")


# Figures of tabia-bench with a goal: what they should be at least, or, where
# less is better, at most. Times are meant for a quiet machine.
GOALS = {
    "growth: store_threads": (1.7, True),
    "growth: short_threads": (1.7, True),
    "growth: book_growth": (1.15, False),
    "growth: store_growth": (1.15, False),
    "keys: decoded": (350, False),
    "keys: ratio": (1, True),
    "store: find_shared": (300, False),
    "store: find_single": (3000, False),
    "serve: serve_fen_rate": (35000, True),
    "serve: serve_play_rate": (35000, True),
    "serve: serve_fen_ratio": (0.6, True),
    "serve: serve_play_ratio": (0.6, True),
    "serve: serve_masters_ratio": (0.6, True),
    "serve: serve_play_by_fen": (1.3, False),
}


def parts(t, tmp, games):
    """What tabia-bench measures itself, with peers of its own."""
    quick = ["--quick"] if t.args.quick else []
    store = os.path.join(tmp, "parts.tabia")
    if games and t.wants("store"):
        subprocess.run([t.args.tabia, "build", "-q", games, "-o", store],
                       check=True)
    for part, words in (("growth", []), ("keys", ["--games", games]),
                        ("store", ["--book", store]),
                        ("serve", ["--games", games]), ("core", [])):
        if not t.wants(part):
            continue
        if words and not os.path.exists(words[1]):
            t.skip(part, "no --games")
            continue
        done = subprocess.run([t.args.bench, part, *words, *quick, "--json"],
                              stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
        if done.returncode or not done.stdout:
            t.skip(part, "tabia-bench %s failed" % part)
            continue
        for key, figure in json.loads(done.stdout).items():
            name, value = "%s: %s" % (part, key), figure["value"]
            goal, is_least = GOALS.get(name, (None, True))
            is_ratio = not figure["unit"]
            t.add(name, "tabia-bench " + part,
                  "%.4g %s" % (value, figure["unit"]), "", figure["unit"],
                  None if goal is None or not is_ratio else
                  value if is_least else 1 / value,
                  "" if goal is None else
                  "%s %.4g" % (">=" if is_least else "<=", goal))


def page(t):
    """What tests/browser/run.sh times prints, in a real browser."""
    goals = {"page: first usable": 400, "page: a step": 50}
    if not t.wants("page"):
        return
    done = subprocess.run([os.path.join(TOP, "tests/browser/run.sh"), "times",
                           t.args.tabia], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)
    if done.returncode:
        return t.skip("page", done.stdout.strip() or "no browser")
    for line in done.stdout.splitlines():
        found = re.match(r"(page: .*?) {2,}([0-9.]+) ms +([0-9.]+) ms to",
                         line)
        if not found:
            continue
        name = found.group(1).split(",")[0]
        median, least = float(found.group(2)), float(found.group(3))
        goal = goals.get(name)
        t.add(name, "", "%.0f (%.0f) ms" % (least, median), "", "ms",
              goal / median if goal else None,
              "<= %d ms" % goal if goal else "")


def goal_of(row):
    """The ratio that a row should have; None where its goal is no ratio."""
    found = re.fullmatch("([<>])= ([0-9.]+)", row["goal"])
    if not found:
        return None
    value = float(found.group(2))
    return value if found.group(1) == ">" else 1 / value


def check(t, path):
    """The number of reasons to fail."""
    with open(path) as f:
        recorded = json.load(f)
    compared = bad = 0
    for row in t.rows:
        was = recorded.get(row["name"])
        if not was or not row["ratio"]:
            continue
        compared += 1
        if was < (goal_of(row) or 0):
            print("recorded below its goal, on a busy machine: %s: %.2f, "
                  "goal %s" % (row["name"], was, row["goal"]))
        if row["ratio"] < CHECK_LEAST * was:
            print("slower than recorded: %s: ratio %.2f, was %.2f" % (
                row["name"], row["ratio"], was))
            bad += 1
    measured = {row["name"] for row in t.rows}
    for name in recorded:
        if t.wants(name) and name not in measured:
            print("recorded, but not measured: %s" % name)
    print("%d rows compared, %d below %.1f of the recorded ratio" % (
        compared, bad, CHECK_LEAST))
    return bad + (compared == 0)


def main():
    parser = argparse.ArgumentParser(
        usage=__doc__, add_help=True)
    parser.add_argument("tabia")
    parser.add_argument("bench")
    for name in ("--games", "--json", "--record", "--check"):
        parser.add_argument(name)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rows", action="append", default=[])
    args = parser.parse_args()
    if args.quick:
        args.rounds = min(args.rounds, 3)
    t = Table(args)
    with tempfile.TemporaryDirectory(prefix="tabia-bench-") as tmp:
        print("%-34s %14s %14s  %-20s %7s  %-10s %5s" % (
            "row: minimum (median)", "tabia", "peer", "", "ratio", "goal",
            "load"))
        if args.games and os.path.exists(args.games):
            reading(t, tmp, args.games)
            building(t, tmp, args.games)
            look_ups(t, tmp, args.games)
        else:
            t.skip("reading, building, find", "no --games")
        parts(t, tmp, args.games or "")
        page(t)
    for line in t.skipped:
        print("skipped: " + line)
    ratios = {r["name"]: r["ratio"] for r in t.rows if r["ratio"]}
    for path, what in ((args.json, t.rows), (args.record, ratios)):
        if path:
            with open(path, "w") as f:
                json.dump(what, f, indent=1)
                f.write("\n")
    return 1 if args.check and check(t, args.check) else 0


if __name__ == "__main__":
    sys.exit(main())
