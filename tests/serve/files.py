"""Files that are damaged, shortened or replaced while they are served.

    files.py TABIA
"""

import itertools
import json
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

from harness import Folder, Server, check, finish, holds, wait_for

tabia = sys.argv[1]
BOOK = b"e2e4 e7e5\n"


def make_games(n):
    """Games that go different ways, so that a store of them is not small."""
    orders = itertools.permutations("abcdefgh")
    text = []
    for i, order in enumerate(itertools.islice(orders, n)):
        moves = " ".join(f"{k + 1}. {white}3 {black}6" for k, (white, black)
                         in enumerate(zip(order, reversed(order))))
        text.append(f'[Event "E{i}"]\n[Site "?"]\n[Date "2020.01.01"]\n'
                    f'[Round "{i}"]\n[White "White {i}"]\n'
                    f'[Black "Black {i}"]\n[Result "1-0"]\n'
                    f'[WhiteElo "2000"]\n[BlackElo "2000"]\n\n'
                    f'{moves} 1-0\n\n')
    return "".join(text)


def build(folder, name, n):
    games = folder.file(name + ".pgn", make_games(n))
    store = os.path.join(folder.path, name + ".tabia")
    subprocess.run([tabia, "build", "-q", "--force", "-o", store, games],
                   check=True)
    return store


def games_of(store):
    info = subprocess.run([tabia, "info", "--json", store], check=True,
                          capture_output=True)
    return json.loads(info.stdout)["games"]


def metric(s, name):
    for row in s.get("/metrics").text.splitlines():
        if row.startswith(name + " "):
            return int(row.split()[1])
    return None


def log_of(s):
    return [json.loads(line) for line in s.said().splitlines()
            if line.startswith("{")]


def test_damage(folder):
    """Damage is in the answer, in the log and in the metrics."""
    store = build(folder, "bad", 200)
    with open(store, "r+b") as f:
        f.seek(100)
        byte = f.read(1)
        f.seek(100)
        f.write(bytes([byte[0] ^ 0x55]))
    s = Server(tabia, store, "--log")
    found = s.get("/api/find").json
    holds("find: moves", found["moves"])
    check("find: no games", found["topGames"], [])
    holds("find: damage", "damaged" in found.get("damage", ""), found)
    explored = s.get("/lichess").json
    holds("lichess: moves", explored["moves"])
    holds("lichess: damage", "damaged" in explored["tabia"].get("damage", ""))
    holds("not kept", "damage" in s.get("/api/find").json)
    # An answer is counted after it was sent.
    holds("metrics", wait_for(lambda: metric(
        s, "tabia_damaged_responses_total") == 3))
    holds("log", wait_for(lambda: sum(
        "damaged" in row.get("problem", "") for row in log_of(s)) == 3),
        s.said())
    s.end()


def test_shortened(folder):
    """cp over a store that is served: that store is closed, no other."""
    store, small = build(folder, "live", 3000), build(folder, "small", 20)
    other = build(folder, "other", 2000)
    holds("mapped", os.path.getsize(store) > 65536 < os.path.getsize(other))
    lines = folder.file("lines.txt", BOOK)
    s = Server(tabia, store, other, lines)
    check("before", s.get("/api/find", book="live", play="a2a3").status, 200)
    shutil.copyfile(small, store)  # in place, as cp does it
    # An answer that was kept is still right; others are not to be had.
    for path in ("/api/find?book=live&play=b2b3", "/masters?book=live&"
                 "play=c2c3", "/lichess?play=d2d3", "/api/find?book=live",
                 "/api/pick?book=live&play=e2e3"):
        a = s.ask("GET", path)
        check(path, a.status, 503)
        holds(f"{path}: why", "'live.tabia' was overwritten" in a.text,
              a.text)
    for book in ("other", "lines"):
        check(book, s.get("/api/find", book=book).status, 200)
    rows = {b["id"]: b for b in s.get("/api/books").json["books"]}
    holds("in the list", rows["live"].get("problem"))
    check("warned once", s.said().count("warning: 'live.tabia'"), 1)
    s.process.send_signal(signal.SIGHUP)
    holds("opened again", wait_for(lambda: s.get(
        "/api/find", book="live").status == 200))
    check("the new file", s.get("/api/books").json["books"][0]["games"],
          games_of(small))
    s.end()


