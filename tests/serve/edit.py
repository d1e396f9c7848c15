"""Changing books: editing, undoing, saving, journals, two editors, kill -9."""

import os
import random
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from harness import START, Folder, Server, check, finish, fixture, holds

tabia = sys.argv[1]

AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
AFTER_E4_E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
AFTER_D4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"

# Two ways to one position; only the first goes on from there.
LINES = """e2e4 e7e6 d2d4 d7d5 b1c3 g8f6
d2d4 e7e6 e2e4 d7d5
"""


def moves_of(server, fen=START, book=None):
    params = {"fen": fen}
    if book:
        params["book"] = book
    return [m["uci"] for m in server.get("/api/find", **params).json["moves"]]


def edit(server, revision, *changes, book="lines"):
    return server.post("/api/edit", {"book": book, "revision": revision,
                                     "changes": list(changes)})


def add(fen, uci):
    return {"do": "add", "fen": fen, "uci": uci}


def remove(fen, uci):
    return {"do": "remove", "fen": fen, "uci": uci}


def put(field, value, fen=None, uci=None):
    change = {"do": "set", "field": field, "value": value}
    if fen:
        change["fen"] = fen
    if uci:
        change["uci"] = uci
    return change


def test_new_on_request(folder):
    path = folder.file("lines.txt", LINES)
    s = Server(tabia, path)

    def new(**body):
        return s.post("/api/new", body)
    a = new(title="My London!", side="white", format="pgn")
    check("new", a.status, 200, a.text)
    book = a.json
    check("book", (book["id"], book["title"], book["side"], book["file"],
                   book["positions"], book["savable"]),
          ("my-london", "My London!", "white", "my-london.pgn", 0, True))
    file = os.path.join(os.path.dirname(path), "my-london.pgn")
    holds("not written yet", not os.path.exists(file))
    a = edit(s, book["revision"], add(START, "d2d4"), book="my-london")
    check("first move", a.status, 200, a.text)
    a = s.post("/api/save", {"book": "my-london",
                             "revision": a.json["revision"]})
    check("saved", a.status, 200, a.text)
    with open(file, encoding="utf-8") as f:
        text = f.read()
    holds("file", "1. d4" in text and '"white"' in text.lower(), text)
    a = new(title="my london", format="pgn")
    check("again", (a.status, a.json["file"], a.json["side"]),
          (200, "my-london-2.pgn", None))
    check("only signs", new(title="../?!", format="pgn").json["file"],
          "book.pgn")
    check("letters with accents",
          new(title="Für Grünfeld, Réti & Öß", format="pgn").json["file"],
          "fuer-gruenfeld-reti-oess.pgn")
    check("no title", new(format="pgn").status, 400)
    check("no format", new(title="x").status, 400)
    check("not written", new(title="x", format="crafty").status, 400)
    check("side", new(title="x", format="pgn", side="red").status, 400)
    s.end()
    s = Server(tabia, path, "--read-only")
    s.token = "none is given"
    check("read-only", s.post("/api/new", {"title": "x", "format": "pgn"})
          .status, 403)
    s.end()


def test_new_without_file(folder):
    """A new book that was not saved is there after a restart."""
    path = folder.file("lines.txt", LINES)
    name = os.path.basename(folder.path)
    for books in ([path], []):
        s = Server(tabia, *books, cwd=folder.path)
        check("folder", s.get("/api/books").json["folder"], name)
        a = s.post("/api/new", {"title": "Of mine", "format": "pgn"})
        check("new", a.status, 200, a.text)
        edit(s, a.json["revision"], add(START, "g2g4"), book="of-mine")
        # A second server leaves it to the first one.
        other = Server(tabia, *books, cwd=folder.path)
        check("other", [b["id"] for b in other.get("/api/books")
                        .json["books"]], ["lines" if books else "default"])
        other.end()
        s.kill()
        s = Server(tabia, *books, cwd=folder.path)
        holds("said", "of-mine.pgn: restored" in s.said(), s.said())
        check("moves", moves_of(s, START, "of-mine"), ["g2g4"])
        book = s.get("/api/books").json["books"][1]
        check("book", (book["title"], book["dirty"]), ("Of mine", True))
        a = s.post("/api/save", {"book": "of-mine",
                                 "revision": book["revision"]})
        check("saved", a.status, 200, a.text)
        s.end()
        check("files", folder.names(), ["lines.txt", "of-mine.pgn"])
        os.unlink(os.path.join(folder.path, "of-mine.pgn"))


