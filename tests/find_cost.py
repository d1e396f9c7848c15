#!/usr/bin/env python3
"""find_cost.py TABIA MAKE_GAMES - what one look-up in a large file costs

No seconds: memory is limited, instructions are counted.

1. 'tabia find' answers from a file of any searched format while it may take
   12 MB of private memory; each file is larger, or would be when loaded.
2. In files that are in order, a look-up takes as many instructions in a large
   file as in a small one. Experience files that are not in order and
   Chessmaster books are read once: a few instructions a row. This part
   needs valgrind.
3. 'tabia coverage' of the built-in book looks positions up in a store: it has
   100 MB, in which the store cannot be loaded.
"""
import os
import random
import resource
import shutil
import struct
import subprocess
import sys
import tempfile

LIMIT = 12 << 20
COVERAGE_LIMIT = 100 << 20
START = 10344488880583956987  # Stockfish's key of the starting position
LINE = "e4"
DETECTION = 2000000  # by how much recognising files may differ
nfailed = 0


def fail(text):
    global nfailed
    nfailed += 1
    print("FAILED: " + text)


def run(words, limit=None):
    def set_limit():
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    return subprocess.run(words, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=300,
                          preexec_fn=set_limit if limit else None)


# ---- files


def make_polyglot(path, real, n):
    """The entries of a real book among random ones, in order."""
    rows = [real[i:i + 16] for i in range(0, len(real), 16)]
    rng = random.Random(n)
    rows += [rng.getrandbits(64).to_bytes(8, "big") + bytes.fromhex(
        "031c000100000000") for _ in range(n - len(rows))]
    rows.sort()
    with open(path, "wb") as f:
        f.write(b"".join(rows))


def make_experience(path, n, is_sorted):
    """BrainLearn: key, depth, score, move, padding, performance."""
    rng = random.Random(n)
    keys = [rng.getrandbits(64) for _ in range(n - 1)] + [START]
    if is_sorted:
        keys.sort()
    else:
        rng.shuffle(keys)
    with open(path, "wb") as f:
        f.write(b"".join(struct.pack("<QiiHHi", key, 20, 33, 796, 0, 100)
                         for key in keys))


def make_obk(path, depth):
    """A tree of knights' moves: a choice of two wherever one is at home."""
    homes = {0: (1, (16, 18)), 1: (57, (40, 42))}  # b1: a3, c3; b8: a6, c6
    out = []

    def grow(at, ply):
        side = ply % 2
        home, fields = homes[side]
        tos = fields if at[side] == home else (home,)
        for to in tos:
            ends = ply + 1 == depth
            flags = (0x80 if ends else 0) | (0x40 if to == tos[-1] else 0)
            out.append(bytes((at[side] | flags, to | 0xC0)))
            if not ends:
                grow({**at, side: to}, ply + 1)

    grow({0: 1, 1: 57}, 0)
    with open(path, "wb") as f:
        f.write(b"BOO!" + struct.pack("<II", len(out), 0) + b"".join(out))
    return len(out)


# ---- memory


def check_memory(tabia, path, moves=LINE):
    words = [tabia, "find", path, "--moves", moves]
    free, limited = run(words), run(words, LIMIT)
    size = os.path.getsize(path) / 1e6
    print("%s: %.1f MB" % (os.path.basename(path), size))
    if free.returncode or not free.stdout:
        fail("%s: no answer: %s" % (path, free.stderr.decode()))
    elif limited.returncode or limited.stdout != free.stdout:
        fail("%s: another answer with %d MB: %s" % (
            path, LIMIT >> 20, limited.stderr.decode()))


def check_limit(tabia, path):
    """Loading this file does not fit: or the limit would show nothing."""
    words = [tabia, "convert", "-q", path, "-o", os.devnull, "--force", "--to",
             "json"]
    if run(words, LIMIT).returncode == 0:
        fail("%s is converted with %d MB" % (path, LIMIT >> 20))


