"""Where games left a book, as docs/http.md describes it."""

import json
import os
import subprocess
import sys
import urllib.parse

from harness import START, Folder, Server, check, finish, fixture, holds

tabia = os.path.abspath(sys.argv[1])
GAMES = fixture("mygames.pgn").encode()


def review(server, body=GAMES, **params):
    path = "/api/review?" + urllib.parse.urlencode({"book": "repertoire",
                                                    **params})
    return server.post(path, body)


def test_facts(s, command):
    a = review(s, player="me;Me,Too")
    check("status", a.status, 200, a.text)
    check("totals", [a.json[k] for k in ("read", "filtered", "reviewed",
                                         "total")], [7, 1, 6, 3])
    check("outcomes", {k: v["games"] for k, v in a.json["outcomes"].items()},
          {"deviation": 3, "gap": 1, "completed": 2, "never_entered": 0})
    # The store comes without asking; a score of 1 for 3.Bb5 in it.
    check("against", a.json["against"], ["more"])
    gap, start, ruy = a.json["departures"]
    check("gap", (gap["kind"], gap["side"], gap["start"], gap["play"]),
          ("gap", "white", START, ["e2e4", "e7e5", "g1f3"]))
    check("played", gap["played"],
          [{"uci": "d7d6", "san": "d6", "games": 1, "score": 0}])
    check("known", [m["san"] for m in gap["moves"]], ["Nc6", "Nf6"])
    check("cost", (gap["book_score"], gap["loss"], gap["cost"],
                   gap["measure"]), (0.75, 0.75, 0.125, "score"))
    check("start", (start["games"], start["reached"], start["returned"]),
          (2, 5, 1))
    check("ruy", [(m["san"], m["wanted"], m["games"], m["score"])
                  for m in ruy["moves"]], [("Bb5", True, 3, 1)])
    check("sample", ruy["sample"][0], {
        "number": 1, "white": "Me", "black": "One", "date": "2024.01.01",
        "event": "A", "result": "1-0", "offset": 0, "length": 144,
        "entered": 0, "left": 5, "returned": None,
        "went_on": "3.Bc4 Bc5 4.O-O Nf6"})
    second = start["sample"][1]
    text = GAMES[second["offset"]:second["offset"] + second["length"]]
    holds("text", text.startswith(b"[Event ") and b"1. d4 d5" in text, text)
    # The command has the same facts, but for the names of files.
    own = json.loads(subprocess.run(command, check=True,
                                    capture_output=True).stdout)
    for d in own["departures"]:
        for g in d["sample"]:
            del g["file"]
    text = json.dumps(own).replace("repertoire.pgn", "repertoire")
    text = text.replace("more.tabia", "more")
    check("command", json.loads(text), a.json)
    check("limit", len(review(s, player="me", limit=1).json["departures"]), 1)


def test_sides(s):
    check("both", review(s).json["side"], None)
    check("black", review(s, side="black").json["outcomes"]["gap"]["games"], 4)
    a = review(s, player="me", side="black").json
    check("selected", (a["side"], a["reviewed"]), ("black", 1))
    check("a store as the book", review(s, book="more").json["reviewed"], 7)
    check("none", review(s, player="nobody at all").json["departures"], [])


def test_skipped(s):
    """Why games are not reviewed."""
    game = b'[White "%s"]\n[Black "%s"]\n\n%s *\n\n'
    games = (game % (b"Me", b"One", b"1. e4 e5") +
             game % (b"Two", b"Me", b"1. e4 e5") +
             game % (b"Two", b"One", b"1. e4 e5") +
             game % (b"Me", b"One", b"1. e4 e9") +
             b'[Variant "Atomic"]\n' + game % (b"Me", b"One", b"1. e4 e5"))
    a = review(s, games, player="me", side="white").json
    check("skipped", [a[k] for k in ("read", "reviewed", "filtered", "others",
                                     "other_side", "broken")],
          [5, 1, 2, 1, 1, 2])
    check("problems", [p["line"] for p in a["problems"]], [19, 21])
    holds("why", "variant" in a["problems"][1]["message"], a["problems"])


def test_refused(s):
    for body, params, status in (
            (b"", {}, 400), (GAMES, {"book": "none"}, 404),
            (GAMES, {"source": "none"}, 404), (GAMES, {"side": "green"}, 400),
            (GAMES, {"player": ";".join("abcdefghijklmnopq")}, 400),
            (GAMES, {"book": "puzzles"}, 404)):
        a = review(s, body, **params)
        check(f"bad {params}", a.status, status, a.text)
    a = s.ask("POST", "/api/review?book=repertoire", body=GAMES)
    check("without the token", a.status, 403, a.text)
    # Anything may be sent.
    for body in (b"\xff\xfe\x00", b"1. e4 e5 2. Ke3", b"[[[{{{(((", b"\n"):
        a = review(s, body)
        check(f"rubbish {body}", (a.status, a.json["reviewed"] <= 1),
              (200, True), a.text)


with Folder() as folder:
    os.chdir(folder.path)
    for name in ("repertoire.pgn", "mygames.pgn"):
        folder.file(name, fixture(name))
    more = folder.file("more.pgn", 3 * (
        '[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n') +
        '[Event "x"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 d6 3. Bc4 0-1\n')
    folder.file("puzzles.txt", fixture("../../examples/tichess-puzzles.txt"))
    subprocess.run([tabia, "build", "-q", more, "-o", "more.tabia"],
                   check=True)
    server = Server(tabia, "repertoire.pgn", "more.tabia", "puzzles.txt")
    test_facts(server, [
        tabia, "review", "mygames.pgn", "--book", "repertoire.pgn", "--player",
        "me", "--player", "Me,Too", "--against", "more.tabia", "--json"])
    test_sides(server)
    test_skipped(server)
    test_refused(server)
    server.end()
finish()