def test_creation_is_no_step(folder):
    """Undo takes back moves of a new book, not its title and side."""
    path = folder.file("lines.txt", LINES)
    s = Server(tabia, path)

    def book(name):
        found = [b for b in s.get("/api/books").json["books"]
                 if b["id"] == name][0]
        return found["title"], found["side"], found["undo"], found["dirty"]
    for title, body in ("New one", {}), ("A copy", {"from": "lines"}):
        a = s.post("/api/new", {"title": title, "side": "black",
                                "format": "pgn", **body}).json
        name = a["id"]
        check("nothing to undo", book(name), (title, "black", 0, True))
        check("refused", s.post("/api/undo", {
            "book": name, "revision": a["revision"]}).status, 400)
        a = edit(s, a["revision"], add(START, "a2a4"), book=name)
        check("a move", book(name), (title, "black", 1, True))
        s.post("/api/undo", {"book": name, "revision": a.json["revision"]})
        check("undone", book(name), (title, "black", 0, True))
        s.kill()
        s = Server(tabia, path, os.path.join(folder.path, name + ".pgn"))
        check("after a crash", book(name), (title, "black", 0, True))
        check("no move", "a2a4" in moves_of(s, START, name), False)
    s.end()


def test_changes(folder):
    path = folder.file("lines.txt", LINES)
    s = Server(tabia, path)
    check("first moves", moves_of(s), ["e2e4", "d2d4"])

    a = edit(s, 0, add(START, "c2c4"), add(START, "g1f3"))
    check("add", a.status, 200, a.text)
    check("add answer", (a.json["revision"], a.json["undo"], a.json["redo"],
                         a.json["dirty"]), (1, 1, 0, True))
    check("added", moves_of(s), ["e2e4", "d2d4", "c2c4", "g1f3"])

    a = edit(s, 1, put("weight", 7, START, "c2c4"),
             put("mark", "passive", START, "c2c4"),
             put("nags", [1, 14], START, "e2e4"),
             put("remark", "best by test", START, "e2e4"),
             put("results", {"white": 3, "draws": 2, "black": 1},
                 START, "g1f3"),
             put("name", "King's Pawn", AFTER_E4), put("eco", "B00", AFTER_E4),
             put("comment", "\u00fcber", AFTER_E4),
             put("eval", {"cp": -31, "depth": 22}, AFTER_E4),
             put("eval", {"mate": 3}, START),
             put("title", "Mine"), put("side", "black"))
    check("set", a.status, 200, a.text)
    found = {m["uci"]: m for m in s.get("/api/find").json["moves"]}
    check("weight", found["c2c4"].get("weight"), 7)
    check("mark", found["c2c4"].get("mark"), "passive")
    check("nags", found["e2e4"].get("nags"), [1, 14])
    check("remark", found["e2e4"].get("remark"), "best by test")
    check("results", (found["g1f3"].get("white"), found["g1f3"].get("draws"),
                      found["g1f3"].get("black")), (3, 2, 1))
    there = s.get("/api/find", play="e2e4").json
    check("name", there["position"].get("name"), "King's Pawn")
    check("eco", there["position"].get("eco"), "B00")
    check("comment", there["position"].get("comment"), "\u00fcber")
    check("eval", (there["position"].get("eval"),
                   there["position"].get("depth")), ({"cp": -31}, 22))
    check("mate", s.get("/api/find").json["position"].get("eval"),
          {"mate": 3})
    book = s.get("/api/books").json["books"][0]
    check("title", (book["title"], book["side"]), ("Mine", "black"))

    a = edit(s, 2, put("weight", None, START, "c2c4"), put("side", None),
             put("eval", None, START))
    check("unset", a.status, 200, a.text)
    holds("no value", "eval" not in
          (s.get("/api/find").json["position"] or {}))
    found = {m["uci"]: m for m in s.get("/api/find").json["moves"]}
    holds("no weight", "weight" not in found["c2c4"])

    # All or nothing: the second change is wrong.
    a = edit(s, 3, add(START, "a2a3"), add(AFTER_D4, "d2d4"))
    check("illegal", a.status, 400)
    holds("which one", "change 2" in a.text, a.text)
    holds("nothing", "a2a3" not in moves_of(s))

    for wrong in ([], "x", [{}], [{"do": "fly"}], [{"do": "add"}],
                  [put("weight", -1, START, "e2e4")],
                  [put("weight", "5", START, "e2e4")],
                  [put("mark", "good", START, "e2e4")],
                  [put("nags", [1, 2, 3, 4, 5], START, "e2e4")],
                  [put("eco", "Z99", AFTER_E4)],
                  [put("eval", 31, AFTER_E4)], [put("eval", {}, AFTER_E4)],
                  [put("eval", {"cp": 1, "mate": 1}, AFTER_E4)],
                  [put("eval", {"cp": 1, "text": "1"}, AFTER_E4)],
                  [put("eval", {"cp": "1"}, AFTER_E4)],
                  [put("name", "x", "8/8/8/8/8/8/8/8 w - - 0 1")],
                  [put("side", "both")], [put("height", 1)],
                  [remove(START, "h2h4")], [add(AFTER_E4_E5, "a2a3")]):
        a = s.post("/api/edit", {"book": "lines", "revision": 3,
                                 "changes": wrong})
        check(f"refused {wrong}", a.status, 400, a.text)

    a = s.post("/api/undo", {"book": "lines", "revision": 3})
    check("undo", (a.status, a.json["undo"], a.json["redo"]), (200, 2, 1))
    found = {m["uci"]: m for m in s.get("/api/find").json["moves"]}
    check("undone", found["c2c4"].get("weight"), 7)
    a = s.post("/api/redo", {"book": "lines", "revision": 4})
    check("redo", (a.status, a.json["undo"], a.json["redo"]), (200, 3, 0))
    a = s.post("/api/redo", {"book": "lines", "revision": 5})
    check("nothing to redo", a.status, 400)
    s.end()