def test_truncated(folder):
    """Most of it gone, and what is left cannot be opened again."""
    store = build(folder, "gone", 3000)
    s = Server(tabia, store)
    check("before", s.get("/api/find").status, 200)
    os.truncate(store, 5000)
    for play in ("a2a3", "b2b3,a7a6", "c2c3"):
        check(f"after {play}", s.get("/api/find", play=play).status, 503)
    check("alive", s.get("/health").status, 200)
    s.process.send_signal(signal.SIGHUP)
    holds("reported", wait_for(lambda: "not reopened: the store is "
                           "truncated" in s.said()), s.said())
    os.truncate(store, 0)
    s.process.send_signal(signal.SIGHUP)
    holds("empty", wait_for(lambda: "is empty" in s.said()), s.said())
    check("still closed", s.get("/api/find").status, 503)
    s.end()


def test_truncated_explorer(folder):
    """The explorer reads first and checks the file afterwards."""
    store = build(folder, "gone", 3000)
    s = Server(tabia, store)
    check("before", s.get("/lichess").status, 200)
    os.truncate(store, 5000)
    for play in ("a2a3", "b2b3,a7a6", "c2c3"):
        a = s.get("/masters", play=play)
        check(f"after {play}", a.status, 503)
        holds(f"after {play}: why", "was overwritten" in a.text, a.text)
    check("damaged", re.search(r"^tabia_damaged_responses_total (\d+)",
                               s.get("/metrics").text, re.M).group(1), "0")
    s.end()


def test_replaced(folder):
    """mv and SIGHUP: the new file; without changes nothing happens."""
    lines = folder.file("lines.txt", BOOK)
    mine = folder.file("mine.txt", BOOK)
    store, new = build(folder, "live", 300), build(folder, "new", 20)
    s = Server(tabia, lines, mine, store)
    games = s.get("/api/books").json["books"][2]["games"]

    def books():
        return {b["id"]: b for b in s.get("/api/books").json["books"]}
    os.replace(new, store)
    check("before the signal", books()["live"]["games"], games)
    edit = {"book": "mine", "revision": 0, "changes": [
        {"do": "set", "field": "title", "value": "x"}]}
    check("edit", s.post("/api/edit", edit).status, 200)
    # Longer, so that it is another file by its size, too.
    folder.file("lines.txt", BOOK + b"d2d4 d7d5\n")
    folder.file("mine.txt", BOOK + b"d2d4 d7d5\n")
    s.process.send_signal(signal.SIGHUP)
    holds("replaced", wait_for(lambda: books()["live"]["games"] != games))
    holds("changed", wait_for(lambda: len(
        s.get("/api/find", book="lines").json["moves"]) == 2))
    holds("a page with the old state gets a conflict",
          s.post("/api/edit", {**edit, "book": "lines"}).status == 409)
    check("unsaved changes stay", books()["mine"]["dirty"], True)
    check("unsaved book", len(s.get("/api/find",
                                    book="mine").json["moves"]), 1)
    holds("warned", "the book has unsaved changes" in s.said(), s.said())
    revision = books()["lines"]["revision"]
    s.process.send_signal(signal.SIGHUP)
    check("nothing to do", books()["lines"]["revision"], revision)
    s.end()
    check("status", s.process.returncode, 0)


def test_two_writers(folder):
    """Another server has unsaved changes: 409, not 500."""
    book = folder.file("lines.txt", BOOK)
    first, second = Server(tabia, book), Server(tabia, book)
    edit = {"book": "lines", "revision": 0, "changes": [
        {"do": "set", "field": "title", "value": "x"}]}
    check("first", first.post("/api/edit", edit).status, 200)
    a = second.post("/api/edit", edit)
    check("second", a.status, 409)
    holds("why", "another server" in a.json["error"], a.text)
    check("nothing is changed", a.json["dirty"], False)
    first.end()
    second.end()


def test_terminal(folder):
    """Closing the terminal ends the server; a signal alone does not."""
    book = folder.file("lines.txt", BOOK)
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(tabia, [tabia, "serve", "--port", "0", book])
    said = b""
    while b"/\r\n" not in said:
        said += os.read(terminal, 1000)
    port = int(re.search(rb"127.0.0.1:(\d+)/", said)[1])

    def is_up():
        with socket.socket() as s:
            return s.connect_ex(("127.0.0.1", port)) == 0
    os.kill(pid, signal.SIGHUP)
    time.sleep(0.5)
    holds("a signal", is_up())
    os.close(terminal)
    holds("a closed terminal", wait_for(lambda: not is_up()))
    os.waitpid(pid, 0)


for test in (test_damage, test_shortened, test_truncated,
             test_truncated_explorer, test_replaced,
             test_two_writers, test_terminal):
    with Folder() as own:
        test(own)
finish()
