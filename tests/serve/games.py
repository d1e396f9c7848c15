"""Games of a position, page by page, and one game with its moves.

What is expected is sorted and counted from the PGN text itself.
"""

import json
import os
import subprocess
import sys

from harness import Folder, Server, check, finish, holds
from sample import GAMES, games, is_rated, mean, seconds, words

tabia = sys.argv[1]


def strength(tags):
    own = [int(tags[t]) for t in ("WhiteElo", "BlackElo")
           if tags.get(t, "").isdigit()]
    return sum(own) / len(own) if own else 0


def expected(prefix, wanted=lambda tags: True):
    return [(tags, moves) for tags, moves, _ in games
            if moves[:len(prefix)] == prefix and len(moves) > len(prefix)
            and wanted(tags)]


def listed(s, **params):
    """All pages, by their number, and again by 'next'."""
    by_number, by_next, page, after = [], [], 1, None
    while True:
        a = s.get("/api/games", limit=7, page=page, **params)
        check("status", a.status, 200, a.text)
        by_number += a.json["games"]
        holds("page", len(a.json["games"]) <= 7)
        if a.json["next"] is None:
            break
        page += 1
    while True:
        more = {"after": after} if after else {}
        b = s.get("/api/games", limit=7, **params, **more).json
        by_next += b["games"]
        after = b["next"]
        if after is None:
            break
    check("by number and by next", by_next, by_number)
    check("total", a.json["total"], len(by_number))
    check("complete", a.json["complete"], True)
    check("each once", len({g["id"] for g in by_number}), len(by_number))
    c = s.get("/api/games", limit=0, page=3, **params).json
    check("only the total", (c["total"], c["games"], c["next"]),
          (len(by_number), [], None))
    return by_number


def facts(game):
    return (game["white"]["name"], game["black"]["name"], game["date"],
            game["san"], game["winner"], game["event"])


def known(tags, san):
    winner = {"1-0": "white", "0-1": "black"}.get(tags["Result"])
    return (tags["White"], tags["Black"], tags["Date"], san, winner,
            tags["Event"])


def test_lists(s):
    cases = (
        ("", [], {}, lambda t: True),
        ("e2e4,c7c5", ["e4", "c5"], {}, lambda t: True),
        ("", [], {"ratings": "1600,1800"},
         lambda t: is_rated(t) and 1600 <= mean(t) < 2000),
        ("e2e4", ["e4"], {"speeds": "blitz"},
         lambda t: 180 <= seconds(t) < 480),
        ("", [], {"since": "2022-03", "until": "2022-12"},
         lambda t: "2022.03" <= t["Date"][:7] <= "2022.12"),
        ("", [], {"player": "adler"},
         lambda t: "Adler" in (t["White"], t["Black"])),
        ("e2e4", ["e4"], {"player": "Adler", "color": "black"},
         lambda t: t["Black"] == "Adler"),
        ("", [], {"player": "nobody"}, lambda t: False),
    )
    for play, prefix, params, wanted in cases:
        want = expected(prefix, wanted)
        for sort in ("rating", "date"):
            name = f"{play} {params} {sort}"
            got = listed(s, play=play, sort=sort, **params)
            check(name, sorted(facts(g) for g in got),
                  sorted(known(t, m[len(prefix)]) for t, m in want))
            if sort == "date":
                order = [g["date"] for g in got]
            else:
                order = [sum(r) / max(1, len(r)) for r in (
                    [x for x in (g["white"]["rating"], g["black"]["rating"])
                     if x] for g in got)]
            check(f"{name}: order", order, sorted(order, reverse=True))
        holds(name, want or params.get("player") == "nobody")
    one = s.get("/api/games", move="e2e4", limit=100).json
    check("one move", {g["san"] for g in one["games"]}, {"e4"})
    check("its total", one["total"], len([m for _, m in expected([])
                                          if m[0] == "e4"]))
    a = s.get("/api/games", play="h2h4,h7h5,a2a3,a7a6")
    check("no games", (a.status, a.json["games"], a.json["total"],
                       a.json["next"]), (200, [], 0, None))