def test_branches(folder):
    """Removing a move keeps what another line needs."""
    path = folder.file("lines.txt", LINES)
    s = Server(tabia, path)
    # Both lines reach the French; the knight move stands in the first only.
    french = ("rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR "
              "w KQkq - 0 3")
    check("French", moves_of(s, french), ["b1c3"])
    order = {"book": "lines", "revision": 0,
             "changes": [remove(START, "e2e4")]}
    a = s.post("/api/preview", order)
    check("preview", a.json, {"added": 0, "removed": {"moves": 3, "kept": 3}})
    check("nothing changed", moves_of(s), ["e2e4", "d2d4"])
    check("old", s.post("/api/preview", dict(order, revision=7)).status, 409)
    a = edit(s, 0, remove(START, "e2e4"))
    check("remove", a.status, 200, a.text)
    check("counts", a.json["removed"], {"moves": 3, "kept": 3})
    check("one first move", moves_of(s), ["d2d4"])
    check("knight still there", moves_of(s, french), ["b1c3"])

    # And it is in the file, after the line that is left.
    a = s.post("/api/save", {"book": "lines", "revision": 1})
    check("save", a.status, 200, a.text)
    lines = [line for line in folder.read("lines.txt").decode().splitlines()
             if line and line[0] not in "#("]
    check("file", lines, ["d2d4 e7e6 e2e4 d7d5 b1c3 g8f6"])

    a = edit(s, 1, remove(START, "d2d4"))
    check("all", a.json["removed"], {"moves": 6, "kept": 0})
    check("empty", moves_of(s), [])
    a = s.post("/api/undo", {"book": "lines", "revision": 2})
    check("back", moves_of(s), ["d2d4"])
    s.end()


def test_order(folder):
    """A move can have any place among those of its position."""
    pgn = "1. e4 e5 ( 1... c5 2. c3 ) ( 1... e6 2. d4 ) 2. Nf3 *\n"
    s = Server(tabia, folder.file("order.pgn", pgn))
    place = {"do": "order", "fen": AFTER_E4, "uci": "c7c5"}

    def moves():
        return moves_of(s, AFTER_E4)

    check("before", moves(), ["e7e5", "c7c5", "e7e6"])
    edit(s, 0, dict(place, value=2), book="order")
    check("down", moves(), ["e7e5", "e7e6", "c7c5"])
    edit(s, 1, dict(place, value=0), put("weight", 3, AFTER_E4, "e7e6"),
         book="order")
    check("first", moves(), ["c7c5", "e7e5", "e7e6"])
    s.post("/api/undo", {"book": "order", "revision": 2})
    book = s.get("/api/books").json["books"][0]
    check("in words", (book.get("undoes"), book.get("redoes")),
          ("moving 1...c5", "moving 1...c5 and 1 more"))
    check("undone", moves(), ["e7e5", "e7e6", "c7c5"])
    a = edit(s, 3, dict(place, value=3), book="order")
    check("no such place is the last one", (a.status, moves()),
          (200, ["e7e5", "e7e6", "c7c5"]))
    a = s.post("/api/save", {"book": "order", "revision": 4})
    check("save", a.status, 200, a.text)
    text = " ".join(folder.read("order.pgn").decode().split())
    check("file", text[text.index("1."):],
          "1. e4 e5 (1... e6 2. d4) (1... c5 2. c3) 2. Nf3 *")
    s.end()


