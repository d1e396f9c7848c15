#!/usr/bin/env python3
"""faults.py TABIA SOURCE [--share K/N] [CASE...] - kills and errors everywhere

Each command that writes a file is run again and again under strace, which
kills it, or lets a system call fail, at every write, sync, open, rename, link,
unlink, truncate and close of its own files. After each point:

  - what the command writes is whole: the old content or the new; of a set of
    files the next open sees the whole old or the whole new one,
  - status 0 means the new content,
  - an error leaves no other file behind,
  - the next run ends with the new content and without anything left over.

--share 1/10 takes every tenth point, of all cases. Ends with status 77 and
"skipped" where strace is missing or may not trace.
"""

import argparse
import collections
import http.client
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "serve"))
from harness import START, Server  # noqa: E402

# System calls, the faults that each is given besides a kill.
CALLS = {
    "write": ["ENOSPC", "EIO"],
    "fsync": ["EIO", "ENOSPC"],
    "fdatasync": ["EIO"],
    "openat": ["EACCES", "EMFILE", "EIO"],
    "rename": ["EACCES", "EIO", "ENOSPC"],
    "renameat2": ["EACCES", "EIO", "ENOSPC"],
    "link": ["EACCES", "EIO", "ENOSPC", "EPERM"],
    "unlink": ["EACCES", "EIO"],
    "ftruncate": ["EIO", "ENOSPC"],
    "fchmod": ["EIO"],
    "dup": ["EMFILE"],
    "close": ["EIO"],
}
LEFT = re.compile(r"^\.tabia-.*|.*\.journal$|.*\.tabia-edits$")
# Changes whose file was in place, but not known to be on the disk.
ASIDE = re.compile(r".*\.tabia-edits\.old$")
SYSTEM = re.compile(r'"(/lib|/usr|/etc|/proc|/sys|/dev|/nix)')

LINES_A = "e2e4 e7e5 g1f3 b8c6\nd2d4 d7d5\n"
LINES_B = "c2c4 e7e5 b1c3\ng1f3 d7d5 d2d4 g8f6 c2c4\n"
LINES_C = "d2d4 g8f6 c2c4 e7e6 b1c3\nb2b3 e7e5\n"


class Case:
    """A command, and what it writes in its folder.

    'old' are the files before; 'inputs' stay as they are. 'reads' are commands
    whose output shows what is there: None compares the bytes of 'output'.
    """

    def __init__(self, name, output, command, old=None, inputs=None,
                 reads=None, follow=False):
        self.name, self.output, self.command = name, output, command
        self.old, self.inputs = old or {}, inputs or {}
        self.reads, self.follow = reads, follow


class ServerCase(Case):
    """'tabia serve', which removes a move from its book and saves."""

    def __init__(self, name, output, old, reads=None):
        super().__init__(name, output, ["serve"], old, {}, reads, True)
        self.move = None  # the first of the book

    def save(self, server):
        book = server.get("/api/books").json["books"][0]
        moves = server.get("/api/find", fen=START, book=book["id"]).json
        revision = book.get("revision", 0)
        moves = [m["uci"] for m in moves["moves"]]
        self.move = self.move or moves[0]
        if self.move in moves:
            answer = server.post("/api/edit", {
                "book": book["id"], "revision": revision,
                "changes": [{"do": "remove", "fen": START,
                             "uci": self.move}]})
            if answer.status != 200:
                return 1
            revision += 1
        answer = server.post("/api/save", {
            "book": book["id"], "revision": revision, "confirm": True})
        return 0 if answer.status == 200 else 1


def run(*command, cwd=None, **how):
    return subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=120, **how)


def must(*command, cwd):
    done = run(*command, cwd=cwd)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
    return done.stdout