def test_refusals(s):
    for params in ({"page": 600}, {"sort": "name"}, {"after": "xxxxxxxx"},
                   {"after": "short"}, {"move": "e2e5"}, {"page": "x"}):
        a = s.get("/api/games", limit=100, **params)
        check(f"refused {params}", a.status, 400, a.text)
    check("not a store", s.get("/api/games", book="openings").status, 404)
    check("no such book", s.get("/api/games", book="nosuch").status, 404)


def count_of(answer):
    return sum(answer[k] for k in ("white", "draws", "black"))


def test_samples(folder):
    """A filter never empties the lists while games are counted.

    1,000 games of one position; its samples are all of the strong ones.
    """
    text = "".join(
        f'[Event "e{i}"]\n[White "w{i}"]\n[Black "b"]\n[Result "1-0"]\n'
        f'[Date "{date}"]\n[WhiteElo "{elo}"]\n[BlackElo "{elo}"]\n\n'
        f'1. e4 e5 2. {move} 1-0\n\n'
        for i, (date, elo, move) in enumerate(
            [("2024.05.01", 2600, "Nf3")] * 700 +
            [("2001.01.01", 1700, "Nc3")] * 30 +
            [("2002.02.02", 1100, "d4")] * 3 +
            [("2024.05.02", 2700, "Bc4")] * 267))
    store = os.path.join(folder.path, "many.tabia")
    subprocess.run([tabia, "build", "-q", "--by", "rating,month", "-o", store,
                    folder.file("many.pgn", text)], check=True)
    s = Server(tabia, store)
    for params, n, year in (({"ratings": "1600"}, 30, 2001),
                            ({"ratings": "1000"}, 3, 2002),
                            ({"until": "2001-12"}, 30, 2001),
                            ({"ratings": "1800"}, 0, None),
                            ({}, 1000, 2024)):
        for path, most in (("/lichess", (4, 4)), ("/api/find", (15, 8))):
            a = s.get(path, play="e2e4,e7e5", **params).json
            # On /lichess no game below 2000 is a top game.
            top = 0 if path == "/lichess" and year != 2024 else most[0]
            check(f"{path} {params}",
                  (count_of(a if path == "/lichess" else a["results"]),
                   len(a["topGames"]), len(a["recentGames"])),
                  (n, min(n, top), min(n, most[1])))
            check(f"{path} {params}: these games",
                  {g["year"] for g in a["topGames"] + a["recentGames"]},
                  {year} if year else set())
            ids = [g["id"] for g in a["topGames"]]
            check(f"{path} {params}: each once", len(set(ids)), len(ids))
        if "until" not in params:
            a = s.get("/api/games", play="e2e4,e7e5", limit=100, **params).json
            check(f"list {params}", (a["total"], len(a["games"])),
                  (n, min(n, 100)))
    s.end()


def test_player(s):
    """Moves, results and months of a player, as counted from the text."""
    for params, wanted in (
            ({}, lambda t: "Adler" in (t["White"], t["Black"])),
            ({"color": "white"}, lambda t: t["White"] == "Adler"),
            ({"color": "black", "since": "2022-01"},
             lambda t: t["Black"] == "Adler" and t["Date"] >= "2022")):
        for play, prefix in (("", []), ("e2e4,e7e5", ["e4", "e5"])):
            name = f"{play} {params}"
            want = expected(prefix, wanted)
            own = {"player": " ADLER", "play": play, **params}
            moves = {}
            for _, line in want:
                moves[line[len(prefix)]] = moves.get(line[len(prefix)], 0) + 1
            a = s.get("/api/find", book="games", **own).json
            check(name, {m["san"]: m["games"] for m in a["moves"]}, moves)
            check(f"{name}: sum", count_of(a["results"]), len(want))
            check(f"{name}: months", sum(map(count_of, a["history"])),
                  len(want))
            check(f"{name}: recent", len(a["recentGames"]), min(8, len(want)))
            holds(f"{name}: not counted", not any("reached" in m
                                                  for m in a["moves"]))
            b = s.get("/api/here", book="openings", sources="games", **own)
            check(f"{name}: here", b.json["sources"][1]["moves"], a["moves"])
            check(f"{name}: the book", [m["san"] for m in b.json["sources"][0]
                                        ["moves"]], [] if prefix else ["e4"])
    check("nobody", s.get("/api/find", book="games", player="Adl").json["moves"],
          [])
    # Clients of Lichess may send anything.
    check("not of /lichess", s.get("/lichess", player="Adler").text,
          s.get("/lichess").text)