def test_line(folder):
    """A line is one change: what the book lacks of it, or nothing."""
    path = folder.file("lines.txt", LINES)
    s = Server(tabia, path)

    def line(*play):
        return {"do": "add", "fen": START, "play": list(play)}

    def book():
        found = s.get("/api/books").json["books"][0]
        return [found[k] for k in ("revision", "undo", "undoes")]
    # By another order of moves the book has the position after 2...d5.
    a = edit(s, 0, line("e2e4", "d7d5", "d2d4", "e7e6", "e4d5", "e6d5", "g1f3"))
    check("added", (a.status, a.json["added"]), (200, 3))
    check("one step", book(), [1, 1, "adding 3.exd5 and 2 more"])
    check("way there", moves_of(s, AFTER_E4), ["e7e6"])
    a = edit(s, 1, line("e2e4", "e7e6", "d2d4", "d7d5"))
    check("known", (a.status, a.json["added"], a.json["revision"]), (200, 0, 1))
    check("no step", book()[:2], [1, 1])
    a = s.post("/api/preview", {"book": "lines", "revision": 1,
                                "changes": [line("g2g4", "e7e5")]})
    check("preview", a.json["added"], 2)
    a = edit(s, 1, line("g2g4", "e7e5", "e7e6"))
    check("illegal", (a.status, a.text.strip()), (
        400, 'bad request: change 1: move 3 of "play": no piece on e7'))
    for play in ([], ["e2e4"] * 601, "e2e4", [7]):
        check("refused", edit(s, 1, {"do": "add", "fen": START,
                                     "play": play}).status, 400)
    check("all or nothing", moves_of(s), ["e2e4", "d2d4"])
    check("undo", s.post("/api/undo", {"book": "lines", "revision": 1})
          .json["moves"], 10)
    s.kill()

    # The journal has it, and a branch of many moves is one step too.
    s = Server(tabia, path)
    a = s.post("/api/redo", {"book": "lines", "revision": s.get("/api/books")
                             .json["books"][0]["revision"]}).json
    check("replayed", a["moves"], 13)
    many = [add(START, "g2g4")] + 20000 * [
        put("remark", "x" * 100, START, "g2g4")]
    check("many", edit(s, a["revision"], *many).status, 200)
    check("too many", edit(s, a["revision"] + 1, *(3 * many)).status, 400)
    check("steps", book()[1:], [2, "adding 1.g4 and 20000 more"])
    s.end()


def test_two_editors(folder):
    path = folder.file("lines.txt", LINES)
    s = Server(tabia, path)
    check("first", edit(s, 0, add(START, "c2c4")).status, 200)
    a = edit(s, 0, add(START, "g2g3"))
    check("second gets a conflict", a.status, 409)
    check("revision", a.json["revision"], 1)
    holds("error", a.json["error"])
    check("nothing lost", moves_of(s), ["e2e4", "d2d4", "c2c4"])
    for path_ in ("/api/undo", "/api/redo", "/api/save"):
        a = s.post(path_, {"book": "lines", "revision": 0})
        check(path_, a.status, 409)

    # Somebody else writes the file.
    folder.file("lines.txt", "a2a3\n")
    a = s.post("/api/save", {"book": "lines", "revision": 1})
    check("changed file", a.status, 409, a.text)
    check("not overwritten", folder.read("lines.txt"), b"a2a3\n")
    s.end()


def test_journal(folder):
    path = folder.file("lines.txt", LINES)
    s = Server(tabia, path)
    edit(s, 0, add(START, "c2c4"))
    edit(s, 1, add(START, "g1f3"))
    s.post("/api/undo", {"book": "lines", "revision": 2})
    edit(s, 3, put("title", "Kept"))
    s.kill()
    check("journal", folder.names(), ["lines.txt", "lines.txt.tabia-edits"])
    check("file untouched", folder.read("lines.txt").decode(), LINES)

    # A line that was cut short does not count.
    with open(path + ".tabia-edits", "ab") as f:
        f.write(b'{"changes":[{"do":"add","fe')
    s = Server(tabia, path)
    holds("message", "unsaved" in s.said(), s.said())
    check("changes are back", moves_of(s), ["e2e4", "d2d4", "c2c4"])
    book = s.get("/api/books").json["books"][0]
    check("state", (book["title"], book["dirty"], book["undo"]),
          ("Kept", True, 2))
    check("restored", book.get("restored"), 4)
    check("go on", edit(s, book["revision"], add(START, "b2b3")).status, 200)
    check("not the last change",
          "restored" in s.get("/api/books").json["books"][0], False)
    s.kill()

    s = Server(tabia, path)
    check("twice", moves_of(s), ["e2e4", "d2d4", "c2c4", "b2b3"])
    book = s.get("/api/books").json["books"][0]
    a = s.post("/api/save", {"book": "lines", "revision": book["revision"],
                             "confirm": True})
    check("save", (a.status, a.json.get("dirty")), (200, False), a.text)
    check("journal is gone", folder.names(), ["lines.txt"])

    # Undoing behind what was saved survives as well.
    a = s.post("/api/undo", {"book": "lines", "revision": a.json["revision"]})
    check("undo after save", (a.status, a.json["dirty"]), (200, True))
    check("undone", moves_of(s), ["e2e4", "d2d4", "c2c4"])
    s.kill()
    s = Server(tabia, path)
    check("undone after a crash", moves_of(s), ["e2e4", "d2d4", "c2c4"])
    s.kill()

    # The file changed since: the journal is kept, and not used.
    folder.file("lines.txt", "a2a3\n")
    s = Server(tabia, path)
    check("new file", moves_of(s), ["a2a3"])
    check("set aside", folder.names(),
          ["lines.txt", "lines.txt.tabia-edits.old"])
    s.end()


