"""The server's own interface, as docs/http.md describes it."""

import gzip
import io
import os
import re
import subprocess
import sys
import tarfile
import threading

from harness import START, Folder, Server, check, finish, holds

tabia = sys.argv[1]
source = os.environ["TABIA_SOURCE_DIR"]

# Four lines by hand, so that every number below can be counted by hand.
LINES = """e2e4 e7e5 g1f3 b8c6 f1b5 (C60 Ruy Lopez
e2e4 e7e5 g1f3 b8c6 f1c4
g1f3 b8c6 e2e4 e7e5
e2e4 c7c5x g1f3
d2d4? d7d5
"""
KNIGHTS = ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R "
           "w KQkq - 2 3")


def test_books(s):
    a = s.get("/api/books")
    check("type", a.headers["content-type"], "application/json")
    check("one line", a.body.count(b"\n"), 1)
    data = a.json
    check("no engine", data["engine"], None)
    formats = {f["format"] for f in data["writable"]}
    holds("formats", {"pgn", "polyglot", "ct800", "json"} <= formats)
    book = data["books"][0]
    check("book", (book["id"], book["kind"], book["format"], book["file"]),
          ("lines", "book", "ct800", "lines.txt"))
    # 14 positions: the start; e4, e5, Nf3, Nc6, Bb5, Bc4; Nf3, Nc6, e4 (then
    # e5 is the fourth of the first line again); c5, Nf3; d4, d5.
    check("positions", book["positions"], 14)
    check("state", (book["revision"], book["dirty"], book["undo"],
                    book["redo"], book["editable"], book["imported"]),
          (0, False, 0, 0, True, False))
    check("second", data["books"][1]["kind"], "puzzles")