def test_players(folder):
    """Names in several spellings are found by what is typed of them."""
    names = ("Carlsen, Magnus", "Carlsen,Magnus", "Carlsen, M", "Carlsen, Ingrid",
             "Magnus Carlsen", "Müller, K", "Mueller, A", "Carls, C",
             "carlsen, magnus")
    text = "".join(
        f'[White "{name}"]\n[Black "Tal, M"]\n[Result "1-0"]\n'
        f'[WhiteElo "2500"]\n[BlackElo "2500"]\n\n1. {move} 1-0\n\n'
        for i, name in enumerate(names)
        for move in ("e4", "d4", "c4", "b4")[:3 if i == 2 else 1])
    store = os.path.join(folder.path, "names.tabia")
    subprocess.run([tabia, "build", "-q", "--by", "rating,speed,month",
                    "-o", store, folder.file("names.pgn", text)], check=True)
    s = Server(tabia, store)

    def found(q, **params):
        a = s.get("/api/players", q=q, **params)
        check(q, (a.status, a.json["book"]), (200, "names"))
        return [(p["name"], p["games"]) for p in a.json["players"]]
    # The same name with other blanks or case is one player.
    magnus = ("Carlsen, Magnus", 3)
    check("initials", found("magnus carlsen"),
          [("Carlsen, M", 3), magnus, ("Magnus Carlsen", 1)])
    for q in ("carlsen mag", "Mag, CARLSEN", "carlsen,magnus"):
        check(q, sorted(found(q)), sorted(found("magnus carlsen")))
    check("prefix", found("carls")[-2:],
          [("Carls, C", 1), ("Carlsen, Ingrid", 1)])
    check("accents", found("k müller"), [("Müller, K", 1)])
    for q in ("", " , ", "nobody", "carlsen bobby"):
        check("none", found(q), [])
    check("limit", [len(found("carlsen", limit=n)) for n in (0, 1, 100)],
          [0, 1, 3])
    # No game has a speed, and all have one rating.
    book = s.get("/api/books").json["books"][0]
    check("groups", (book["by"], book["ratings"], book["speeds"]),
          (["rating", "speed", "month"], [2500], []))
    s.end()


def test_game(s, source):
    """Every game: its moves by UCI and SAN, and its PGN."""
    for g in s.get("/api/games", limit=100).json["games"]:
        a = s.get("/api/game", id=g["id"])
        check("status", a.status, 200, a.text[:200])
        data = a.json
        tags, moves, text = next(
            x for x in games if known(x[0], x[1][0]) == facts(g) and
            len(x[1]) == len(data["moves"]))
        check("moves", [m["san"] for m in data["moves"]],
              [m.rstrip("!?") for m in moves])
        check("fields", (data["result"], data["date"], data["event"],
                         data["white"]["name"], data["from"], data["cut"]),
              (tags["Result"], tags["Date"], tags["Event"], tags["White"],
               source, False))
        check("pgn", words(data["pgn"]), moves + [tags["Result"]])
        check("text of the file", data["pgn"].strip() == text.strip(),
              source == "file")
        b = s.get("/api/game", id=g["id"], format="pgn")
        check("as PGN", (b.text, b.headers["content-type"]),
              (data["pgn"], "application/x-chess-pgn"))
        # The moves lead where they say, castling as king takes rook.
        for ply, move in enumerate(data["moves"]):
            if move["san"].rstrip("+#") in ("O-O", "O-O-O"):
                rank, king = "18"[ply % 2], move["uci"][:2]
                rook = "h" if move["san"].count("O") == 2 else "a"
                check("castling", move["uci"], f"e{rank}{rook}{rank}")
                holds("a king", king[0] == "e")
        play = ",".join(m["uci"] for m in data["moves"])
        check("playable", s.get("/api/find", play=play).status, 200)
    for params, status in (({}, 400), ({"id": "xxxxxxxx"}, 404),
                           ({"id": "?"}, 404),
                           ({"id": g["id"], "format": "xml"}, 400),
                           ({"id": g["id"], "source": "nothing"}, 404)):
        check(f"{params}", s.get("/api/game", **params).status, status)