def test_bad_journal(folder):
    """What cannot be made again is kept, and so is what can."""
    path = folder.file("lines.txt", LINES)
    s = Server(tabia, path)
    for i, uci in enumerate(("c2c4", "g1f3", "b2b3")):
        edit(s, i, add(START, uci))
    s.kill()
    journal = folder.read("lines.txt.tabia-edits").splitlines(keepends=True)
    folder.file("lines.txt.tabia-edits.old", "before")
    journal[2] = b'{"chan\0\0\0\n'
    folder.file("lines.txt.tabia-edits", b"".join(journal))
    s = Server(tabia, path)
    holds("reported", "restored 1 unsaved change" in s.said() and
          "cannot restore change 2: the line is damaged" in s.said() and
          ".tabia-edits.old2" in s.said(), s.said())
    check("the first", moves_of(s), ["e2e4", "d2d4", "c2c4"])
    check("all kept", folder.read("lines.txt.tabia-edits.old2"),
          b"".join(journal))
    check("and before", folder.read("lines.txt.tabia-edits.old"), b"before")
    revision = s.get("/api/books").json["books"][0]["revision"]
    check("go on", edit(s, revision, add(START, "a2a3")).status, 200)
    s.kill()
    s = Server(tabia, path)
    check("again", moves_of(s), ["e2e4", "d2d4", "c2c4", "a2a3"])
    s.end()


def test_no_room(folder):
    """A journal that cannot be written is no journal."""
    path = folder.file("lines.txt", LINES)
    s = Server(tabia, path)
    resource.prlimit(s.process.pid, resource.RLIMIT_FSIZE, (20, 1 << 40))
    a = edit(s, 0, add(START, "c2c4"))
    check("no room", a.status, 500, a.text)
    check("nothing left", folder.names(), ["lines.txt"])
    check("nothing changed", moves_of(s), ["e2e4", "d2d4"])
    resource.prlimit(s.process.pid, resource.RLIMIT_FSIZE, (1 << 40, 1 << 40))
    check("room", edit(s, 0, add(START, "c2c4")).status, 200)
    s.kill()
    s = Server(tabia, path)
    check("back", moves_of(s), ["e2e4", "d2d4", "c2c4"])
    s.end()


def test_new_without_room(folder):
    """A copy that cannot be kept leaves no book behind, and no file."""
    path = folder.file("lines.txt", LINES)
    s = Server(tabia, path)
    resource.prlimit(s.process.pid, resource.RLIMIT_FSIZE, (20, 1 << 40))
    copy = {"title": "A copy", "format": "pgn", "from": "lines"}
    a = s.post("/api/new", copy)
    check("no room", a.status, 500, a.text)
    check("books", [b["id"] for b in s.get("/api/books").json["books"]],
          ["lines"])
    check("files", folder.names(), ["lines.txt"])
    resource.prlimit(s.process.pid, resource.RLIMIT_FSIZE, (1 << 40, 1 << 40))
    a = s.post("/api/new", copy)
    check("room", (a.status, a.json["id"]), (200, "a-copy"), a.text)
    s.end()


