"""Work without a client, and work that must not hold up others.

    load.py TABIA
"""

import itertools
import json
import os
import socket
import sys
import time

from harness import Folder, Server, check, finish, holds, wait_for

tabia = sys.argv[1]

ENGINE = """#!/bin/sh
while read -r word rest; do
    case "$word $rest" in
    uci*) echo id name Slow; echo uciok ;;
    isready*) echo readyok ;;
    'go depth 1 '*) echo info depth 1 score cp 5 pv a2a3
        echo bestmove a2a3 ;;
    go*) echo x >>"$0.searches"; while :; do sleep 1; done ;;
    quit*) exit ;;
    esac
done
"""


def send(s, path, body, **headers):
    """Sends a request and does not wait for the answer."""
    lines = [f"POST {path} HTTP/1.1", f"Host: {s.name}",
             f"X-Tabia-Token: {s.get('/api/session').json['token']}",
             f"Content-Length: {len(body)}"]
    lines += [f"{k.replace('_', '-')}: {v}" for k, v in headers.items()]
    c = socket.create_connection((s.host, s.port), timeout=30)
    c.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    return c


def test_abandoned(folder):
    """Searches of clients that are gone do not hold up those that are not."""
    path = folder.file("slow.sh", ENGINE)
    os.chmod(path, 0o755)
    s = Server(tabia, "--engine", path, "--log")
    body = json.dumps({"depth": 20}).encode()
    many = [send(s, "/api/evaluate", body) for _ in range(40)]
    holds("searching", wait_for(lambda: os.path.exists(path + ".searches")))
    for c in many:
        c.close()
    start = time.monotonic()
    a = s.post("/api/evaluate", {"depth": 1})
    took = time.monotonic() - start
    check("answered", a.json["eval"], {"cp": 5})
    holds("the next one", took < 10, f"{took:.1f} s")
    with open(path + ".searches") as f:
        holds("the others were not begun", len(f.readlines()) < 5)
    holds("logged", wait_for(lambda: s.said().count('"status":499') == 40))
    # The same when the end comes, with clients that are still there.
    many = [send(s, "/api/evaluate", body) for _ in range(40)]
    holds("all there", wait_for(lambda: "tabia_active_requests 41" in
                                s.get("/metrics").text))
    start = time.monotonic()
    s.end()
    took = time.monotonic() - start
    holds("ended", took < 12, f"{took:.1f} s")
    for c in many:
        c.close()


def make_games(size):
    """So many bytes of games that go different ways."""
    games, total = [], 0
    for white, r in itertools.product(itertools.permutations("abcdefgh"),
                                      range(8)):
        moves = zip(white, white[r:] + white[:r])
        games.append('[Event "?"]\n\n' + " ".join(
            f"{k + 1}. {w}3 {b}6" for k, (w, b) in enumerate(moves)) +
            " *\n\n")
        total += len(games[-1])
        if total >= size:
            return "".join(games).encode()


def test_imports(folder):
    """Files of visitors are read beside everything else."""
    s = Server(tabia, "--log")
    games = make_games(25_000_000)
    s.get("/api/search", q="reti")  # the first one reads the names' lines
    sent = [send(s, "/api/import", games, X_File_Name="games.pgn")
            for _ in range(3)]
    slowest = 0
    for word in ("ruy", "sicilian", "french", "pirc", "dutch"):
        start = time.monotonic()
        check(f"search {word}", s.get("/api/search", q=word).status, 200)
        slowest = max(slowest, time.monotonic() - start)
    busy = "tabia_active_requests 1" not in s.get("/metrics").text
    holds("beside them", busy, "the files were read already")
    holds("searches", slowest < 6, f"{slowest:.1f} s")
    # Two are read, one waits; their clients are gone.
    for c in sent:
        c.close()
    holds("given up", wait_for(lambda: s.said().count('"status":499') >= 2),
          s.said())
    s.end()


def cpu(s):
    """Seconds that the server has worked."""
    with open(f"/proc/{s.process.pid}/stat") as f:
        fields = f.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_blank_lines(folder):
    """They are no tree of moves, and cost no more than comments."""
    s = Server(tabia)
    spent = []
    for line in (b"# c\n", b"\n\n\n\n"):
        before = cpu(s)
        a = s.post("/api/import", line * 2_000_000, X_File_Name="a.txt")
        spent.append(cpu(s) - before)
        check(f"import of {line!r}", a.status, 200, a.text)
    holds("blank lines", spent[1] < 6 * spent[0] + 0.1,
          f"{spent[0]:.2f} s, then {spent[1]:.2f} s")
    s.end()


for test in (test_abandoned, test_imports, test_blank_lines):
    with Folder() as own:
        test(own)
finish()