def test_find(s):
    a = s.get("/api/find").json
    check("fen", a["fen"], START)
    check("turn", (a["turn"], a["check"], a["ply"]), ("white", False, 0))
    check("legal", len(a["legal"]), 20)
    check("known", a["known"], True)
    check("moves", [m["uci"] for m in a["moves"]], ["e2e4", "g1f3", "d2d4"])
    check("total", a["total"], 3)
    check("mark", a["moves"][2]["mark"], "passive")
    check("cut", [m["uci"] for m in s.get("/api/find", moves=1).json["moves"]],
          ["e2e4"])
    # Reached by 1.e4 e5 2.Nf3 Nc6 and by 1.Nf3 Nc6 2.e4 e5.
    a = s.get("/api/find", play="e2e4,e7e5,g1f3").json
    move = a["moves"][0]
    check("transposition", (move["uci"], move["reached"] - move["played"]),
          ("b8c6", 1))
    check("position", a["moves"][0]["fen"], KNIGHTS)
    a = s.get("/api/find", play="g1f3,b8c6,e2e4,e7e5").json
    check("by position", [m["san"] for m in a["moves"]], ["Bb5", "Bc4"])
    check("name after", a["moves"][0]["opening"],
          {"eco": "C60", "name": "Ruy Lopez"})
    a = s.get("/api/find", play="e2e4,e7e5,g1f3,b8c6,f1b5,a7a6").json
    check("unknown", (a["known"], a["moves"]), (False, []))
    holds("still named", "Ruy Lopez" in a["opening"]["name"])
    a = s.get("/api/find", fen="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").json
    castles = {m["san"]: m["uci"] for m in a["legal"] if m["san"][0] == "O"}
    check("castling", castles, {"O-O": "e1h1", "O-O-O": "e1a1"})
    a = s.get("/api/find", fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").json
    check("stalemate", (a["legal"], a["check"]), ([], False))
    a = s.get("/api/find", play="f2f3,e7e5,g2g4,d8h4").json
    check("mate", (a["legal"], a["check"], a["ply"]), ([], True, 4))
    check("no such book", s.get("/api/find", book="x").status, 404)


def test_graph(s):
    a = s.get("/api/graph").json
    check("whole", (a["whole"], a["total"], len(a["nodes"])), (True, 14, 14))
    nodes = {n["id"]: n for n in a["nodes"]}
    check("current", nodes[a["current"]]["fen"], START)
    check("roots", [n["kind"] for n in a["nodes"]].count("root"), 1)
    check("leaves", [n["kind"] for n in a["nodes"]].count("leaf"), 4)
    # Every position but the start hangs at one tree edge.
    check("tree edges", sum(e["tree"] for e in a["edges"]), 13)
    check("edges", len(a["edges"]), 14)
    holds("both ends", all(e["from"] in nodes and e["to"] in nodes
                           for e in a["edges"]))
    places = {(n["x"], n["y"]) for n in a["nodes"]}
    check("apart", len(places), 14)
    for n in a["nodes"]:
        check(f"turn of {n['id']}", n["turn"], "white" if n["ply"] % 2 == 0
              else "black")
    a = s.get("/api/graph", limit=4, play="e2e4,e7e5").json
    check("window", (a["whole"], a["total"], len(a["nodes"])), (False, 14, 4))
    fens = [n["fen"] for n in a["nodes"]]
    holds("way from the start", START in fens)
    holds("current", a["current"] in [n["id"] for n in a["nodes"]])


def test_here(s):
    a = s.get("/api/here", play="e2e4").json
    check("here", (a["turn"], a["ply"], a["revision"]), ("black", 1, 0))
    check("last", (a["last"]["san"], a["last"]["from"]), ("e4", START))
    # Puzzles are not a source of moves.
    check("sources", [c["book"] for c in a["sources"]], ["lines"])
    moves = {m["san"]: m for m in a["sources"][0]["moves"]}
    check("answers", [m["san"] for m in moves["e5"]["answers"]], ["Nf3"])
    # Bb5 and Bc4; Nf3
    check("lines", (moves["e5"]["lines"], moves["c5"]["lines"]), (2, 1))
    check("no joins", a["joins"], [])
    a = s.get("/api/here", play="g1f3,b8c6,e2e4").json
    check("join", a["joins"], [
        {"uci": "e7e5", "san": "e5", "line": "2...Nc6",
         "play": "e2e4,e7e5,g1f3,b8c6"}])
    a = s.get("/api/here", play="d2d3").json
    check("out of book", (a["last"], a["joins"], a["sources"][0]["known"]),
          (None, [], False))
    a = s.get("/api/here", play="b8c6,e2e4")
    check("illegal", a.status, 400)
    a = s.get("/api/here", sources="gone,lines,," + "x" * 60).json
    check("ignored", [c["book"] for c in a["sources"]], ["lines"])
    check("no book", s.get("/api/here", book="gone").status, 404)


def test_outline(s):
    a = s.get("/api/outline").json
    check("whole", (a["whole"], a["root"], len(a["positions"])),
          (True, a["roots"][0]["id"], 14))
    check("roots", [(r["fen"], r["below"]) for r in a["roots"]],
          [(START, 13)])
    at = {p["id"]: p["moves"] for p in a["positions"]}
    links = [m for moves in at.values() for m in moves if "same" in m]
    check("link", [(m["san"], m["same"]) for m in links],
          [("e5", {"line": "2...Nc6", "play": "e2e4,e7e5,g1f3,b8c6"})])
    below = [m["below"] for m in at[a["root"]]]
    check("below", below, [7, 2, 1])

    def walk(position):
        return 1 + sum(walk(m["to"]) for m in at[position] if "same" not in m)
    check("each once", walk(a["root"]), 14)
    a = s.get("/api/outline", limit=3, play="e2e4,c7c5").json
    check("part", (a["whole"], [[m["san"] for m in p["moves"]]
                                for p in a["positions"]]),
          (False, [["e4", "Nf3", "d4"], ["e5", "c5"], ["Nf3"]]))
    # What is not in the book is at the last position that is.
    b = s.get("/api/outline", limit=3, play="e2e4,c7c5,b1c3,a7a6").json
    check("out of book", b, a)
    a = s.get("/api/outline", book=s.puzzles).json
    check("puzzles", (a["whole"], a["roots"], a["positions"]), (True, [], []))


def test_tree(s):
    a = s.get("/api/tree", depth=2).json
    check("first", [m["uci"] for m in a["moves"]], ["e2e4", "g1f3", "d2d4"])
    check("second", [m["uci"] for m in a["moves"][0]["moves"]],
          ["e7e5", "c7c5"])
    check("end", a["moves"][0]["moves"][0]["moves"], [])

    def count(moves):
        return sum(1 + count(m.get("moves", [])) for m in moves)
    # 14 moves between 14 positions, each shown once.
    check("all", count(s.get("/api/tree", depth=40).json["moves"]), 14)


def test_lines(s):
    def lines(side):
        a = s.get("/api/lines", side=side).json
        return a["side"], {" ".join(m["uci"] for m in line["moves"])
                           for line in a["lines"]}, a["total"], a["more"]
    # d4 is passive, so not for White; c5 is avoided, so not for Black.
    knights = "g1f3 b8c6 e2e4 e7e5 "
    check("white", lines("white"), ("white", {
        "e2e4 e7e5 g1f3 b8c6 f1b5", "e2e4 e7e5 g1f3 b8c6 f1c4",
        knights + "f1b5", knights + "f1c4", "e2e4 c7c5 g1f3"}, 5, False))
    check("black", lines("black"), ("black", {
        "e2e4 e7e5 g1f3 b8c6 f1b5", "e2e4 e7e5 g1f3 b8c6 f1c4",
        knights + "f1b5", knights + "f1c4", "d2d4 d7d5"}, 5, False))
    a = s.get("/api/lines", limit=2).json
    check("limit", (len(a["lines"]), a["total"], a["more"]), (2, 5, True))
    check("side", s.get("/api/lines", side="green").status, 400)

    def through(**place):
        a = s.get("/api/lines", side="white", **place).json
        return sorted(" ".join(m["uci"] for m in line["moves"])
                      for line in a["lines"]), a["total"]
    check("through", through(play="e2e4,e7e5"), ([
        "e2e4 e7e5 g1f3 b8c6 f1b5", "e2e4 e7e5 g1f3 b8c6 f1c4"], 2))
    check("to the end", through(play="e2e4,c7c5,g1f3"),
          (["e2e4 c7c5 g1f3"], 1))
    check("beyond", through(play="e2e4,c7c5,g1f3,d7d6"), ([], 0))
    check("another root", through(fen=KNIGHTS, play="f1b5"), ([], 0))


def test_search(s):
    a = s.get("/api/search", q="lopez ruy").json["hits"]
    check("own name", (a[0]["name"], a[0]["eco"], a[0]["play"], a[0]["in"]),
          ("Ruy Lopez", "C60", "e2e4,e7e5,g1f3,b8c6,f1b5", "book"))
    a = s.get("/api/search", q="NAJDORF", limit=3).json["hits"]
    holds("names", 0 < len(a) <= 3 and all("Najdorf" in h["name"] and
                                           h["in"] == "names" for h in a))
    for hit in a:
        there = s.get("/api/find", play=hit["play"]).json
        check("leads there", there["fen"], hit["fen"])
    check("the usual order of moves", a[0]["play"],
          "e2e4,c7c5,g1f3,d7d6,d2d4,c5d4,f3d4,g8f6,b1c3,a7a6")
    for word in "Grünfeld Defense", "grunfeld defense", "gruenfeld defense":
        a = s.get("/api/search", q=word, limit=1).json["hits"][0]
        check(word, (a["eco"], a["name"], a["play"]),
              ("D80", "Grünfeld Defense", "d2d4,g8f6,c2c4,g7g6,b1c3,d7d5"))
    a = s.get("/api/search", q="C60").json["hits"]
    holds("by code", a and all(h["eco"] == "C60" for h in a))
    check("nothing", s.get("/api/search", q="xyzzy").json["hits"], [])
    check("no words", s.get("/api/search").status, 400)
    # What the page itself says of a bad link is better than a sentence.
    check("page", s.get("/", play="e2e5").status, s.get("/").status)


def test_puzzles(s):
    a = s.get("/api/puzzles", book=s.puzzles)
    check("puzzles", a.status, 200, a.text)
    first = a.json["puzzles"][0]
    holds("fields", first["text"] and first["fen"] and "solution" in first)
    check("moves", [p["moves"] for p in a.json["puzzles"][1:3]],
          [[{"uci": "g5f7", "san": "Nf7#"}],
           [{"uci": "c6b6", "san": "Kb6", "moves": [
               {"uci": "a8b8", "san": "Kb8", "moves": [
                   {"uci": "h7h8", "san": "Rh8#"}]}]}]])
    holds("no problem", all("problem" not in p for p in a.json["puzzles"]))
    check("no puzzles", s.get("/api/puzzles").status, 404)
    check("no book", s.get("/api/graph", book=s.puzzles).status, 404)


def test_sheet(s):
    a = s.get("/api/sheet")
    check("status", a.status, 200)
    check("type", a.headers["content-type"], "text/html; charset=utf-8")
    holds("moves", "1.e4" in a.text and "<figure>" in a.text)
    holds("no script", "script" not in a.headers["content-security-policy"]
          and "<script" not in a.text)
    holds("framed by the page only", "frame-ancestors 'self'" in
          a.headers["content-security-policy"])
    check("unknown", s.get("/api/sheet", book="none").status, 404)


def test_export(s):
    a = s.get("/api/export", format="ct800")
    check("ct800", a.status, 200)
    check("name", a.headers["content-disposition"],
          'attachment; filename="lines.txt"')
    check("no losses", a.headers["x-tabia-losses"], "0")
    lines = sorted(line.split("(")[0].strip() for line in
                   a.text.splitlines() if line and line[0] not in "#(")
    holds("lines", "d2d4? d7d5" in lines and "e2e4 c7c5x g1f3" in lines, lines)
    a = s.get("/api/export", format="polyglot")
    # 16 bytes for each move: all but those marked are 12.
    check("polyglot", (a.status, len(a.body)), (200, 12 * 16))
    losses = int(a.headers["x-tabia-losses"])
    b = s.get("/api/losses", format="polyglot").json["losses"]
    check("losses", sum(row["count"] for row in b), losses)
    a = s.get("/api/export", format="ctg")
    names = tarfile.open(fileobj=io.BytesIO(a.body)).getnames()
    check("tar", sorted(names), ["lines.ctb", "lines.ctg", "lines.cto"])
    check("json", s.get("/api/export", format="json").json["schema"], 1)
    check("unknown", s.get("/api/export", format="doc").status, 400)
    check("not written", s.get("/api/export", format="crafty").status, 400)
    check("none", s.get("/api/export").status, 400)


def test_running(s):
    check("health", s.get("/health").json, {"status": "ok"})
    a = s.get("/metrics")
    rows = dict(line.rsplit(" ", 1) for line in a.text.splitlines()
                if not line.startswith("#"))
    holds("requests", int(rows['tabia_requests_total{status="2xx"}']) > 10)
    check("nothing here", s.get("/nothing").status, 404)
    check("method", s.ask("DELETE", "/api/books").status, 405)
    check("method of a file", s.ask("POST", "/").status, 405)
    check("method like OPTIONS", s.ask("OPTIONSX", "/health").status, 405)
    check("no engine", s.post("/api/evaluate", {"fen": START}).status, 404)


def test_page(s):
    """The embedded page, or the words in its place."""
    gzip_ = {"Accept-Encoding": "gzip, br"}
    a = s.get("/", headers=gzip_)
    check("page", a.status, 200)
    check("type", a.headers["content-type"], "text/html; charset=utf-8")
    if a.headers.get("content-encoding") != "gzip":
        holds("says how to get it", "npm" in a.text)
        return
    text = gzip.decompress(a.body).decode()
    check("index.html", s.get("/index.html", headers=gzip_).body, a.body)
    check("fresh", a.headers["cache-control"], "no-cache")
    b = s.get("/", headers=dict(gzip_, **{"If-None-Match":
                                          a.headers["etag"]}))
    check("not modified", (b.status, b.body), (304, b""))
    b = s.get("/", headers={"Accept-Encoding": "identity"})
    check("not packed", (b.status, b.text), (200, text))
    check("how it came", b.headers.get("content-encoding"), None)
    # curl says nothing about packing, and shows what comes.
    b = s.raw(f"GET / HTTP/1.0\r\nHost: {s.name}\r\n\r\n".encode())
    check("for curl", b.partition(b"\r\n\r\n")[2], text.encode())
    for path in re.findall(r'(?:src|href)="/?([\w.-]+\.(?:js|css))"', text):
        b = s.get("/" + path, headers=gzip_)
        check(path, b.status, 200)
        holds(f"{path}: bytes", gzip.decompress(b.body))


def test_together(s):
    """Readers and a writer at once: every answer is of one state."""
    wrong = []

    def read():
        for _ in range(40):
            a = s.get("/api/graph").json
            if len([e for e in a["edges"] if e["tree"]]) != \
                    len(a["nodes"]) - 1:
                wrong.append(a)
            if s.get("/api/find").status != 200:
                wrong.append("find")
            if s.get("/masters").status != 200:
                wrong.append("masters")

    threads = [threading.Thread(target=read) for _ in range(4)]
    for t in threads:
        t.start()
    revision = 0
    for i in range(20):
        change = {"do": "add" if i % 2 == 0 else "remove", "fen": START,
                  "uci": "b2b4"}
        a = s.post("/api/edit", {"book": "lines", "revision": revision,
                                 "changes": [change]})
        if a.status != 200:
            wrong.append(a.text)
        revision += 1
    for t in threads:
        t.join()
    check("together", wrong[:1], [])


def test_line_counts(folder):
    """A move has at least as many lines as each move after it."""
    lines = ("d2d4 d7d5 c1f4 g8f6 e2e3 c7c5", "d2d4 g8f6 c1f4 d7d5 e2e3 e7e6",
             "d2d4 d7d5 c1f4 c7c5 e2e3 g8f6 c2c3", "d2d4 c7c5 d4d5",
             "g1f3 g8f6 f3g1 f6g8 d2d4 e7e6")
    s = Server(tabia, folder.file("many.txt", "\n".join(lines) + "\n"))

    def count(play, seen):
        """Of all lines from here, and what the server says of each move."""
        a = s.get("/api/here", play=",".join(play)).json
        sums = 0
        for move in a["sources"][0]["moves"]:
            line = play + [move["uci"]]
            fen = s.get("/api/here", play=",".join(line)).json["fen"]
            fen = " ".join(fen.split()[:4])
            if fen in seen:
                continue
            n = count(line, seen | {fen})
            check(f"lines after {' '.join(line)}", move["lines"], n)
            sums += n
        return max(sums, 1)
    total = count([], {" ".join(START.split()[:4])})
    check("all lines", s.get("/api/lines").json["total"], total)
    nodes = s.get("/api/graph").json["nodes"]
    check("of the root", [n["lines"] for n in nodes if n["kind"] == "root"],
          [total])
    s.end()
    s = Server(tabia)
    for play in ("", "e2e4", "e2e4,c7c5", "d2d4,g8f6"):
        for move in s.get("/api/here", play=play).json["sources"][0]["moves"]:
            line = play + "," * bool(play) + move["uci"]
            after = s.get("/api/here", play=line).json["sources"][0]["moves"]
            holds(f"{line}: not fewer than after it", all(
                m["lines"] <= move["lines"] for m in after), move)
    names = {n["name"] for n in s.get("/api/graph").json["nodes"]
             if n.get("name")}
    for name in ("Sicilian Defense", "French Defense", "Ruy Lopez",
                 "Caro-Kann Defense", "Queen's Gambit"):
        holds(f"{name} in the first view", name in names)
    s.end()


def test_built_in(s):
    """The built-in book: no chapters, marked moves last, usual places."""
    a = s.get("/api/outline", limit=5000).json
    holds("no untitled chapters", "chapters" not in a)
    moves = {p["id"]: p["moves"] for p in a["positions"]}
    for at, list_ in moves.items():
        marks = ["mark" in m for m in list_]
        check(f"marked moves last at {at}", marks, sorted(marks))
        places = [m.get("place", i) for i, m in enumerate(list_)]
        check(f"places in the book at {at}", sorted(places),
              list(range(len(list_))))

    def find(play):
        at = a["root"]
        for uci in play.split(","):
            move = [m for m in moves[at] if m["uci"] == uci][0]
            at = move["to"]
        return move
    for play in ("e2e4,c7c5,g1f3", "e2e4,e7e5,g1f3,b8c6", "d2d4,g8f6,c2c4",
                 "d2d4,d7d5,c2c4,e7e6"):
        holds(f"{play} has its own place", "same" not in find(play))
    for play, line in (("g1f3,c7c5,e2e4", "2.Nf3"),
                       ("c2c4,g8f6,d2d4", "2.c4")):
        check(f"{play} is another order", find(play)["same"]["line"], line)
    holds("the open games are not below a marked move",
          find("e2e4,b8c6")["below"] < 100 < find("e2e4,e7e5")["below"])


def test_order(folder):
    """A move is ordered by its place in the book, marked or not."""
    book = os.path.join(folder.path, "marked.json")
    lines = folder.file("lines.txt", "e2e4? e7e5\nd2d4\nc2c4\n")
    subprocess.run([tabia, "merge", "-q", lines, "-o", book], check=True)
    s = Server(tabia, book)

    def shown():
        a = s.get("/api/outline").json
        return [(m["uci"], m.get("place")) for m in a["positions"][0]["moves"]]
    check("shown", shown(), [("d2d4", 1), ("c2c4", 2), ("e2e4", 0)])
    a = s.post("/api/edit", {"book": "marked", "revision": 0, "changes": [
        {"do": "order", "fen": START, "uci": "c2c4", "value": 1}]})
    check("edit", a.status, 200, a.text)
    check("ordered", shown(), [("c2c4", 1), ("d2d4", 2), ("e2e4", 0)])
    s.post("/api/save", {"book": "marked", "revision": 1})
    s.end()
    s = Server(tabia, book)
    check("saved", shown(), [("c2c4", 1), ("d2d4", 2), ("e2e4", 0)])
    s.end()


def test_pick(folder):
    """The book's own choice; of amateur books, by the article's routine."""
    strings = folder.file("strings.txt", "d2d4e7e6c2c4g8f6b1c3\nd2d4d7d5\n")
    ama = os.path.join(folder.path, "strings.ama")
    subprocess.run([tabia, "convert", "-q", strings, ama], check=True)
    table = folder.file("table.txt", "c2c4e7e6d2d4 d2d4e7e6c2c4\n")
    s = Server(tabia, ama, folder.file("lines.txt", LINES),
               "--transpositions", table, "--universal", "e7e5:d2d4",
               "--first", "g1f3")

    def pick(**params):
        a = s.get("/api/pick", **params).json
        return tuple(m and m["uci"] for m in (a["move"], a["reply"]))
    check("first move", pick(seed=1), ("g1f3", None))
    check("universal", pick(play="b2b3"), ("e7e5", None))
    check("transposition", pick(play="c2c4,e7e6,d2d4"), ("g8f6", "b1c3"))
    check("out of book", pick(play="b2b3,e7e5,a2a3"), (None, None))
    check("other books", pick(book="lines", play="e2e4"), ("e7e5", "g1f3"))
    check("never a passive move", {pick(book="lines", seed=i)[0]
                                   for i in range(30)}, {"e2e4", "g1f3"})
    check("bad move", s.get("/api/pick", play="e2e5").status, 400)
    s.end()
    s = subprocess.run([tabia, "serve", ama, "--universal", "e7e9"],
                       capture_output=True, text=True)
    check("bad rule", (s.returncode, "universal" in s.stderr), (2, True),
          s.stderr)


def test_no_engine():
    s = Server(tabia, "--engine", "/no/such")
    holds("said", "/no/such: the engine cannot be started: No such file"
          in s.said(), s.said())
    s.end()


def test_engine():
    test_no_engine()
    path = os.path.join(source, "tests", "fake_engines", "good.sh")
    s = Server(tabia, "--engine", path)
    check("engine", s.get("/api/books").json["engine"], "good.sh")
    a = s.post("/api/evaluate", {"fen": START, "depth": 5})
    check("evaluate", a.status, 200, a.text)
    holds("value", "cp" in a.json["eval"] or "mate" in a.json["eval"], a.text)
    # The engine says "pv a2a3 score cp 9": one move, then no more.
    check("line", a.json["pv"], [{"uci": "a2a3", "san": "a3"}])
    check("bad fen", s.post("/api/evaluate", {"fen": "x"}).status, 400)
    s.end()
    path = os.path.join(source, "tests", "fake_engines", "closes.sh")
    s = Server(tabia, "--engine", path)
    check("crash", s.post("/api/evaluate", {"fen": START}).status, 503)
    check("others", s.get("/health").status, 200)
    s.end()


with Folder() as folder:
    puzzles = os.path.join(source, "examples", "tichess-puzzles.txt")
    s = Server(tabia, folder.file("lines.txt", LINES), puzzles)
    s.puzzles = s.get("/api/books").json["books"][1]["id"]
    for test in (test_books, test_find, test_here, test_outline, test_graph,
                 test_tree, test_lines, test_search, test_puzzles, test_export,
                 test_sheet, test_running, test_page, test_together):
        test(s)
    s.end()
test_engine()
with Folder() as folder:
    test_pick(folder)
    test_line_counts(folder)
    test_order(folder)
s = Server(tabia)
book = s.get("/api/books").json["books"][0]
check("default", (book["id"], book["file"], book["savable"]),
      ("default", None, False))
test_built_in(s)
s.end()
finish()