def test_two_servers(folder):
    """The second server with the same file may read, and harms nothing."""
    path = folder.file("lines.txt", LINES)
    a = Server(tabia, path)
    check("first", edit(a, 0, add(START, "c2c4")).status, 200)
    b = Server(tabia, path)
    holds("reported", "another server" in b.said(), b.said())
    check("may not", edit(b, 0, add(START, "g2g3")).status, 403)
    check("reads the file", moves_of(b), ["e2e4", "d2d4"])
    b.end()
    check("goes on", edit(a, 1, add(START, "g2g3")).status, 200)
    a.kill()
    a = Server(tabia, path)
    check("all there", moves_of(a), ["e2e4", "d2d4", "c2c4", "g2g3"])
    a.end()

    # The journal came after both had started.
    for name in folder.names():
        if name != "lines.txt":
            os.unlink(os.path.join(folder.path, name))
    a, b = Server(tabia, path), Server(tabia, path)
    check("one", edit(a, 0, add(START, "c2c4")).status, 200)
    check("not the other", edit(b, 0, add(START, "g2g3")).status, 409)
    a.end()
    b.end()


def test_losses(folder):
    """A format that cannot hold a change says so before it is written."""
    path = folder.file("lines.txt", LINES)
    s = Server(tabia, path)
    edit(s, 0, put("weight", 5, START, "e2e4"))
    before = folder.read("lines.txt")
    a = s.post("/api/save", {"book": "lines", "revision": 1})
    check("asks first", a.status, 409, a.text)
    holds("lists losses", a.json["losses"], a.text)
    check("not written", folder.read("lines.txt"), before)
    a = s.post("/api/save", {"book": "lines", "revision": 1, "confirm": True})
    check("confirmed", a.status, 200, a.text)
    s.end()


def test_study(folder):
    """The chapters of a study stay what they are but for the change."""
    study = fixture("study.pgn")
    s = Server(tabia, folder.file("study.pgn", study))
    a = edit(s, 0, put("comment", "main", AFTER_E4), book="study")
    check("comment", a.status, 200, a.text)
    a = s.post("/api/save", {"book": "study", "revision": 1})
    check("nothing is lost", a.status, 200, a.text)
    check("no losses", a.json["losses"], [])
    check("saved", folder.read("study.pgn").decode(),
          study.replace("1. e4 e5", "1. e4 {main} 1... e5"))
    s.end()

    # What could not be read is asked about, as everywhere.
    s = Server(tabia, folder.file("null.pgn", "1. e4 e5 2. -- Nc6 *\n"))
    edit(s, 0, add(START, "c2c4"), book="null")
    a = s.post("/api/save", {"book": "null", "revision": 1})
    check("asks first", a.status, 409, a.text)
    check("what is lost", [x["count"] for x in a.json["losses"]], [1])
    s.end()


def test_comments_of_several_lines(folder):
    """Line breaks in comments are no loss, in any format of repertoires."""
    for name, text in (("a.pgn", "1. e4 e5 *\n"),
                       ("b.txt", "v4.0\n= B\nstart -> e4\n")):
        s = Server(tabia, folder.file(name, text))
        edit(s, 0, put("remark", "One.\n\nTwo,  with blanks ", START, "e2e4"),
             book=name[0])
        a = s.post("/api/save", {"book": name[0], "revision": 1})
        check(f"{name}: saved without a question", a.status, 200, a.text)
        text = folder.read(name).decode()
        holds(f"{name}: its words", "One." in text and "Two," in text, text)
        s.end()
    s = Server(tabia, os.path.join(folder.path, "a.pgn"))
    edit(s, 0, put("remark", "a } b", START, "e2e4"), book="a")
    a = s.post("/api/save", {"book": "a", "revision": 1})
    check("a brace is one", a.status, 409, a.text)
    s.end()


def test_rights(folder):
    path = folder.file("lines.txt", LINES)
    s = Server(tabia, path)
    body = b'{"book":"lines","revision":0,"changes":[]}'
    token = s.get("/api/session").json["token"]
    check("token", len(token), 32)
    wrong = "0" * 32 if token != "0" * 32 else "1" * 32
    own = f"http://{s.name}"
    for name, headers in (
            ("no token", {}),
            ("wrong token", {"X-Tabia-Token": wrong}),
            ("empty token", {"X-Tabia-Token": ""}),
            ("cut token", {"X-Tabia-Token": token[:-1]}),
            ("long token", {"X-Tabia-Token": token + "0"}),
            ("other origin", {"X-Tabia-Token": token,
                              "Origin": "http://evil.example"}),
            ("null origin", {"X-Tabia-Token": token, "Origin": "null"}),
            ("other port", {"X-Tabia-Token": token,
                            "Origin": "http://127.0.0.1:1"}),
            ("other site", {"X-Tabia-Token": token,
                            "Sec-Fetch-Site": "cross-site"}),
            ("other name", {"X-Tabia-Token": token, "Host": "evil.example"})):
        for address in ("edit", "undo", "redo", "save", "import", "close",
                        "evaluate"):
            a = s.ask("POST", "/api/" + address, body=body, headers=headers)
            check(f"{address}: {name}", a.status, 403, a.text)
    for name, headers in (
            ("origin", {"Origin": "http://evil.example"}),
            ("site", {"Sec-Fetch-Site": "cross-site"}),
            ("host", {"Host": "evil.example"})):
        a = s.ask("GET", "/api/session", headers=headers)
        check(f"session: {name}", a.status, 403)
    a = s.ask("POST", "/api/edit", body=body,
              headers={"X-Tabia-Token": token, "Origin": own})
    check("own origin", a.status, 400)  # read, and found empty
    check("GET", s.get("/api/edit").status, 405)
    s.end()

    s = Server(tabia, "--read-only", path)
    check("read-only: token", s.get("/api/session").status, 403)
    a = s.ask("POST", "/api/edit", body=body,
              headers={"X-Tabia-Token": token})
    check("read-only: edit", a.status, 403)
    check("read-only: reported", s.get("/api/books").json["readOnly"], True)
    check("read-only: editable",
          s.get("/api/books").json["books"][0]["editable"], False)
    s.end()


