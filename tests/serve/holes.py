"""The replies that a book does not answer, as docs/http.md describes them."""

import os
import subprocess
import sys

from harness import START, Folder, Server, check, finish, holds

tabia = sys.argv[1]
BOOK = "e2e4 e7e5 g1f3\ne2e4 c7c5 g1f3\n"
# 1.e4: 2 of 4 games e5, 1 c5, 1 e6.
GAMES = "".join(f'[Result "{result}"]\n[WhiteElo "{elo}"]\n\n'
                f"{moves} {result}\n\n"
                for result, elo, moves in (
                    ("1-0", 2700, "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
                    ("1/2-1/2", 2700, "1. e4 e5 2. Nf3 Nf6 3. Nxe5"),
                    ("0-1", 1500, "1. e4 e6 2. d4 d5"),
                    ("1-0", 1500, "1. e4 c5 2. Nf3 Nc6 3. d4"),
                ))
# The same position as after 1.e4 e5 2.Nf3 Nc6, with an evaluated answer.
THEORY = "1. Nf3 Nc6 2. e4 e5 3. Bc4 {[%eval 0.25]} *\n"


def holes(server, **params):
    a = server.get("/api/holes", book="mine", **params)
    check("holes", a.status, 200, a.text)
    return a.json


def shown(data):
    return [(h["line"], h["share"]) for h in data["holes"]]


def test_list(s):
    a = holes(s)
    check("no choice", a["choice"], False)
    check("head", [a[k] for k in ("book", "revision", "side", "sources",
                                  "reached", "cut", "total")],
          ["mine", 0, "white", ["games"], 1, False, 4])
    check("holes", shown(a),
          [("1.e4 e6", 0.25), ("1.e4 e5 2.Nf3 Nc6", 0.25),
           ("1.e4 e5 2.Nf3 Nf6", 0.25), ("1.e4 c5 2.Nf3 Nc6", 0.25)])
    # After 1.e4 other replies are answered; the others come after lines.
    check("ends", (a["ends"], [h["end"] for h in a["holes"]]),
          ({"total": 3, "share": 0.75}, [False, True, True, True]))
    # Each game is in one of the holes.
    check("shares", (a["unanswered"], a["ended"]), (1, 0))
    # Of the first replies 1...e6 is open, of the second ones all.
    check("answered", a["answered"], [0.75, 0])
    # 1.e4 always, 1...e5 and 1...c5 and the answers in three of four games.
    check("mean", a["mean"], 1 + 0.75 + 0.75)
    hole = a["holes"][0]
    check("way", (hole["start"], hole["play"], hole["uci"], hole["san"]),
          (START, ["e2e4", "e7e6"], "e7e6", "e6"))
    check("opening", hole["opening"]["eco"], "C00")
    check("answers", hole["answers"],
          [{"uci": "d2d4", "san": "d4", "source": "games", "share": 1,
            "white": 0, "draws": 0, "black": 1, "games": 1, "score": 0}])
    check("limit", [len(holes(s, limit=n)["holes"]) for n in (0, 2)], [0, 2])


def test_sources(s):
    a = holes(s, source="games,theory")
    check("sources", a["sources"], ["games", "theory"])
    ruy = a["holes"][1]["answers"]
    check("two sources", [(m["san"], m["source"], m.get("eval"))
                          for m in ruy],
          [("Bb5", "games", None), ("Bc4", "theory", {"cp": 25})])
    check("moves", len(holes(s, source="games,theory", moves=1)["holes"][1]
                       ["answers"]), 1)
    # The built-in book is a source whether it is served or not.
    a = holes(s, source="default")
    holds("built-in", a["total"] > 4 and a["sources"] == ["default"])
    # A filter of games.
    check("ratings", shown(holes(s, ratings="2500")),
          [("1.e4 e5 2.Nf3 Nc6", 0.5), ("1.e4 e5 2.Nf3 Nf6", 0.5)])
    # Without games of the filter the book's own replies count.
    a = holes(s, since="2030-01")
    check("no games", (a["sources"], a["measured"]), (["games"], False))
    check("measured", [holes(s, **params)["measured"] for params in (
        {}, {"play": "e2e4,e7e5"}, {"play": "d2d4"}, {"ratings": "2500"},
        {"play": "e2e4,c7c5", "ratings": "2500"})],
          [True, True, False, True, False])
    for params, status in (({"source": "none"}, 404),
                           ({"source": ",".join(["games"] * 9)}, 400),
                           ({"source": "puzzles"}, 400),
                           ({"book": "puzzles"}, 404),
                           ({"book": "none"}, 404),
                           ({"side": "green"}, 400)):
        a = s.get("/api/holes", **{"book": "mine", **params})
        check(f"bad {params}", a.status, status, a.text)


def test_below(s):
    a = holes(s, play="e2e4,e7e5")
    check("below", shown(a), [("2.Nf3 Nc6", 0.5), ("2.Nf3 Nf6", 0.5)])
    check("reached", a["reached"], 0.5)
    check("whole way", (a["holes"][0]["start"], a["holes"][0]["play"]),
          (START, ["e2e4", "e7e5", "g1f3", "b8c6"]))
    a = holes(s, play="d2d4")
    check("outside", (a["reached"], a["holes"]), (0, []))
    check("black", holes(s, side="black", play="e2e4")["side"], "black")


def test_one_first_move(folder):
    """A book against 1.e4 has no holes at other first moves."""
    played = folder.file("played.txt", "d2d4 d7d5\nc2c4 e7e5\n"
                         "e2e4 c7c6 b1c3\ne2e4 c7c6 d2d4 d7d5 e4d5\n")
    for lines, first, reached in (("e2e4 c7c6 d2d4 d7d5\n", [], 1),
                                  ("e2e4 c7c6 d2d4 d7d5\nd2d4 d7d5\n",
                                   [["c2c4"]], 0.333333)):
        s = Server(tabia, folder.file("mine.txt", lines), played)
        a = holes(s, source="played", side="black")
        check("first moves", [h["play"] for h in a["holes"]
                              if len(h["play"]) == 1], first)
        a = holes(s, source="played", side="black", play="e2e4")
        check("games with 1.e4", a["reached"], reached)
        s.end()


def test_choice(folder):
    """Own alternatives share the games by weight: together no more than all."""
    played = os.path.join(folder.path, "played.tabia")
    text = "".join(f'[Result "1-0"]\n\n1. e4 e5 2. {moves} 1-0\n\n' for moves in
                   ("Nf3 Nc6", "Nf3 Nc6", "Nf3 Nc6", "Bc4 Nf6"))
    subprocess.run([tabia, "build", "-q", "-o", played,
                    folder.file("played.pgn", text)], check=True)
    s = Server(tabia, folder.file("mine.pgn", "1. e4 e5 2. Nf3 (2. Bc4) *\n"),
               played)

    def found(**params):
        a = holes(s, source="played", side="white", **params)
        return a["choice"], shown(a)
    nc6, nf6 = "1.e4 e5 2.Nf3 Nc6", "1.e4 e5 2.Bc4 Nf6"
    check("equal", found(), (True, [(nc6, 0.5), (nf6, 0.5)]))
    check("after one", found(play="e2e4,e7e5,g1f3"), (False, [("2...Nc6", 1)]))
    a = s.post("/api/edit", {"book": "mine", "revision": 0, "changes": [
        {"do": "set", "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR "
                             "w KQkq - 0 2", "uci": uci, "field": "weight",
         "value": weight} for uci, weight in (("g1f3", 1), ("f1c4", 3))]})
    check("edit", a.status, 200, a.text)
    check("by weight", found(), (True, [(nf6, 0.75), (nc6, 0.25)]))
    s.end()


def graph(server, **params):
    """The graph, and its moves by the two ends' names and the move."""
    a = server.get("/api/graph", **params)
    check("graph", a.status, 200, a.text)
    fens = {n["id"]: n for n in a.json["nodes"]}
    moves = {(fens[e["from"]]["ply"], e["san"]): e for e in a.json["edges"]}
    return a.json, moves


def test_graph(s):
    """A book's map says how likely its moves are, a store has a map too."""
    a, moves = graph(s, book="mine")
    check("store", (a["store"], a["whole"], a["total"]), ("games", True, 6))
    check("shares", [moves[at]["share"] for at in
                     ((0, "e4"), (1, "e5"), (1, "c5"))], [1, 0.5, 0.25])
    check("results", [moves[0, "e4"][k] for k in
                      ("white", "draws", "black", "games")], [2, 1, 1, 4])
    # 1...e6 is not answered, nor is any reply to 2.Nf3, where lines end. White
    # plays as the book does, whatever the games have.
    replies = [(n["ply"], n.get("unanswered"), n.get("end"))
               for n in a["nodes"]]
    check("unanswered", replies,
          [(0, None, None), (1, 0.25, False), (2, None, None),
           (2, None, None), (3, 1, True), (3, 1, True)])
    # Black has an answer to 1.e4, and none after that.
    replies = [(n["ply"], n.get("unanswered"), n.get("end"))
               for n in graph(s, book="mine", side="black")[0]["nodes"]]
    check("other side", replies,
          [(0, 0, False), (1, None, None), (2, 1, True), (2, 1, True),
           (3, None, None), (3, None, None)])
    check("lines", [n["lines"] for n in a["nodes"]], [2, 2, 1, 1, 1, 1])
    check("names", [n["name"] for n in a["nodes"][1:3]],
          ["King's Pawn Game", "King's Pawn Game"])
    a, moves = graph(s, book="mine", ratings="2500")
    check("filter", (moves[1, "e5"]["share"], moves[1, "c5"]["share"]), (1, 0))
    a, moves = graph(s, book="mine", sources="theory")
    check("no store", (a["store"], "share" in moves[0, "e4"],
                       "unanswered" in a["nodes"][1]), (None, False, False))

    # The start, 1.e4, and 4, 2, 3 and 4 positions after it, game by game.
    a, moves = graph(s, book="games")
    check("whole store", (a["whole"], len(a["nodes"]), a["placed"]),
          (True, 15, False))
    check("moves of a store", [(moves[at]["share"], moves[at]["games"])
                               for at in ((1, "e5"), (1, "e6"), (2, "d4"))],
          [(0.5, 2), (0.25, 1), (1, 1)])
    # By share: 1.e4, 1...e5 and 2.Nf3, then one of the three of a quarter.
    a, moves = graph(s, book="games", limit=5)
    check("likeliest", (a["whole"], len(a["nodes"]), sorted(moves)[:3]),
          (False, 5, [(0, "e4"), (1, "c5"), (1, "e5")]))
    # From a position: its line, what follows it, and what is beside it.
    a, moves = graph(s, book="games", play="e2e4,e7e6", limit=6)
    check("from a position", sorted(moves),
          [(0, "e4"), (1, "e5"), (1, "e6"), (2, "d4"), (3, "d5")])
    current = [n for n in a["nodes"] if n["id"] == a["current"]]
    check("current", current[0]["name"], "French Defense")
    # A line longer than the limit, and one that no game has.
    a, moves = graph(s, book="games", play="e2e4,e7e5,g1f3,b8c6", limit=2)
    check("long line", len(a["nodes"]), 5)
    a, moves = graph(s, book="games", play="a2a3", limit=4)
    check("unknown", sorted(moves), [(0, "a3"), (0, "e4"), (1, "e5")])


def test_changes(s):
    a = s.post("/api/edit", {"book": "mine", "revision": 0, "changes": [
        {"do": "add", "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR "
                             "b KQkq - 0 1", "uci": "e7e6"},
        {"do": "add", "fen": "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR "
                             "w KQkq - 0 2", "uci": "d2d4"}]})
    check("edit", a.status, 200, a.text)
    a = holes(s)
    # Another reply is open now, but no game is answered less far.
    check("answered", (a["answered"], a["total"]), ([1, 0], 4))
    check("filled", (a["revision"], shown(a)[0]),
          (1, ("1.e4 e5 2.Nf3 Nc6", 0.25)))
    holds("deeper", ("1.e4 e6 2.d4 d5", 0.25) in shown(a), a)
    check("undo", s.post("/api/undo", {"book": "mine", "revision": 1}).status,
          200)
    check("back", shown(holes(s))[0], ("1.e4 e6", 0.25))


def test_start_of_each_request(folder):
    """Without a FEN a book is asked from its own roots, whatever came before."""
    root = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    s = Server(tabia, "--threads", "1", folder.file("ending.pgn",
               f'[FEN "{root}"]\n[SetUp "1"]\n\n1. e4 Kd7 *\n'.encode()))
    before = s.get("/api/holes", book="ending").json
    check("known", before["mean"] > 0, True, before)
    for i in range(8):  # whichever memory a request gets
        check("from", s.get("/api/find", book="ending", fen=START).status, 200)
    after = s.get("/api/holes", book="ending", limit=9).json
    check("the same", (after["mean"], after["reached"]),
          (before["mean"], before["reached"]))
    s.end()


with Folder() as folder:
    store = os.path.join(folder.path, "games.tabia")
    subprocess.run([tabia, "build", "-q", "--by", "rating,month", "-o", store,
                    folder.file("games.pgn", GAMES)], check=True)
    puzzles = os.path.join(os.environ["TABIA_SOURCE_DIR"], "examples",
                           "tichess-puzzles.txt")
    s = Server(tabia, folder.file("mine.txt", BOOK), store,
               folder.file("theory.pgn", THEORY),
               folder.file("puzzles.txt", open(puzzles, "rb").read()))
    for test in (test_list, test_sources, test_below, test_graph, test_changes):
        test(s)
    s.end()
    # Without a store, replies come from the built-in book.
    s = Server(tabia, folder.file("mine.txt", BOOK))
    check("no store", holes(s)["sources"], ["default"])
    s.end()
    test_one_first_move(folder)
    test_start_of_each_request(folder)
    test_choice(folder)
finish()