# ---- instructions


def count(tabia, path):
    done = run(["valgrind", "--tool=callgrind",
                "--callgrind-out-file=/dev/null", tabia, "find", path])
    for line in done.stderr.decode().splitlines():
        if "Collected : " in line:
            return int(line.split()[-1])
    fail("no count for %s: %s" % (path, done.stderr.decode()))
    return 0


def check_count(tabia, name, files, most):
    """'files' are two pairs of a path and its rows; 'most' is by row."""
    (small, nsmall), (large, nlarge) = files
    a, b = (count(tabia, path) for path in (small, large))
    each = max(0, b - a - DETECTION) / (nlarge - nsmall)
    print("%s: %.1f and %.1f million, %.1f a row" % (
        name, a / 1e6, b / 1e6, each))
    if each > most:
        fail("%s: more than %s instructions a row" % (name, most))


def check_coverage(tabia, book, store, converted):
    for side in ("white", "black"):
        done = run([tabia, "coverage", book, "--against", store, "--side",
                    side], COVERAGE_LIMIT)
        if done.returncode or b"likely replies without an answer" not in \
                done.stdout:
            fail(f"coverage for {side} in 100 MB: {done.stderr.decode()}")
    done = run([tabia, "convert", "-q", store, converted], COVERAGE_LIMIT)
    if not done.returncode:
        fail("the store can be loaded in 100 MB: coverage was not tested")


def main():
    tabia, make_games = (os.path.realpath(p) for p in sys.argv[1:3])
    top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with tempfile.TemporaryDirectory() as tmp:
        def at(name):
            return os.path.join(tmp, name)

        def must(*words, out=None):
            subprocess.run(words, check=True, stdout=out,
                           stderr=subprocess.DEVNULL)

        book = os.path.join(top, "data", "openings.txt")
        for name in ("real.bin", "book.ctg", "book.abk", "book.dat"):
            must(tabia, "convert", "-q", book, at(name), *(
                ("--to", "ct800-bin") if name.endswith(".dat") else ()))
        with open(at("games.pgn"), "wb") as f:
            must(make_games, "14", "1", "160", out=f)
        must(tabia, "build", "-q", at("games.pgn"), "-o", at("games.tabia"))
        must(tabia, "build", "-q", at("games.pgn"), "-o", at("deep.abk"),
             "--max-ply", "24")
        with open(at("real.bin"), "rb") as f:
            real = f.read()
        sizes = {"small": 100000, "large": 800000}
        for name, n in sizes.items():
            make_polyglot(at(name + ".bin"), real, n)
            make_experience(at(name + ".exp"), n, False)
            make_experience(at(name + "-sorted.exp"), n, True)
        nmoves = {name: make_obk(at(name + ".obk"), depth)
                  for name, depth in (("small", 22), ("large", 30),
                                      ("deep", 34))}

        for name in ("large.bin", "book.ctg", "book.dat", "games.tabia",
                     "book.abk", "deep.abk"):
            check_memory(tabia, at(name))
        for name in ("large.exp", "large-sorted.exp", "deep.obk"):
            check_memory(tabia, at(name), "")
        check_limit(tabia, at("large.exp"))
        check_limit(tabia, at("deep.abk"))

        check_coverage(tabia, book, at("games.tabia"), at("loaded.json"))

        def both(name, counts=sizes):
            return [(at(which + name), counts[which]) for which in sizes]

        if shutil.which("valgrind"):
            check_count(tabia, "polyglot", both(".bin"), 0)
            check_count(tabia, "exp in order", both("-sorted.exp"), 0)
            check_count(tabia, "exp", both(".exp"), 200)
            check_count(tabia, "obk", both(".obk", nmoves), 1000)
        else:
            print("skipped: instructions: valgrind is not installed")
    return nfailed != 0


if __name__ == "__main__":
    sys.exit(main())