def test_new_book(folder):
    """A file that is empty, or not there yet, becomes a book."""
    folder.file("empty.pgn", "")
    paths = [os.path.join(folder.path, name)
             for name in ("empty.pgn", "new.pgn")]
    s = Server(tabia, *paths)
    holds("said", "new.pgn: new book" in s.said(), s.said())
    for name in ("empty", "new"):
        book = [b for b in s.get("/api/books").json["books"]
                if b["id"] == name][0]
        check(name, (book["format"], book["editable"], book["savable"],
                     book["dirty"], book["positions"]),
              ("pgn", True, True, False, 0))
        a = edit(s, 0, add(START, "e2e4"), book=name)
        check("first move", a.status, 200, a.text)
        a = edit(s, 1, add(AFTER_E4, "e7e5"), book=name)
        check("second move", (a.status, a.json["dirty"]), (200, True))
    check("no file before it is saved", folder.names().count("new.pgn"), 0)
    s.kill()
    s = Server(tabia, *paths)
    check("back after a crash", moves_of(s, AFTER_E4, "new"), ["e7e5"])
    for name in ("empty", "new"):
        a = s.post("/api/save", {"book": name, "revision": 2})
        check("save", (a.status, a.json["dirty"]), (200, False), a.text)
        text = folder.read(name + ".pgn").decode()
        holds("saved", text.rstrip().endswith("1. e4 e5 *"), text)
    s.end()
    s = subprocess.run([tabia, "serve", os.path.join(folder.path, "new.xyz")],
                       capture_output=True, text=True)
    check("no format", s.returncode, 2, s.stderr)
    holds("says so", "or --from" in s.stderr, s.stderr)
    s = subprocess.run([tabia, "serve", os.path.join(folder.path, "no", "x.pgn")],
                       capture_output=True, text=True)
    check("no folder", s.returncode, 3, s.stderr)


def test_transpositions_are_saved(folder):
    """PGN has the moves after a transposition once: that is no loss."""
    s = Server(tabia, os.path.join(folder.path, "new.pgn"))
    lines = ["e2e4 e7e6 d2d4 d7d5 b1c3", "d2d4 e7e6 e2e4 d7d5"]
    revision = 0
    for line in lines:
        played = []
        for uci in line.split():
            fen = s.get("/api/find", play=",".join(played)).json["fen"]
            a = edit(s, revision, add(fen, uci), book="new")
            check("edit", a.status, 200, a.text)
            revision = a.json["revision"]
            played.append(uci)
    a = s.post("/api/save", {"book": "new", "revision": revision})
    check("saved at once", (a.status, a.json["dirty"]), (200, False), a.text)
    check("reported", [x["count"] for x in a.json["losses"]], [1], a.text)
    s.end()
    s = Server(tabia, os.path.join(folder.path, "new.pgn"))
    for line in lines:
        played = line.split()[:4]
        fen = s.get("/api/find", play=",".join(played)).json["fen"]
        check("found by either order", moves_of(s, fen), ["b1c3"])
    s.end()


def test_counts(folder):
    """What the head of the page shows does not go stale."""
    s = Server(tabia, folder.file("lines.txt", LINES))

    def counts(where):
        return where["positions"], where["moves"]

    before = counts(s.get("/api/books").json["books"][0])
    a = edit(s, 0, add(START, "c2c4"))
    check("edit", counts(a.json), (before[0] + 1, before[1] + 1))
    check("books", counts(s.get("/api/books").json["books"][0]),
          counts(a.json))
    a = s.post("/api/undo", {"book": "lines", "revision": 1})
    check("undo", counts(a.json), before)
    a = s.post("/api/redo", {"book": "lines", "revision": 2})
    check("redo", counts(a.json), (before[0] + 1, before[1] + 1))
    a = s.post("/api/save", {"book": "lines", "revision": 3})
    check("save", counts(a.json), (before[0] + 1, before[1] + 1))
    s.end()


