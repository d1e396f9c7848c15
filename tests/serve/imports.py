"""Files that a client sends: studies as books, games as stores in memory."""

import os
import sys

from harness import START, Folder, Server, check, finish, fixture, holds
from sample import GAMES, games

tabia = sys.argv[1]

LINES = "e2e4 e7e6 d2d4 d7d5\n"
STUDY = b'''[Event "Study"]
[Result "*"]

1. d4 {Queen's pawn.} d5 (1... f5 2. g3) 2. c4 *
'''


def send(server, data, name="x.pgn", as_=""):
    return server.post("/api/import" + as_, data, X_File_Name=name)


def moves_of(server, book):
    found = server.get("/api/find", book=book).json
    return [m["uci"] for m in found["moves"]]


def ids(server, **params):
    return [b["id"] for b in server.get("/api/books", **params).json["books"]]


def tests_of_ids(folder):
    """The same content has the same id, and is open only once."""
    s = Server(tabia, folder.file("lines.txt", LINES))
    a = send(s, STUDY, "my%20study.pgn")
    check("import", a.status, 200, a.text)
    one = a.json["id"]
    check("what", (a.json["format"], a.json["kind"], a.json["imported"],
                   a.json["editable"], a.json["savable"], a.json["file"]),
          ("pgn", "book", True, True, False, "my study.pgn"))
    check("moves", moves_of(s, one), ["d2d4"])
    check("again", send(s, STUDY, "other.pgn").json["id"], one)
    other = send(s, STUDY + b"\n").json["id"]
    holds("other content", other != one, other)
    check("not in everybody's list", ids(s), ["lines"])
    check("in the list of those who know it", ids(s, imports=other + "," + one),
          ["lines", one, other])
    check("no part of a name", ids(s, imports=one[:-1]), ["lines"])
    here = s.get("/api/here", book="lines").json["sources"]
    check("not beside other books", [x["book"] for x in here], ["lines"])
    here = s.get("/api/here", book="lines", imports=one).json["sources"]
    check("beside those of its owner", [x["book"] for x in here],
          ["lines", one])
    check("close", s.post("/api/close", {"book": one}).status, 200)
    check("gone", s.get("/api/find", book=one).status, 404)
    check("gone already", s.post("/api/close", {"book": one}).status, 404)
    check("files stay", s.post("/api/close", {"book": "lines"}).status, 404)
    check("back", send(s, STUDY).json["id"], one)
    s.end()

    # On another server, and beside a file that is called like it.
    s = Server(tabia, folder.file(one + ".txt", LINES))
    a = send(s, STUDY)
    check("a number", (a.status, a.json["id"]), (200, one + "-2"))
    check("its moves", moves_of(s, one + "-2"), ["d2d4"])
    s.end()


def tests_of_opening_again(folder):
    """What is known of a book that was closed is not said of its next one."""
    played = folder.file("played.txt", "e2e4 c7c5\nd2d4 d7d5\n")
    s = Server(tabia, played)
    seen = []
    for first in ("e2e4", "d2d4"):
        book = send(s, b"g1f3 d7d5\n", "mine.txt").json["id"]
        revision = s.get("/api/outline", book=book).json["revision"]
        change = {"do": "add", "fen": START, "uci": first}
        edit = s.post("/api/edit", {"book": book, "revision": revision,
                                    "changes": [change]})
        check("edit", edit.status, 200, edit.text)
        found = s.get("/api/holes", book=book, side="white", source="played")
        firsts = [h["play"][0] for h in found.json["holes"]]
        check("holes", firsts, ["g1f3", first])
        seen.append((book, edit.json["revision"]))
        s.post("/api/close", {"book": book})
    check("the same id", seen[0][0], seen[1][0])
    holds("another revision", seen[0][1] != seen[1][1], seen)
    s.end()


def tests_of_limits(folder):
    s = Server(tabia, folder.file("lines.txt", LINES))
    a = send(s, b"\x00\x01\x02 no book", "x.bin")
    check("no book", a.status, 400, a.text)
    a = send(s, b"", "")
    check("empty", a.status, 400, a.text)
    for i in range(16):
        check("more", send(s, STUDY + b"\n" * i).status, 200)
    check("too many", send(s, STUDY + b"\n" * 16).status, 429)
    check("one that is open", send(s, STUDY).status, 200)
    s.end()
    s = Server(tabia, "--max-import", "1")
    check("too large", send(s, b"x" * (1 << 20 | 1)).status, 413)
    s.end()