def test_evals(folder, store):
    """The evaluations of a store: of the position, and after its moves."""
    evaluated = os.path.join(folder.path, "evaluated.tabia")
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    king = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
    lines = "".join(
        json.dumps({"fen": fen, "evals": [{"pvs": [value], "depth": depth}]},
                   separators=(",", ":")) + "\n"
        for fen, value, depth in ((start, {"cp": 18}, 40),
                                  (king, {"mate": -5}, 30)))
    subprocess.run([tabia, "evaluate", "-q", store, "-o", evaluated,
                    "--from-evals", folder.file("evals.jsonl", lines)],
                   check=True)
    s = Server(tabia, evaluated)
    for there in (s.get("/api/find").json,
                  s.get("/api/here").json["sources"][0]):
        check("position", there["position"], {"eval": {"cp": 18}, "depth": 40})
        check("moves", {m["san"]: m.get("eval") for m in there["moves"]
                        if m["san"] == "e4" or "eval" in m},
              {"e4": {"mate": -5}})
    check("black", s.get("/api/find", play="e2e4").json["position"]["eval"],
          {"mate": -5})
    holds("none", "position" not in s.get("/api/find", play="e2e4,e7e5").json)
    s.end()


def test_marks(s):
    """The moves of a game that a book has: here 1.e4 e5 and no other."""
    marked = set()
    for g in s.get("/api/games", limit=100).json["games"]:
        moves = s.get("/api/game", id=g["id"], source="openings").json["moves"]
        sans = [m["san"] for m in moves]
        for i, m in enumerate(moves):
            is_known = i < 2 and sans[:i + 1] == ["e4", "e5"][:i + 1]
            check(f"{sans[:i + 1]}", m["known"], is_known)
            marked.add(is_known)
    check("some and not all", marked, {True, False})


with Folder() as folder:
    store = os.path.join(folder.path, "games.tabia")
    short = os.path.join(folder.path, "short.tabia")
    book = folder.file("openings.txt", "e2e4 e7e5\n")
    subprocess.run([tabia, "build", "-q", "--by", "rating,speed,month",
                    "-o", store, GAMES], check=True)
    subprocess.run([tabia, "build", "-q", "--max-ply", "6", "-o", short,
                    GAMES], check=True)
    s = Server(tabia, book, store)
    test_lists(s)
    test_refusals(s)
    test_player(s)
    check("not a store", s.get("/api/players", book="openings", q="a").status,
          404)
    own = s.get("/api/books").json["books"][1]
    check("groups", (own["ratings"], own["speeds"]), (
        [0] * any(mean(t) < 1000 for t, _, _ in games if is_rated(t)) +
        sorted({max(b for b in (1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500)
                    if b <= mean(t)) for t, _, _ in games if is_rated(t)}),
        [name for name, low, high in (
            ("ultraBullet", 0, 30), ("bullet", 30, 180), ("blitz", 180, 480),
            ("rapid", 480, 1500), ("classical", 1500, 21600),
            ("correspondence", 21600, 1 << 40))
         if any(low <= seconds(t) < high for t, _, _ in games)]))
    test_players(folder)
    test_samples(folder)
    test_evals(folder, store)
    test_game(s, "store")
    test_marks(s)
    s.end()
    s = Server(tabia, store, "--games", GAMES)
    test_game(s, "file")
    s.end()
    # A store that was not built by anything can be filtered here, too.
    s = Server(tabia, short)
    want = expected([], lambda t: is_rated(t) and 1600 <= mean(t) < 1800)
    got = listed(s, ratings="1600")
    check("filtered by what it was not built by",
          sorted(facts(g) for g in got),
          sorted(known(t, m[0]) for t, m in want))
    a = s.get("/api/game", id=got[0]["id"]).json
    check("cut", (a["cut"], len(a["moves"])), (True, 6))
    holds("says so", "no further moves" in a["pgn"], a["pgn"])
    s.end()
finish()