def test_several_books(folder):
    """One that cannot be read does not stop the others."""
    good = folder.file("lines.txt", LINES)
    bad = folder.file("bad.txt", "e2e4 e7e9\n")
    missing = os.path.join(folder.path, "missing.xyz")
    for default in "default", "<default>":
        s = Server(tabia, bad, default, missing, good)
        said = s.said()
        holds("bad", "bad.txt: skipped: " in said, said)
        holds("missing", "missing.xyz: skipped: no such file" in said, said)
        check("others", [(b["id"], b["savable"], b.get("unsavable"))
                         for b in s.get("/api/books").json["books"]],
              [("default", False, "this book has no file"),
               ("lines", True, None)])
        check("built-in", s.get("/api/find", book="default").json["known"],
              True)
        s.end()
    # Without any, the first reason is the error.
    for books in [bad], [bad, missing]:
        s = subprocess.run([tabia, "serve", *books], capture_output=True,
                           text=True)
        check("none", s.returncode, 1, s.stderr)
        holds("reason", "e7e9" in s.stderr, s.stderr)


def test_folder_without_rights(folder):
    """Known at the start and said; changes can be made and exported."""
    path = folder.file("lines.txt", LINES)
    os.chmod(folder.path, 0o555)
    s = Server(tabia, path, user=65534 if os.getuid() == 0 else None,
               cwd=folder.path)
    holds("said", "not writable" in s.said(), s.said())
    book = s.get("/api/books").json["books"][0]
    check("book", (book["editable"], book["savable"], book["unsavable"]),
          (True, False, "the folder of this book is not writable"))
    a = edit(s, 0, add(START, "c2c4"))
    check("edit", (a.status, a.json["dirty"]), (200, True), a.text)
    a = s.post("/api/save", {"book": "lines", "revision": 1})
    check("save", a.status, 403, a.text)
    books = s.get("/api/books").json
    a = s.post("/api/new", {"title": "x", "format": "pgn"})
    check("no folder", (books.get("folder"), a.status), (None, 403), a.text)
    holds("export", "c2c4" in s.get("/api/export", book="lines",
                                    format="ct800").text)
    s.end()
    os.chmod(folder.path, 0o755)
    check("nothing else", folder.names(), ["lines.txt"])


def test_kill_while_saving(folder):
    """Whatever the moment, the file is the old or the new one."""
    path = folder.file("lines.txt", LINES)
    with open(os.path.join(os.environ["TABIA_SOURCE_DIR"], "data",
                           "openings.txt"), "rb") as f:
        some = folder.file("some.txt", b"".join(f.readlines()[:400]))
    subprocess.run([tabia, "convert", "--force", "-q", "--to", "json", some,
                    path], check=True)
    os.unlink(some)
    before = folder.read("lines.txt")
    s = Server(tabia, path)
    edit(s, 0, put("title", "Changed"))
    s.post("/api/save", {"book": "lines", "revision": 1})
    after = folder.read("lines.txt")
    s.end()
    holds("changed", before != after)
    for i in range(8):
        folder.file("lines.txt", before)
        s = Server(tabia, path)
        edit(s, 0, put("title", "Changed"))
        pid = os.fork()
        if pid == 0:
            try:
                s.post("/api/save", {"book": "lines", "revision": 1})
            finally:
                os._exit(0)
        time.sleep(random.uniform(0, 0.06))
        s.kill()
        os.waitpid(pid, 0)
        now = folder.read("lines.txt")
        holds(f"whole {i}", now in (before, after), f"{len(now)} bytes")
        for name in folder.names():
            if name != "lines.txt":
                os.unlink(os.path.join(folder.path, name))


def run(test):
    with Folder() as folder:
        test(folder)


# Each has its own folder and servers; the last one forks, so it comes alone.
with ThreadPoolExecutor(4) as threads:
    for running in [threads.submit(run, test) for test in (
            test_changes, test_branches, test_order, test_line, test_two_editors, test_journal,
            test_bad_journal, test_no_room,
            test_new_without_room, test_two_servers, test_losses,
            test_study, test_comments_of_several_lines, test_rights, test_new_book,
            test_transpositions_are_saved,
            test_new_on_request, test_new_without_file,
            test_creation_is_no_step,
            test_folder_without_rights, test_counts, test_several_books)]:
        running.result()
run(test_kill_while_saving)
finish()