def tests_of_editing(folder):
    """A study is edited in memory, and saved under a new name."""
    s = Server(tabia, folder.file("lines.txt", LINES))
    one = send(s, STUDY).json["id"]

    def edit(book, revision, *changes):
        return s.post("/api/edit", {"book": book, "revision": revision,
                                    "changes": list(changes)})
    a = edit(one, 0, {"do": "add", "fen": START, "uci": "a2a3"})
    check("edit", (a.status, a.json["dirty"]), (200, True), a.text)
    check("moves", moves_of(s, one), ["d2d4", "a2a3"])
    check("the changed one", moves_of(s, send(s, STUDY).json["id"]),
          ["d2d4", "a2a3"])
    a = s.post("/api/save", {"book": one, "revision": 1})
    check("no file", a.status, 403, a.text)

    a = s.post("/api/new", {"title": "My Study", "side": "black",
                            "format": "pgn", "from": one})
    check("new", (a.status, a.json["id"], a.json["file"], a.json["side"],
                  a.json["dirty"], a.json["savable"], a.json["imported"]),
          (200, "my-study", "my-study.pgn", "black", True, True, False),
          a.text)
    check("same moves", moves_of(s, "my-study"), ["d2d4", "a2a3"])
    check("not saved yet", folder.names().count("my-study.pgn"), 0)
    s.kill()
    # The copy is in the journal, the import is gone.
    s = Server(tabia, os.path.join(folder.path, "lines.txt"),
               os.path.join(folder.path, "my-study.pgn"))
    check("after a crash", moves_of(s, "my-study"), ["d2d4", "a2a3"])
    book = [b for b in s.get("/api/books").json["books"]
            if b["id"] == "my-study"][0]
    a = s.post("/api/save", {"book": "my-study",
                             "revision": book["revision"]})
    check("save", (a.status, a.json["dirty"]), (200, False), a.text)
    text = folder.read("my-study.pgn").decode()
    for part in ("{Queen's pawn.}", "1... f5 2. g3", "2. c4", "1. a3"):
        holds(part, part in text, text)

    # Any book can be copied, into any format.
    a = s.post("/api/new", {"title": "Copy", "format": "json",
                            "from": "lines"})
    check("copy", (a.status, a.json["file"]), (200, "copy.json"), a.text)
    for name in "positions", "moves":
        check(name, a.json[name], [b for b in s.get("/api/books").json["books"]
                                   if b["id"] == "lines"][0][name])
    for body, status in ({"from": "nothing"}, 404), ({"from": 3}, 200):
        a = s.post("/api/new", {"title": "X", "format": "pgn", **body})
        check(str(body), a.status, status, a.text)
    store = send(s, open(GAMES, "rb").read()).json["id"]
    a = s.post("/api/new", {"title": "X", "format": "pgn", "from": store})
    check("of a store", a.status, 404, a.text)
    s.end()


def tests_of_games(folder):
    """A PGN of games is a store with results, ratings and dates."""
    temporary = os.path.join(folder.path, "tmp")
    os.mkdir(temporary)
    s = Server(tabia, folder.file("lines.txt", LINES),
               environment={"TMPDIR": temporary})
    a = send(s, open(GAMES, "rb").read(), "mine.pgn")
    check("store", (a.status, a.json["kind"], a.json["format"],
                    a.json["title"], a.json["editable"], a.json["imported"]),
          (200, "store", "tabia", "mine.pgn", False, True), a.text)
    one = a.json["id"]
    holds("its name", one.startswith("games-"), one)
    check("nothing stays on disk", os.listdir(temporary), [])
    check("filters", a.json["by"], ["rating", "speed", "month"])
    holds("games", a.json["games"] >= len(games), a.json["games"])

    # As the games themselves have it, counted without the program.
    want = {}
    for tags, moves, _ in games:
        count = want.setdefault(moves[0], [0, 0, 0])
        count[("1-0", "1/2-1/2", "0-1").index(tags["Result"])] += 1
    found = s.get("/api/find", book=one).json
    check("results", {m["san"]: [m["white"], m["draws"], m["black"]]
                      for m in found["moves"]}, want)
    holds("ratings", all(m["averageRating"] > 0 for m in found["moves"]),
          found["moves"])
    holds("dates", all(m["first"] <= m["last"] for m in found["moves"]),
          found["moves"])
    listed = s.get("/api/games", book=one, limit=5).json
    check("listed", len(listed["games"]), min(5, len(games)))
    a = s.get("/api/game", book=one, id=listed["games"][0]["id"])
    check("a game", a.status, 200, a.text)
    a = s.get("/lichess", play="e2e4")
    check("the explorer has others", a.json["tabia"]["book"], "lines")
    a = s.get("/lichess", book=one, play="e2e4")
    check("or this one", a.json["tabia"]["book"], one)
    here = s.get("/api/here", book="lines", sources=one).json["sources"]
    check("beside a book", [x["book"] for x in here], ["lines", one])

    a = send(s, open(GAMES, "rb").read(), "mine.pgn", "?as=book")
    check("as a book", (a.status, a.json["kind"], a.json["editable"]),
          (200, "book", True), a.text)
    a = send(s, STUDY, "study.pgn", "?as=games")
    check("without a result", a.status, 400, a.text)
    check("nothing stays on disk", os.listdir(temporary), [])
    a = send(s, game().encode(), "game.pgn", "?as=games")
    check("as games", (a.status, a.json["kind"], a.json["games"]),
          (200, "store", 1), a.text)
    s.end()