def files_of(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as f:
            found[name] = f.read()
    return found


def fill(folder, files):
    for name in os.listdir(folder):
        os.unlink(os.path.join(folder, name))
    for name, data in files.items():
        with open(os.path.join(folder, name), "wb") as f:
            f.write(data)


def make(tabia, command, files):
    """What 'command' makes in a folder with these files."""
    with tempfile.TemporaryDirectory() as folder:
        fill(folder, files)
        must(tabia, *command, cwd=folder)
        return {name: data for name, data in files_of(folder).items()
                if name not in files}


def make_cases(tabia, source):
    a, b, c = LINES_A.encode(), LINES_B.encode(), LINES_C.encode()
    lines = {"a.txt": a, "b.txt": b, "c.txt": c}
    to = lambda name, out, *more: make(
        tabia, ["convert", "-q", name, out, *more], lines)
    bin_a, bin_b = to("a.txt", "a.bin"), to("b.txt", "b.bin")
    # Books of several pages: the small files of sets of one page are equal.
    with open(os.path.join(source, "data/openings.txt"), "rb") as f:
        lines["many.txt"] = b"".join(f.readlines()[:120])
    ctg_a, ctg_many = to("a.txt", "book.ctg"), to("many.txt", "book.ctg")
    if ctg_a["book.cto"] == ctg_many["book.cto"]:
        sys.exit("the sets do not differ")
    many = {"many.txt": lines["many.txt"]}
    graph = to("a.txt", "graph.txt", "--to", "openings", "--fold")
    with open(os.path.join(source, "examples/games.pgn"), "rb") as f:
        some = f.read(6000)
    games = {"games.pgn": some[:some.rindex(b"[Event ")]}
    sequences = {"s.txt": b"1. e4 e5 2. Nf3 Nc6\n1. d4 d5\n"}
    ti = make(tabia, ["bkc", "-prefix", "tic", "s.txt"],
              {"s.txt": b"1. c4 e5\n1. Nf3 d5 2. g3 c6\n"})
    engine = os.path.join(source, "tests/fake_engines/good.sh")
    edited = must(tabia, "edit", "--print", "b.txt",
                  cwd=scratch({"b.txt": b}))
    read_ctg = [[tabia, "edit", "--print", "book.ctg"],
                [tabia, "find", "--table", "book.ctg"]]
    bare = [[tabia, "edit", "--print", f"tic{i}.{e}"]
            for i in (0, 1) for e in ("89y", "9xy")]

    yield Case("convert", "out.json", ["convert", "b.txt", "out.json",
                                       "--force"], {"out.json": b"old"},
               {"b.txt": b})
    yield Case("convert-new", "out.json", ["convert", "b.txt", "out.json"],
               {}, {"b.txt": b})
    yield Case("merge", "out.bin", ["merge", "a.bin", "b.bin", "-o", "out.bin",
                                    "--force"], {"out.bin": bin_a["a.bin"]},
               {**bin_a, **bin_b})
    yield Case("edit", "book.json", ["edit", "book.json", "--apply", "e.txt"],
               {"book.json": to("a.txt", "a.json")["a.json"]},
               {"e.txt": edited})
    yield Case("edit-bin", "book.bin", ["edit", "book.bin", "--apply",
                                        "e.txt"],
               {"book.bin": bin_a["a.bin"]}, {"e.txt": edited})
    yield Case("evaluate", "out.txt",
               ["evaluate", "graph.txt", "-o", "out.txt", "--force",
                "--engine", engine, "--depth", "1", "--resume"],
               {"out.txt": b"old"}, graph)
    yield Case("build-store", "out.tabia", ["build", "games.pgn", "-o",
                                            "out.tabia", "--threads", "1",
                                            "--force"],
               {"out.tabia": b"old"}, games)
    yield Case("build-book", "out.bin", ["build", "games.pgn", "-o", "out.bin",
                                         "--threads", "1", "--force"],
               {"out.bin": bin_a["a.bin"]}, games)
    yield Case("review", "out.pgn", ["review", "games.pgn", "-o", "out.pgn",
                                     "--threads", "1", "--force"],
               {"out.pgn": b"old"}, games)
    yield Case("ctg", "book.ctg", ["convert", "many.txt", "book.ctg",
                                   "--force"], ctg_a, many, read_ctg)
    yield Case("ctg-new", "book.ctg", ["convert", "many.txt", "book.ctg"],
               {}, many, read_ctg)
    yield Case("ctg-edit", "book.ctg", ["edit", "book.ctg", "--apply",
                                        "e.txt"],
               ctg_many, {"e.txt": edited}, read_ctg)
    yield Case("bkc", "tic0.89y", ["bkc", "-prefix", "tic", "s.txt"],
               ti, sequences, bare)
    # Lines are appended; what was there stays.
    head = b"tabia-progress 1\n"
    answer = (b"answer 2026-11-1%d" + b"T09:00:00+00:00 463b96181691fc9c "
              b"e2e4 good\n")
    progress = "a.txt.tabia-progress"
    read_cards = [[tabia, "train", "a.txt", "--overview", "--now",
                   "2026-11-18T09:00:00+00:00"]]
    more = {"a.txt": a, "more": head + answer % 5 + answer % 7}
    yield Case("train", progress, ["train", "a.txt", "--import", "more"],
               {progress: head + answer % 3}, more, read_cards)
    yield Case("train-new", progress, ["train", "a.txt", "--import", "more"],
               {}, more, read_cards)
    with open(os.path.join(source, "examples", "tichess-puzzles.txt"),
              "rb") as f:
        puzzles = f.read()
    solved = b"solved 2026-11-1%dT09:00:00+00:00 %s\n"
    progress = "p.txt.tabia-progress"
    more = {"p.txt": puzzles, "more": head +
            solved % (5, b"ef60c3bb237e050d") +
            solved % (7, b"75220acf62181385")}
    yield Case("train-puzzles", progress,
               ["train", "p.txt", "--import", "more"],
               {progress: head + solved % (3, b"01c16533d8b3a0ff")}, more,
               [[tabia, "train", "p.txt", "--overview"]])
    yield ServerCase("server", "book.json",
                     {"book.json": to("a.txt", "a.json")["a.json"]})
    yield ServerCase("server-ctg", "book.ctg", ctg_many, read_ctg)


def scratch(files, made=[]):
    """A folder for one command; removed at the end."""
    made.append(tempfile.TemporaryDirectory())
    fill(made[-1].name, files)
    return made[-1].name


class Runner:
    def __init__(self, tabia, share):
        self.tabia, self.share = tabia, share
        self.points = collections.Counter()
        self.seen = self.failed = 0
        self.folder = tempfile.mkdtemp(prefix="tabia-faults-")
        self.trace = os.path.join(self.folder, "trace")
        self.work = os.path.join(self.folder, "work")
        os.mkdir(self.work)

    def execute(self, case, *strace):
        """Runs the command, under strace if there are options for it."""
        before = ["strace", *(["-f", "-D"] if case.follow else []), "-qq", "-y",
                  "-o", self.trace, *strace] if strace else []
        if not isinstance(case, ServerCase):
            done = run(*before, self.tabia, *case.command, cwd=self.work,
                       env=dict(os.environ, TMPDIR=self.folder))
            return done.returncode, done.stderr.decode("utf-8", "replace")
        return self.execute_server(case, before)

    def execute_server(self, case, before):
        path = os.path.join(self.folder, "tabia-run")
        with open(path, "w") as f:
            f.write("#!/bin/sh\nexec " + " ".join(before) +
                    f" {self.tabia} \"$@\"\n")
        os.chmod(path, 0o755)
        try:
            server = Server(path, os.path.join(self.work, case.output))
        except RuntimeError as error:
            return 1, str(error)
        try:
            status = case.save(server)
        except (OSError, ValueError, KeyError, http.client.HTTPException):
            status = 1
        said = server.said()
        server.process.terminate()
        try:
            server.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            server.kill()
        server.process.stdout.close()
        return status, said

    def look(self, case):
        """What the next program sees."""
        if case.reads is None:
            path = os.path.join(self.work, case.output)
            if not os.path.exists(path):
                return None
            with open(path, "rb") as f:
                return f.read()
        before = files_of(self.work)
        seen = []
        for command in case.reads:
            done = run(*command, cwd=self.work)
            seen.append(done.stdout if done.returncode == 0
                        else done.returncode)
        if files_of(self.work) != before:
            self.fail(case, "reading changed the folder")
        if all(s == 3 for s in seen):
            return None  # there is no file
        return tuple(seen)

    def start(self, case):
        fill(self.work, {**case.inputs, **case.old})

    def plan(self, case):
        """The points of a case: call, fault, and how many-th it is."""
        calls = ",".join(CALLS)
        status, said = self.execute(case, "-e", f"trace={calls}")
        if status:
            sys.exit(f"{case.name}: status {status} without a fault: {said}")
        count = collections.defaultdict(collections.Counter)
        own = collections.defaultdict(set)
        foreign = collections.defaultdict(set)
        if case.follow:
            time.sleep(0.3)  # the tracer ends after the server
        with open(self.trace, errors="replace") as f:
            for line in f:
                m = re.match(r"(\d+ +)?(\w+)\((.*)", line)
                if not m or m.group(2) not in CALLS:
                    continue
                thread, call, rest = m.groups()
                count[thread][call] += 1
                is_own = not SYSTEM.search(rest) and not re.match(
                    r"\d+<(/lib|/usr|/etc|/proc|/sys|/dev|socket|pipe|"
                    r"anon_inode|TCP|UNIX)", rest)
                (own if is_own else foreign)[call].add(count[thread][call])
        if case.follow:  # strace counts the calls of each thread
            for call in own:
                own[call] -= foreign[call]
        for call, faults in CALLS.items():
            for fault in ["KILL", *faults]:
                for nth in sorted(own[call]):
                    yield call, fault, nth

    def fail(self, case, why, point=None):
        self.failed += 1
        print(f"{case.name} {point or ''}: {why}", file=sys.stderr)

    def check(self, case, old, new, clean, point):
        call, fault, nth = point
        self.start(case)
        what = "signal=KILL" if fault == "KILL" else f"error={fault}"
        status, said = self.execute(
            case, "-e", f"trace={call}", "-e",
            f"inject={call}:{what}:when={nth}")
        seen = self.look(case)
        if seen not in (old, new):
            return self.fail(case, f"neither old nor new, status {status}, "
                             f"{sorted(os.listdir(self.work))}, {said}", point)
        if status == 0 and seen != new:
            return self.fail(case, f"status 0 and the old content {said}",
                             point)
        self.points["new" if seen == new else "old"] += 1
        names = sorted(os.listdir(self.work))
        extra = [n for n in names if n not in clean and n not in case.old]
        strange = [n for n in extra if not LEFT.match(n)]
        # Removing what is left over may itself be what fails.
        if fault != "KILL" and call != "unlink" and not isinstance(
                case, ServerCase):
            strange = [n for n in extra if not n.endswith(".journal")]
        if strange:
            return self.fail(case, f"left over: {strange}", point)
        self.next_run(case, new, clean, point)

    def next_run(self, case, new, clean, point):
        """The same command again, without a fault, over what is there."""
        force = ("--force" if not case.old and case.command[0] != "train"
                 else None)
        command = case.command
        if force:
            case.command = command + [force]
        status, said = self.execute(case)
        case.command = command
        names = [n for n in sorted(os.listdir(self.work))
                 if not ASIDE.match(n)]
        if status:
            self.fail(case, f"the next run ends with {status}: {said}", point)
        elif self.look(case) != new:
            self.fail(case, "the next run has another result", point)
        elif names != clean:
            self.fail(case, f"after the next run there are {names}", point)

    def try_case(self, case):
        self.start(case)
        old = self.look(case)
        status, said = self.execute(case)
        if status:
            sys.exit(f"{case.name}: status {status}: {said}")
        new, clean = self.look(case), sorted(os.listdir(self.work))
        if old == new:
            sys.exit(f"{case.name}: changes nothing")
        self.start(case)
        points = list(self.plan(case))
        done = 0
        for point in points:
            self.seen += 1
            if (self.seen - 1) % self.share[1] != self.share[0] - 1:
                continue
            self.check(case, old, new, clean, point)
            self.points[point[1]] += 1
            done += 1
        print(f"{case.name}: {done} of {len(points)} points", flush=True)

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def can_trace():
    if not shutil.which("strace"):
        return False
    done = run("strace", "-qq", "-e", "trace=none", "-e",
               "inject=fsync:error=EIO:when=1", "true")
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tabia")
    parser.add_argument("source")
    parser.add_argument("--share", default="1/1")
    parser.add_argument("cases", nargs="*")
    args = parser.parse_intermixed_args()
    share = [int(n) for n in args.share.split("/")]
    if not can_trace():
        print("skipped: strace is missing or may not trace here")
        return 77
    os.environ["NO_COLOR"] = "1"
    runner = Runner(os.path.realpath(args.tabia), share)
    os.environ["XDG_DATA_HOME"] = os.path.join(runner.folder, "data")
    try:
        for case in make_cases(runner.tabia, os.path.realpath(args.source)):
            if not args.cases or case.name in args.cases:
                runner.try_case(case)
    finally:
        runner.close()
    kinds = ["KILL"] + sorted({f for fs in CALLS.values() for f in fs})
    total = sum(runner.points[k] for k in kinds)
    print(f"{total} points:",
          ", ".join(f"{runner.points[k]} {k}" for k in kinds))
    print(f"afterwards {runner.points['old']} times the old content, "
          f"{runner.points['new']} times the new")
    if runner.failed:
        print(f"{runner.failed} failed", file=sys.stderr)
    return 1 if runner.failed else 0


if __name__ == "__main__":
    sys.exit(main())
