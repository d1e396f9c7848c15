"""Keyed files are searched, and loaded only by what needs the whole book."""

import os
import signal
import subprocess
import sys

from harness import START, Folder, Server, check, finish, holds, wait_for

tabia = sys.argv[1]
LINES = "e2e4 e7e5 g1f3 b8c6\ne2e4 c7c5\nd2d4 d7d5\n"
LARGE = 65 << 20


def convert(folder, name):
    path = os.path.join(folder.path, name)
    subprocess.run([tabia, "convert", "-q", "--force",
                    folder.file("lines.txt", LINES), path], check=True)
    return path


def book(s):
    return s.get("/api/books").json["books"][0]


def is_loaded(s):
    return "positions" in book(s)


def edit(s, revision, uci="c2c4"):
    return s.post("/api/edit", {"book": "lines", "revision": revision,
                                "changes": [{"do": "add", "fen": START,
                                             "uci": uci}]})


def test_loading(folder):
    # What can be answered by key, and what needs the book.
    for name in "lines.bin", "lines.ctg", "lines.dat":
        path = convert(folder, name)
        s = Server(tabia, path)
        b = book(s)
        check(name, (b["kind"], b["editable"], b["savable"], b["revision"],
                     b["dirty"]), ("book", True, True, 0, False))
        for address in ("/api/find", "/masters", "/lichess", "/api/pick",
                        "/api/search?q=sicilian", "/api/holes"):
            check(address, s.get(address).status, 200)
        moves = s.get("/api/find", play="e2e4").json["moves"]
        check("found", sorted(m["uci"] for m in moves), ["c7c5", "e7e5"])
        check("not loaded", is_loaded(s), False)
        s.end()
        for address in ("/api/graph", "/api/tree", "/api/lines",
                        "/api/export?format=pgn", "/api/losses?format=pgn"):
            s = Server(tabia, path)
            a = s.get(address)
            check(address, (a.status, is_loaded(s)), (200, True), a.text)
            check("positions", book(s)["positions"], 8)
            s.end()


def test_editing(folder):
    path = convert(folder, "lines.bin")
    before = folder.read("lines.bin")
    s = Server(tabia, path)
    for word in "undo", "redo":
        a = s.post(f"/api/{word}", {"book": "lines", "revision": 0})
        check(word, a.status, 400, a.text)
    s.end()
    s = Server(tabia, path)
    check("stale", edit(s, 3).status, 409)
    a = edit(s, 0)
    check("edit", (a.status, a.json["revision"]), (200, 1), a.text)
    check("loaded", book(s)["positions"], 9)
    holds("moves", "c2c4" in [m["uci"] for m in
                              s.get("/api/find").json["moves"]])
    # The journal brings the change back, for which the book is loaded.
    s.kill()
    s = Server(tabia, path)
    holds("restored", "restored 1 unsaved change" in s.said(), s.said())
    b = book(s)
    check("restored", (b["dirty"], b["positions"]), (True, 9))
    a = s.post("/api/save", {"book": "lines", "revision": b["revision"],
                             "confirm": True})
    check("save", a.status, 200, a.text)
    holds("written", folder.read("lines.bin") != before)
    s.end()
    s = Server(tabia, path)
    check("searched again", is_loaded(s), False)
    holds("saved", "c2c4" in [m["uci"] for m in
                              s.get("/api/find").json["moves"]])
    s.end()


def test_changed(folder):
    # What is loaded later must be what was opened.
    path = convert(folder, "lines.bin")
    s = Server(tabia, path)
    os.unlink(path)
    subprocess.run([tabia, "convert", "-q", folder.file("lines.txt", "a2a3\n"),
                    path], check=True)
    a = edit(s, 0)
    check("changed", (a.status, a.text),
          (404, "'lines': the file has changed; SIGHUP reopens it; this needs "
                "a book in memory\n"))
    check("still there", s.get("/api/find").json["total"], 2)
    s.process.send_signal(signal.SIGHUP)
    holds("reopened",
          wait_for(lambda: s.get("/api/find").json["total"] == 1))
    check("edit", edit(s, book(s)["revision"]).status, 200)
    s.end()


def test_large(folder):
    # Rows of key 0 come first, so most of the file can be a hole.
    path = convert(folder, "lines.bin")
    rows = folder.read("lines.bin")
    with open(path, "wb") as f:
        f.seek(LARGE)
        f.write(rows)
    s = Server(tabia, "--from", "polyglot", path)
    b = book(s)
    check("large", (b["kind"], b["editable"]), ("table", False))
    check("find", s.get("/api/find").json["total"], 2)
    a = s.get("/api/tree")
    check("tree", (a.status, a.text),
          (404, "'lines': too large to load; this needs a book in memory\n"))
    check("edit", edit(s, 0).status, 403)
    s.end()


for test in test_loading, test_editing, test_changed, test_large:
    with Folder() as folder:
        test(folder)
finish()