def game(result="1-0", white="A", black="B", moves="1. e4 e5"):
    return (f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n'
            f"{moves} {result}\n\n")


def tests_of_chapters(folder):
    """The games of a study, and where each of them begins."""
    text = "".join(f'[ChapterName "{title}"]\n\n{moves} *\n\n' for title, moves
                   in (("A", "1. e4 e5 2. Nf3"), ("B", "1. e4 c5"),
                       ("C", "1. e4 c5 2. Nf3"), ("D", "1. d4")))
    ending = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"
    text += f'[Event "?"]\n[SetUp "1"]\n[FEN "{ending}"]\n\n1. Kd3 *\n'
    s = Server(tabia, folder.file("study.pgn", text))
    want = [("A", "", None), ("B", "e2e4,c7c5", None),
            ("C", "e2e4,c7c5,g1f3", None), ("D", "d2d4", None),
            (None, "", ending)]

    def chapters():
        found = s.get("/api/outline").json["chapters"]
        return [(c.get("title"), c["play"], c.get("start")) for c in found]
    check("chapters", chapters(), want)
    a = s.post("/api/edit", {"book": "study", "revision": 0, "changes": [
        {"do": "add", "fen": START, "uci": "c2c4"}]})
    check("edit", a.status, 200, a.text)
    check("after a change", chapters(), want)
    s.end()
    s = Server(tabia, folder.file("lines.txt", LINES))
    check("not of one line", s.get("/api/outline").json.get("chapters"), None)
    s.end()


def tests_of_titles(folder):
    """A study of several chapters has a title, and keeps it."""
    chapters = (("Giuoco Piano", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5"),
                ("Two Knights", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6"),
                ("Hungarian", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Be7"))
    old = "".join(f'[Event "Italian study: {title}"]\n\n{moves} *\n\n'
                  for title, moves in chapters)
    new = old
    for title, _ in chapters:
        new = new.replace(f': {title}"]\n', f': {title}"]\n[StudyName '
                          f'"Italian study"]\n[ChapterName "{title}"]\n')
    for name, text in (("new", new), ("old", old)):
        s = Server(tabia, folder.file("lines.txt", LINES))
        book = send(s, text.encode()).json
        check(f"{name}: title", book["title"], "Italian study")
        titles = [c["title"] for c in
                  s.get("/api/outline", book=book["id"]).json["chapters"]]
        check(f"{name}: chapters", titles, [c[0] for c in chapters])
        a = s.post("/api/new", {"from": book["id"], "title": "My Italian",
                                "format": "pgn"})
        check(f"{name}: new", a.status, 200, a.text)
        own = a.json["id"]
        a = s.post("/api/save", {"book": own, "revision": a.json["revision"]})
        check(f"{name}: saved without a warning", a.status, 200, a.text)
        path = os.path.join(folder.path, own + ".pgn")
        sheet = s.get("/api/sheet", book=own).text
        holds(f"{name}: sheet", "<h1>My Italian</h1>" in sheet, sheet[:2000])
        s.end()
        s = Server(tabia, path)
        book = s.get("/api/books").json["books"][0]
        check(f"{name}: again", book["title"], "My Italian")
        check(f"{name}: its chapters",
              [c["title"] for c in s.get("/api/outline").json["chapters"]],
              titles)
        s.end()
        os.remove(path)


def tests_of_kinds(folder):
    """How games are told from a study."""
    cases = [
        ("games", game() + game("0-1"), "store"),
        ("with comments", game(moves="1. e4 {[%clk 0:01]} e5") * 2, "store"),
        ("some unfinished", game() * 9 + game("*"), "store"),
        ("one game", game(), "book"),
        ("unfinished", game("*") * 4, "book"),
        ("no names", game(white="?", black="?") * 4, "book"),
        ("half a name", game(black="") * 4, "book"),
        ("variations", game(moves="1. e4 (1. d4) e5") * 4, "book"),
        ("many unfinished", game() * 8 + game("*") * 2, "book"),
        ("a study", fixture("study.pgn"), "book"),
        ("no PGN", LINES, "book"),
    ]
    s = Server(tabia, folder.file("lines.txt", LINES))
    for name, text, kind in cases:
        a = send(s, text.encode(), "x.pgn" if name != "no PGN" else "x.txt")
        check(name, (a.status, a.json["kind"]), (200, kind), a.text)
        s.post("/api/close", {"book": a.json["id"]})
    s.end()


for run in (tests_of_ids, tests_of_opening_again, tests_of_limits, tests_of_editing, tests_of_games,
            tests_of_chapters, tests_of_titles, tests_of_kinds):
    with Folder() as f:
        run(f)
finish()
