"""The addresses of Lichess's opening explorer, as its clients use them.

The numbers that are expected are counted from the PGN text itself, without
the program.
"""

import collections
import gzip
import os
import re
import subprocess
import sys
import urllib.parse

from harness import START, Folder, Server, check, finish, holds
from sample import GAMES, RESULTS, games, is_rated, mean, seconds, words

tabia = sys.argv[1]

SICILIAN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"
CASTLES = ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R "
           "w KQkq - 6 5")
SLAV = "d2d4,d7d5,c2c4,c7c6,c4d5"


def count(prefix, wanted=lambda tags: True):
    """Results by the move after 'prefix', which no other order reaches."""
    table = collections.defaultdict(lambda: [0, 0, 0])
    for tags, moves, _ in games:
        if moves[:len(prefix)] == prefix and len(moves) > len(prefix) and \
                wanted(tags):
            table[moves[len(prefix)]][RESULTS[tags["Result"]]] += 1
    return dict(table)


def table_of(answer):
    return {m["san"]: [m["white"], m["draws"], m["black"]]
            for m in answer["moves"]}


def check_shape(name, answer, keys):
    """Every field that clients read, with its type."""
    check(f"{name}: one line", answer.body.count(b"\n"), 1)
    holds(f"{name}: line end", answer.body.endswith(b"}\n"))
    data = answer.json
    for key in keys:
        holds(f"{name}: {key}", key in data)
    for side in ("white", "draws", "black"):
        holds(f"{name}: {side}", isinstance(data[side], int))
    order = []
    for move in data["moves"]:
        n = move["white"] + move["draws"] + move["black"]
        holds(f"{name}: games of {move['san']}", n > 0)
        order.append(n)
        holds(f"{name}: uci", re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbn]?",
                                           move["uci"]), move["uci"])
        holds(f"{name}: opening", "opening" in move)
        holds(f"{name}: game", "game" in move)
        check(f"{name}: only one game", move["game"] is not None and n != 1,
              False)
        # Each address has its own; 'queuePosition' is only that of /player.
        holds(f"{name}: ratings", all(
            (key in move) == ((key == "averageRating") !=
                              ("queuePosition" in data))
            for key in ("averageRating", "averageOpponentRating",
                        "performance")), move)
    check(f"{name}: order", order, sorted(order, reverse=True))
    for key in ("topGames", "recentGames"):
        for game in data.get(key, []):
            check_game(f"{name}: {key}", game, "uci" in game)
    if data["opening"] is not None:
        holds(f"{name}: opening", isinstance(data["opening"]["eco"], str) and
              isinstance(data["opening"]["name"], str))


def check_game(name, game, has_uci):
    holds(f"{name}: uci", has_uci)
    check(f"{name}: id", len(game["id"]), 8)
    holds(f"{name}: winner", game["winner"] in ("white", "black", None))
    for side in ("white", "black"):
        holds(f"{name}: {side}", isinstance(game[side]["name"], str) and
              isinstance(game[side]["rating"], int))
    holds(f"{name}: year", isinstance(game["year"], int))
    holds(f"{name}: month", game["month"] is None or
          re.fullmatch(r"\d{4}-\d\d", game["month"]))


def test_counts(s):
    a = s.get("/masters", moves=100)
    check_shape("masters", a, ["moves", "topGames", "opening"])
    check("type", a.headers["content-type"], "application/json")
    check("first moves", table_of(a.json), count([]))
    b = s.get("/lichess", moves=100)
    check_shape("lichess", b, ["moves", "topGames", "recentGames", "opening"])
    check("the same on /lichess", (b.headers["content-type"],
                                   table_of(b.json)),
          ("application/json", count([])))
    total = [sum(c) for c in zip(*count([]).values())]
    check("sum", [a.json["white"], a.json["draws"], a.json["black"]], total)
    check("after e4 c5", table_of(s.get("/masters", play="e2e4,c7c5",
                                        moves=100).json),
          count(["e4", "c5"]))
    check("same by fen", s.get("/masters", fen=SICILIAN, moves=100)
          .json["moves"], s.get("/masters", play="e2e4,c7c5",
                                moves=100).json["moves"])
    b = s.get("/masters", moves=1).json
    check("cut", len(b["moves"]), 1)
    check("sum over all", b["white"], a.json["white"])
    check("moves=0", s.get("/masters", moves=0).json["moves"], [])


def test_repeated(folder):
    """A position that recurs counts once, with its last move."""
    store = os.path.join(folder.path, "repeated.tabia")
    subprocess.run([tabia, "build", "-q", "-o", store, folder.file(
        "repeated.pgn", '[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n'
        "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 1-0\n")], check=True)
    s = Server(tabia, store)
    check("repeated", table_of(s.get("/masters").json), {"e4": [1, 0, 0]})
    s.end()


def test_ratings(s):
    """Of the side to move, whichever that is."""
    for prefix, play, tag in (([], "", "WhiteElo"), (["e4"], "e2e4",
                                                     "BlackElo")):
        table = collections.defaultdict(list)
        for tags, moves, _ in games:
            if moves[:len(prefix)] == prefix:
                table[moves[len(prefix)]].append(int(tags[tag]))
        for path in ("/masters", "/lichess"):
            listed = s.get(path, play=play, moves=100).json["moves"]
            check(f"{path} {play}", {m["san"]: m["averageRating"]
                                     for m in listed},
                  {san: sum(r) // len(r) for san, r in table.items()})


def test_values(folder):
    """What few games have: no rating, no month, no speed, casual, a mate.

    And more first moves than a list has without 'moves'.
    """
    def game(moves, date="2024.01.31", **tags):
        tags = {"White": "Wolf", "Black": "Kuckuck", "Result": "1-0",
                "Date": date, **tags}
        return "".join(f'[{k} "{v}"]\n' for k, v in tags.items()) + \
            f"\n{moves} 1-0\n\n"
    firsts = [f"{f}{n}" for f in "abcdefgh" for n in (3, 4)]
    rated = {"WhiteElo": "2000", "BlackElo": "2100", "TimeControl": "300"}
    mate = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#"
    text = "".join(game(f"1. {x} e5", **rated) for x in firsts) + \
        game(mate, "2023.??.??") + \
        game("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O", **rated) + \
        game("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Bxf7+ Ke7", "2022.12.??",
             Event="Casual Blitz game", WhiteElo="1700", BlackElo="1900",
             TimeControl="300")
    store = os.path.join(folder.path, "values.tabia")
    subprocess.run([tabia, "build", "-q", "--by", "rating,speed,month", "-o",
                    store, folder.file("values.pgn", text)], check=True)
    s = Server(tabia, store)
    for path in ("/masters", "/lichess"):
        check(f"{path}: 12 moves", len(s.get(path).json["moves"]), 12)
        check(f"{path}: moves=100", len(s.get(path, moves=100).json["moves"]),
              len(firsts))
    own = {"player": "Wolf", "color": "white"}
    check("/player: all", len(s.get("/player", **own).json["moves"]),
          len(firsts))
    check("/player: 8 games", len(s.get("/player", recentGames=100, **own)
                                  .json["recentGames"]), 8)
    a = s.get("/lichess", play="e2e4,e7e5,f1c4,b8c6,d1h5,g8f6", recentGames=8)
    check_shape("values", a, ["moves"])
    by_san = {m["san"]: m for m in a.json["moves"]}
    check("mate and check", set(by_san), {"Qxf7#", "Bxf7+"})
    castling = s.get("/lichess", play="e2e4,e7e5,g1f3,b8c6,f1c4,f8c5").json
    check("castling", [(m["uci"], m["san"]) for m in castling["moves"]],
          [("e1h1", "O-O")])
    check("unrated", by_san["Qxf7#"]["averageRating"], 0)
    lone = by_san["Qxf7#"]["game"]
    check("the only game", (lone["white"], lone["black"], lone["winner"],
                            lone["year"], lone["month"], lone["mode"],
                            "speed" in lone),
          ({"name": "Wolf", "rating": 0}, {"name": "Kuckuck", "rating": 0},
           "white", 2023, None, "rated", False))
    other = by_san["Bxf7+"]["game"]
    check("casual", (other["white"]["rating"], other["month"], other["mode"],
                     other["speed"]), (1700, "2022-12", "casual", "blitz"))
    for modes, want in (("casual", {"e4": [1, 0, 0]}),
                        ("rated", {**{x: [1, 0, 0] for x in firsts},
                                   "e4": [3, 0, 0]})):
        check(f"modes={modes}", table_of(
            s.get("/player", modes=modes, **own).json), want)
    for game in s.get("/masters").json["topGames"]:
        holds("masters: no speed, no mode", not {"speed", "mode"} & set(game))
    check("ratings=none", table_of(s.get("/lichess", ratings="none").json),
          {"e4": [1, 0, 0]})
    check("ratings=2500", s.get("/lichess", ratings="2500").json["moves"], [])
    s.end()


def test_filters(s):
    rated = [g for g in games if is_rated(g[0])]
    holds("ratings in the sample", rated)
    low = count([], lambda t: is_rated(t) and 1600 <= mean(t) < 1800)
    for value in ("1600", "1700", "1799"):
        check(f"ratings={value}", table_of(
            s.get("/lichess", ratings=value, moves=100).json), low)
    many = count([], lambda t: is_rated(t) and
                 (mean(t) < 1000 or mean(t) >= 2500))
    check("ratings=400,2500", table_of(
        s.get("/lichess", ratings="400,2500", moves=100).json), many)
    blitz = count([], lambda t: 180 <= seconds(t) < 480)
    check("speeds=blitz", table_of(
        s.get("/lichess", speeds="blitz", moves=100).json), blitz)
    both = count([], lambda t: seconds(t) < 480 or seconds(t) >= 1500)
    check("speeds of a list", table_of(
        s.get("/lichess", speeds="ultraBullet,bullet,blitz,classical,"
              "correspondence", moves=100).json), both)
    since = count([], lambda t: t["Date"][:7] >= "2022.03")
    for value in ("2022-03", "2022-3"):
        check(f"since={value}", table_of(
            s.get("/lichess", since=value, moves=100).json), since)
    every = count([])
    for params in ({"ratings": "1600", "speeds": "blitz"},
                   {"ratings": "foo", "speeds": "bar"}):
        a = s.get("/masters", moves=100, **params)
        check(f"masters ignores {params}", (a.status, table_of(a.json),
                                            a.json["tabia"]["ignored"]),
              (200, every, []))
    until = count([], lambda t: t["Date"][:4] <= "2021")
    check("until=2021", table_of(
        s.get("/masters", until=2021, moves=100).json), until)
    check("until=2021-12", table_of(
        s.get("/lichess", until="2021-12", moves=100).json), until)
    # Every date may be a year or a month.
    both = count([], lambda t: "2021.03" <= t["Date"][:7] <= "2022")
    holds("some", both)
    for path in ("/masters", "/lichess"):
        check(f"{path}: month to year", table_of(
            s.get(path, since="2021-03", until=2021, moves=100).json),
            both)
    mine = count([], lambda t: t["White"] == "Adler" and
                 "2021" <= t["Date"][:4] <= "2022")
    check("/player: years", table_of(
        s.get("/player", player="Adler", color="white", since=2021,
              until="2022-12").json), mine)


def test_all_groups(folder):
    """All groups together are every game, also those without a group."""
    text = open(GAMES, encoding="utf-8").read()
    for tag in ("WhiteElo", "BlackElo", "TimeControl"):
        parts = re.split(rf'(\[{tag} ".*"\]\n)', text)
        text = "".join(p for i, p in enumerate(parts) if i % 6 != 1)
    store = os.path.join(folder.path, "some.tabia")
    subprocess.run([tabia, "build", "-q", "--by", "rating,speed,month", "-o",
                    store, folder.file("some.pgn", text)], check=True)
    s = Server(tabia, store)
    every = table_of(s.get("/masters", moves=100).json)
    check("every game", every, count([]))
    groups = "400,1000,1200,1400,1600,1800,2000,2200,2500"
    none = s.get("/lichess", ratings="none", moves=100).json
    holds("only those without ratings", 0 < none["white"] < len(games))
    speeds = "ultraBullet,bullet,blitz,rapid,classical,correspondence"
    for params in ({"ratings": groups}, {"speeds": speeds},
                   {"ratings": groups, "speeds": speeds}):
        check(f"all of {list(params)}", table_of(
            s.get("/lichess", moves=100, **params).json), every)
    for params in ({"speeds": speeds[:-15]}, {"ratings": groups[4:]}):
        holds(f"but not {params}", table_of(
            s.get("/lichess", moves=100, **params).json) != every)
    unknown = s.get("/lichess", speeds="unknown", moves=100).json
    holds("only those without", 0 < unknown["white"] < len(games))
    check("no speed", [g for g in unknown["topGames"] if "speed" in g], [])
    s.end()


def test_games(s):
    a = s.get("/masters").json
    check("15 top games", len(a["topGames"]), min(15, len(games)))
    holds("no recent games", "recentGames" not in a)
    means = [(g["white"]["rating"] + g["black"]["rating"]) / 2
             for g in a["topGames"]]
    check("best first", means, sorted(means, reverse=True))
    for game in a["topGames"]:
        results = {t["Result"] for t, _, _ in games if
                   (t["White"], t["Black"], t["Date"][:7].replace(".", "-"),
                    t["WhiteElo"]) ==
                   (game["white"]["name"], game["black"]["name"],
                    game["month"], str(game["white"]["rating"]))}
        holds("winner", {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[
            game["winner"]] in results, game)
    best = max(mean(t) for t, _, _ in games if is_rated(t))
    check("best of all", int(means[0]), best)
    holds("masters: no speed", "speed" not in a["topGames"][0])
    check("never more than 15",
          len(s.get("/masters", topGames=500).json["topGames"]), 15)
    check("none", s.get("/masters", topGames=0).json["topGames"], [])

    a = s.get("/lichess").json
    check("4 and 4", (len(a["topGames"]), len(a["recentGames"])), (4, 4))
    holds("speed and mode", a["topGames"][0]["mode"] in ("rated", "casual"))
    dates = [g["month"] for g in a["recentGames"]]
    check("newest first", dates, sorted(dates, reverse=True))
    newest = max(t["Date"] for t, _, _ in games)
    check("newest of all", dates[0], newest[:7].replace(".", "-"))
    a = s.get("/lichess", topGames=4, recentGames=8).json
    check("8 in all", len(a["topGames"]) + len(a["recentGames"]), 8)
    a = s.get("/lichess", topGames=0, recentGames=8).json
    check("cut top games", (a["topGames"], len(a["recentGames"])), ([], 4))
    a = s.get("/lichess", topGames=2, recentGames=8).json
    check("2 and 4", (len(a["topGames"]), len(a["recentGames"])), (2, 4))

    # The only game of a move, unless no games are wanted.
    prefix = next(m[:6] for _, m, _ in games
                  if len(m) > 6 and sum(x[1][:6] == m[:6] for x in games) == 1)
    uci = play_of(s, prefix)
    a = s.get("/lichess", play=uci).json
    holds("only game", a["moves"] and a["moves"][0]["game"] is not None or
          a["white"] + a["draws"] + a["black"] > 1, a)
    a = s.get("/lichess", play=uci, topGames=0, recentGames=0).json
    check("no game", [m["game"] for m in a["moves"]], [None] * len(a["moves"]))


def test_top_games(folder):
    """Which games are top games, and that no game is in both lists.

    As lila-openingexplorer divides them: the highest rating group that the
    filter selects without a gap, never below 2000, never by correspondence.
    """
    def of(n, elo, control):
        return "".join(
            f'[White "{elo} {control}"]\n[Black "b{i}"]\n[Result "1-0"]\n'
            f'[Date "2024.{i + 1:02}.01"]\n[WhiteElo "{elo}"]\n'
            f'[BlackElo "{elo}"]\n[TimeControl "{control}"]\n\n'
            f"1. e4 e5 2. Nf3 1-0\n\n" for i in range(n))
    store = os.path.join(folder.path, "top.tabia")
    text = (of(2, 2600, "-") + of(2, 2550, "300") + of(1, 2300, "300") +
            of(1, 2050, "300") + of(3, 1950, "300") + of(3, 1500, "300"))
    subprocess.run([tabia, "build", "-q", "--by", "rating,speed,month", "-o",
                    store, folder.file("top.pgn", text)], check=True)
    s = Server(tabia, store)

    def lists(**params):
        a = s.get("/lichess", recentGames=8, **params).json
        top = [g["white"]["rating"] for g in a["topGames"]]
        ids = [g["id"] for g in a["topGames"] + a["recentGames"]]
        check(f"{params}: each game once", len(set(ids)), len(ids))
        return top, len(a["recentGames"])
    check("all", lists(), ([2550, 2550, 2300, 2050], 4))
    check("two groups", lists(ratings="2200,2500"), ([2550, 2550, 2300], 2))
    check("down to a gap", lists(ratings="2000,2500"), ([2550, 2550], 3))
    check("below 2000", lists(ratings="1800,2000,2200,2500"),
          ([2550, 2550, 2300, 2050], 4))
    check("without the highest", lists(ratings="2000,2200"), ([], 2))
    check("low", lists(ratings="1400,1800"), ([], 6))
    check("by correspondence", lists(speeds="correspondence"), ([], 2))
    top = s.get("/masters").json["topGames"]
    check("masters: the best rated", [g["white"]["rating"] for g in top[:4]],
          [2600, 2600, 2550, 2550])
    s.end()


def play_of(s, sans):
    """A line of SAN as UCI moves, by what the server lists as legal."""
    play = []
    for san in sans:
        legal = s.get("/api/find", play=",".join(play)).json["legal"]
        play += [m["uci"] for m in legal
                 if m["san"].rstrip("+#") == san.rstrip("+#!?")]
    return ",".join(play)


def test_pgn(s):
    a = s.get("/masters").json
    game = a["topGames"][0]
    for path in ("/masters/pgn/", "/master/pgn/"):
        b = s.get(path + game["id"])
        check("pgn", b.status, 200, b.text[:200])
        check("type", b.headers["content-type"], "application/x-chess-pgn")
        holds("its text", any(b.text.strip() == text.strip()
                              for _, _, text in games), b.text)
        holds("its player", f'[White "{game["white"]["name"]}"]' in b.text)
    for wrong in ("xxxxxxxx", "", "../../etc/passwd", "%2e%2e%2f%2e%2e",
                  game["id"] + "x"):
        check(f"pgn {wrong}", s.get("/masters/pgn/" + wrong).status, 404)


def test_history(s):
    months = collections.defaultdict(lambda: [0, 0, 0])
    for tags, moves, _ in games:
        if moves:
            months[tags["Date"][:7].replace(".", "-")][
                RESULTS[tags["Result"]]] += 1
    last = max(months)
    a = s.get("/lichess", history="True", until="2099-12").json["history"]
    got = {m["month"]: [m["white"], m["draws"], m["black"]] for m in a}
    check("history", {m: c for m, c in got.items() if any(c)}, dict(months))
    names = [m["month"] for m in a]
    check("no gaps", len(names), 1 + int(last[:4]) * 12 + int(last[5:]) -
          int(min(months)[:4]) * 12 - int(min(months)[5:]))
    check("in order", names, sorted(names))
    a = s.get("/lichess", history="true").json["history"]
    holds("last month left out", last not in [m["month"] for m in a])
    for word, is_asked in (("true", True), ("True", True), ("1", True),
                           ("yes", True), ("on", True), ("false", False),
                           ("0", False), ("", False)):
        check(f"history={word}", "history" in
              s.get("/lichess", history=word).json, is_asked)
    check("only history", set(s.get("/lichess/history").json), {"history"})
    check("all on our own page", s.get("/api/find").json["history"],
          s.get("/lichess", history="1", until="2099-12").json["history"])
    check("old form", s.get("/lichess/history", until="2099-12").json["history"],
          s.get("/lichess", history="1", until="2099-12").json["history"])
    holds("not asked", "history" not in s.get("/lichess").json)


def test_berserk(s):
    """What the client 'berserk' sends for its four calls."""
    def ask(path, params, accept):
        query = urllib.parse.urlencode(
            {k: v for k, v in params.items() if v is not None})
        return s.ask("GET", f"{path}?{query}" if query else path, headers={
            "Accept": accept, "Authorization": "Bearer lip_secret",
            "User-Agent": "python-requests/2.31", "Connection": "keep-alive"})

    js, ndjson = "application/json", "application/x-ndjson"
    a = ask("/masters", {"fen": SICILIAN, "play": "g1f3", "since": 1952,
                         "until": 2026, "moves": 5, "topGames": 3}, js)
    check("masters", a.status, 200, a.text)
    check_shape("berserk masters", a, ["moves", "topGames", "opening"])
    a = ask("/lichess", {"variant": "standard", "fen": SICILIAN,
                         "play": "g1f3", "speeds": "blitz,rapid,classical",
                         "ratings": "1600,1800,2000", "since": "2020-01",
                         "until": "2025-12", "moves": 12, "topGames": 4,
                         "recentGames": 4, "history": True}, js)
    check("lichess", a.status, 200, a.text)
    check_shape("berserk lichess", a, ["moves", "topGames", "recentGames",
                                       "opening", "history"])
    a = ask("/player", {"player": "Adler", "color": "white",
                        "variant": "standard", "speeds": "blitz",
                        "modes": "rated,casual", "since": "2020-01",
                        "until": "2025-12", "moves": 12, "recentGames": 8},
            ndjson)
    check("player", a.status, 200, a.text)
    check("player type", a.headers["content-type"], ndjson)
    check("player lines", a.body.count(b"\n"), 1)
    game = s.get("/masters").json["topGames"][0]["id"]
    a = s.ask("GET", f"/master/pgn/{game}",
              headers={"Accept": "application/x-chess-pgn"})
    check("game", a.status, 200)


def points(color, result):
    """Half points of a colour."""
    return {"1/2-1/2": 1, "1-0": 2, "0-1": 0}[result] if color == "white" \
        else {"1/2-1/2": 1, "1-0": 0, "0-1": 2}[result]


FIDE = [0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117,
        125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240,
        251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
        470, 501, 538, 589, 677, 800]


def performance(opponent, half_points, n):
    percent = (100 * half_points + n) // (2 * n)
    return opponent + (FIDE[percent - 50] if percent >= 50
                       else -FIDE[50 - percent])


def check_player(s, name, color, prefix, play, **params):
    """A player's games with one colour, counted from the text."""
    tag, other = ("White", "BlackElo") if color == "white" else \
        ("Black", "WhiteElo")

    def own(tags):
        return tags[tag] == name
    a = s.get("/player", player=name, color=color, play=play, **params)
    check(f"{name} as {color}", a.status, 200, a.text)
    check_shape("player", a, ["moves", "recentGames", "opening",
                              "queuePosition"])
    data = a.json
    check(f"{name} as {color}", table_of(data), count(prefix, own))
    for move in data["moves"]:
        met = [t for t, m, _ in games
               if own(t) and m[:len(prefix) + 1] == prefix + [move["san"]]]
        ratings = [int(t[other]) for t in met if t.get(other, "").isdigit()]
        average = sum(ratings) // len(ratings) if ratings else 0
        check(f"opponents after {move['san']}",
              move["averageOpponentRating"], average)
        check(f"performance with {move['san']}", move["performance"],
              performance(average, sum(points(color, t["Result"])
                                       for t in met), len(met)))
    for game in data["recentGames"]:
        check("only this colour", game[color]["name"], name)
    return data


def test_player(s):
    a = s.get("/player", player="adler", color="white")
    check("player", a.status, 200, a.text)
    holds("no top games", "topGames" not in a.json)
    check("X-Accel-Buffering", a.headers.get("x-accel-buffering"), "no")
    data = check_player(s, "Adler", "white", [], "")
    check("nothing is ignored", data["tabia"]["ignored"], [])
    check("8 recent", len(data["recentGames"]), 8)
    check("player: type", a.headers["content-type"], "application/x-ndjson")
    dates = [g["month"] for g in data["recentGames"]]
    check("newest first", dates, sorted(dates, reverse=True))
    check_player(s, "Adler", "black", ["e4"], "e2e4")
    # Anyone in any store, by every name that the games have.
    for name in sorted({t["White"] for t, _, _ in games}):
        for color in ("white", "black"):
            check_player(s, name, color, [], "", book="games")
    # What Lichess's /player does not have, and what it has.
    a = s.get("/player", player="Adler", color="white", ratings="x")
    check("ratings are ignored", table_of(a.json), count(
        [], lambda t: t["White"] == "Adler"))
    a = s.get("/player", player="Adler", color="white", speeds="blitz").json
    check("speeds", table_of(a), count([], lambda t: t["White"] == "Adler" and
                                       180 <= seconds(t) < 480))
    a = s.get("/player", player="Adler", color="white", since="2022-03").json
    check("since", table_of(a), count([], lambda t: t["White"] == "Adler" and
                                      t["Date"][:7] >= "2022.03"))
    both = [s.get("/player", player="Adler", color="white", modes=m).json
            for m in ("rated", "casual")]
    check("modes", sum(d["white"] + d["draws"] + d["black"] for d in both),
          sum(t["White"] == "Adler" for t, _, _ in games))

    a = s.get("/player", player="nobody", color="white")
    check("unknown player", (a.status, a.json["moves"], a.json["recentGames"],
                             a.json["white"]), (200, [], [], 0))
    for params, status in (({"player": "Adler"}, 400),
                           ({"color": "white"}, 400),
                           ({"player": "Adler", "color": "red"}, 400)):
        check(f"{params}", s.get("/player", **params).status, status)
    a = s.get("/player", player="Adler", color="white", book="nosuch")
    holds("which book", a.status == 404 and "'nosuch'" in a.text, a.text)
    check("alias", s.get("/personal", player="Adler", color="black").status,
          200)


def test_colors(folder):
    """A store for each colour: color chooses it."""
    stores = {"white": None, "black": None}
    for color in stores:
        stores[color] = os.path.join(folder.path, color + ".tabia")
        subprocess.run([tabia, "build", "-q", "--player", "Adler", "--where",
                        f'player("Adler", {color})', "-o", stores[color],
                        GAMES], check=True)
    s = Server(tabia, *stores.values())
    for color in stores:
        a = check_player(s, "Adler", color, ["e4"], "e2e4")
        check("which", a["tabia"]["book"], color)
        a = s.get("/player", player=" ADLER", color=color, play="e2e4").json
        check("blanks and case", a["tabia"]["book"], color)
    s.end()
    s = Server(tabia, stores["white"])
    for params in ({}, {"book": "white"}):
        a = s.get("/player", player="Adler", color="black", **params)
        check("no such games", (a.status, a.json["moves"]), (200, []))
    s.end()
    s = Server(tabia)
    a = s.get("/player", player="Adler", color="black")
    check("no store", a.status, 404, a.text)
    s.end()


def test_rules(s):
    """What section by section of the original's clients rely on."""
    castle = s.get("/api/find", fen=CASTLES).json["legal"]
    holds("castling", {"uci": "e1h1", "san": "O-O"} in castle)
    a, b = (s.get("/lichess", fen=CASTLES, play=x) for x in ("e1g1", "e1h1"))
    check("castling by both", (a.status, a.body), (200, b.body))
    # A game of Chess960 that starts as the usual game does, by its files.
    by_files = START.replace("KQkq", "HAha")
    for fen in (by_files, by_files.replace(" ", "_"), START.replace(" ", "_")):
        for variant in ("standard", "chess960", "fromPosition"):
            check(f"{variant} {fen}", s.ask(
                "GET", f"/lichess?variant={variant}&moves=100&fen=" +
                fen.replace(" ", "%20")).json["moves"],
                s.get("/lichess", moves=100).json["moves"])
    # Blanks as '+' and '%20', a raw '/', commas raw and encoded.
    fen = SICILIAN
    ways = [fen.replace(" ", "+"), fen.replace(" ", "%20"),
            urllib.parse.quote(fen, safe=""), fen.replace(" ", "_")]
    answers = {s.ask("GET", f"/masters?fen={w}&play=g1f3%2Cd7d6").body
               for w in ways}
    check("all ways", len(answers), 1)
    # Unknown parameters, as lila's page and the app send them.
    a = s.get("/lichess", source="analysis", xyz="1", variant="standard",
              ratings="400,1000,1200,1400,1600,1800,2000,2200,2500",
              speeds="ultraBullet,bullet,blitz,rapid,classical,"
                     "correspondence")
    check("unknown parameters", a.status, 200)
    for path in ("/masters", "/master", "/lichess"):
        holds(path, s.get(path).json["moves"])
    # Repaired: rights and squares that cannot be.
    a = s.get("/lichess", fen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 "
                              "w KQkq e6 0 1")
    check("repaired", a.status, 200, a.text)
    a = s.get("/lichess", fen=START.replace("-", "e6"))
    check("repaired: data", a.json["moves"], s.get("/lichess").json["moves"])
    check("clocks may be missing", s.get(
        "/lichess", fen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    ).status, 200)
    for params in ({"fen": "x"}, {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"},
                   {"play": "e2e5"}, {"play": "e2e4,e2e4"}, {"play": "xx"},
                   {"moves": "-1"}, {"moves": "many"}, {"ratings": "high"},
                   {"speeds": "slow"}, {"since": "2020-13"},
                   {"since": "now"}, {"variant": "atomic"},
                   {"history": "maybe"}, {"topGames": "99999999999"}):
        a = s.get("/lichess", **params)
        check(f"bad {params}", a.status, 400, a.text)
        holds(f"words for {params}", a.text.startswith("bad request: "),
              a.text)
        check(f"type for {params}", a.headers["content-type"],
              "text/plain; charset=utf-8")
    # The name of the position after a move, that of Lichess's table.
    with open(os.path.join(os.environ["TABIA_SOURCE_DIR"], "data",
                           "names.tsv"), encoding="utf-8") as f:
        first = {pgn.split()[1]: {"eco": eco, "name": name} for eco, name, pgn
                 in (x.rstrip("\n").split("\t") for x in f) if
                 len(pgn.split()) == 2}
    for move in s.get("/lichess", moves=100).json["moves"]:
        check(f"name of {move['san']}", move["opening"],
              first.get(move["san"]))
    # Named by position: 1.c4 d5 2.d4 is no English any more.
    a = s.get("/lichess", play="c2c4,d7d5,d2d4").json["opening"]
    holds("by position", "Queen's Gambit" in a["name"], a)
    a = s.get("/lichess", play=SLAV + ",c6d5,a2a3,a7a6,h2h3").json["opening"]
    holds("last named", "Slav" in a["name"], a)
    # The log never has what clients send as their password.
    s.get("/masters", headers={"Authorization": "Bearer lip_secret"})
    holds("log", '"/masters' in s.said())
    holds("no secret", "lip_secret" not in s.said())


def test_cache(s):
    a = s.get("/masters", play="e2e4")
    tag = a.headers["etag"]
    for known in (tag, "W/" + tag, f'"other", {tag}', "*"):
        b = s.get("/masters?play=e2e4", headers={"If-None-Match": known})
        check(f"not modified: {known}",
              (b.status, b.body, b.headers.get("etag")), (304, b"", tag))
    b = s.get("/masters?play=e2e4", headers={"If-None-Match": '"other"'})
    check("modified", (b.status, b.body), (200, a.body))
    b = s.ask("HEAD", "/masters?play=e2e4")
    check("HEAD", (b.status, b.body, b.headers["content-length"]),
          (200, b"", str(len(a.body))))


def test_gzip(s):
    """Large answers are compressed if the client accepts that; each once."""
    packs = {"Accept-Encoding": "br, gzip;q=0.5"}
    for path in ("/masters?play=e2e4,e7e5", "/lichess?play=d2d4&history=1",
                 "/player?player=Adler&color=white", "/api/find?play=e2e4",
                 "/api/games?limit=50", "/api/search?q=sicilian&limit=200",
                 "/api/graph?limit=300&book=adler"):
        plain = s.get(path)
        holds(f"{path}: large", len(plain.body) >= 1024, len(plain.body))
        check(f"{path}: not asked", plain.headers.get("content-encoding"),
              None)
        check(f"{path}: varies", plain.headers.get("vary"), "Accept-Encoding")
        for turn in ("new", "cached", "cached again"):
            a = s.ask("GET", path, headers=packs)
            check(f"{path}: {turn}", (a.status,
                                      a.headers.get("content-encoding"),
                                      a.headers.get("vary")),
                  (200, "gzip", "Accept-Encoding"))
            check(f"{path}: {turn}: same", gzip.decompress(a.body), plain.body)
            holds(f"{path}: smaller", len(a.body) < len(plain.body) / 2)
            check(f"{path}: type", a.headers["content-type"],
                  plain.headers["content-type"])
        tag = a.headers["etag"]
        holds(f"{path}: own tag", tag != plain.headers["etag"])
        for known in (tag, f'"x", {tag}'):
            b = s.ask("GET", path, headers=dict(packs, **{
                "If-None-Match": known}))
            check(f"{path}: not modified",
                  (b.status, b.body, b.headers["etag"], b.headers.get("vary")),
                  (304, b"", tag, "Accept-Encoding"))
        b = s.ask("HEAD", path, headers=packs)
        check(f"{path}: HEAD", (b.status, b.body, b.headers["content-length"],
                                b.headers["content-encoding"]),
              (200, b"", str(len(a.body)), "gzip"))
        check(f"{path}: plain as before", s.get(path).body, plain.body)
        b = s.ask("GET", path, headers={"Accept-Encoding": "gzip;q=0"})
        check(f"{path}: refused", b.body, plain.body)
    a = s.ask("GET", "/masters?moves=0&topGames=0", headers=packs)
    check("small", a.headers.get("content-encoding"), None)
    a = s.ask("GET", "/lichess?fen=x", headers=packs)
    check("error", (a.status, a.headers.get("content-encoding")), (400, None))


def test_cors():
    def headers(s, method, path):
        return s.ask(method, path, headers={
            "Origin": "https://lichess.org",
            "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "authorization"}).headers

    s = Server(tabia)
    check("off", headers(s, "GET", "/masters")
          .get("access-control-allow-origin"), None)
    s.end()
    s = Server(tabia, "--cors", "*")
    h = headers(s, "GET", "/masters")
    check("any", (h.get("access-control-allow-origin"),
                  h.get("access-control-allow-credentials")), ("*", None))
    s.end()
    s = Server(tabia, "--cors", "https://lichess.org")
    for method in ("GET", "OPTIONS"):
        h = headers(s, method, "/lichess?play=e2e4")
        check(method, (h.get("access-control-allow-origin"),
                       h.get("access-control-allow-credentials"),
                       h.get("vary")),
              ("https://lichess.org", "true",
               "Origin, Accept-Encoding" if method == "GET" else "Origin"))
    a = s.ask("OPTIONS", "/lichess", headers={"Origin": "https://lichess.org"})
    check("OPTIONS", (a.status, a.body), (204, b""))
    holds("methods", "GET" in a.headers["access-control-allow-methods"])
    holds("headers", "Authorization" in
          a.headers["access-control-allow-headers"])
    holds("error too", headers(s, "GET", "/lichess?fen=x")
          .get("access-control-allow-origin"))
    check("never the token", headers(s, "GET", "/api/session")
          .get("access-control-allow-origin"), None)
    s.end()


def test_books(folder):
    """Books without statistics: weights as counts, and never 0 games."""
    path = os.path.join(folder.path, "w.json")
    folder.file("seed.txt", "e2e4\n")
    subprocess.run([tabia, "convert", "-q", "--to", "json",
                    os.path.join(folder.path, "seed.txt"), path], check=True)
    s = Server(tabia, path)
    a = s.post("/api/edit", {"book": "w", "revision": 0, "changes": [
        {"do": "add", "fen": START, "uci": u} for u in
        ("d2d4", "a2a3", "f2f3", "g2g4")] + [
        {"do": "set", "fen": START, "uci": u, "field": "weight", "value": w}
        for u, w in (("e2e4", 30), ("d2d4", 60), ("a2a3", 0), ("f2f3", 5),
                     ("g2g4", 5))] + [
        {"do": "set", "fen": START, "uci": "f2f3", "field": "mark",
         "value": "passive"},
        {"do": "set", "fen": START, "uci": "g2g4", "field": "mark",
         "value": "avoided"}]})
    check("made", a.status, 200, a.text)
    a = s.get("/lichess")
    check_shape("book", a, ["moves", "topGames", "recentGames", "opening",
                            "tabia"])
    data = a.json
    check("counts", [(m["uci"], m["white"] + m["draws"] + m["black"])
                     for m in data["moves"]], [("d2d4", 60), ("e2e4", 30)])
    check("flagged", (data["tabia"]["synthetic"], data["tabia"]["leftOut"]),
          (True, 3))
    check("rating 0", data["moves"][0]["averageRating"], 0)
    check("no games", (data["topGames"], data["recentGames"]), ([], []))
    check("unknown position", s.get("/lichess", play="h2h4").json["moves"], [])
    s.end()


def test_unknown_results(folder):
    """Games without a known result are no draws."""
    folder.file("u.txt", "e2e4\nd2d4\n")
    path = os.path.join(folder.path, "u.json")
    book = os.path.join(folder.path, "u.abk")
    subprocess.run([tabia, "convert", "-q",
                    os.path.join(folder.path, "u.txt"), path], check=True)
    text = open(path).read()
    for uci, weight, games in (("e2e4", 3, 900), ("d2d4", 1, 100)):
        text = text.replace(f'"{uci}",', f'"{uci}","weight":{weight},"white":0,'
                            f'"draws":0,"black":0,"unknown":{games},')
    open(path, "w").write(text)
    subprocess.run([tabia, "convert", "-q", path, book], check=True)
    s = Server(tabia, book)
    data = s.get("/lichess").json
    check("unknown: by weights", [(m["uci"], m["draws"])
                                  for m in data["moves"]],
          [("e2e4", 3), ("d2d4", 1)])
    check("unknown: flagged", data["tabia"]["synthetic"], True)
    data = s.get("/api/find").json
    check("unknown: of the position", data["results"],
          {"white": 0, "draws": 0, "black": 0, "unknown": 1000})
    check("unknown: of a move", [(m["unknown"], m["draws"], m["games"],
                                  m["share"]) for m in data["moves"]],
          [(900, 0, 900, 0.75), (100, 0, 100, 0.25)])
    s.end()


with Folder() as folder:
    store = os.path.join(folder.path, "games.tabia")
    mine = os.path.join(folder.path, "adler.tabia")
    subprocess.run([tabia, "build", "-q", "--by", "rating,speed,month",
                    "-o", store, GAMES], check=True)
    subprocess.run([tabia, "build", "-q", "--player", "Adler", "-o", mine,
                    GAMES], check=True)
    s = Server(tabia, store, mine, "--games", GAMES, "--log")
    for test in (test_counts, test_ratings, test_filters, test_games,
                 test_pgn, test_history, test_berserk, test_player,
                 test_rules, test_cache, test_gzip):
        test(s)
    s.end()

    # A packed file is unpacked up to the game.
    packed = folder.file("games.pgn.gz",
                         gzip.compress(open(GAMES, "rb").read()))
    subprocess.run([tabia, "build", "-q", "-o", store, "--force", packed],
                   check=True)
    s = Server(tabia, store, "--games", packed)
    for game in s.get("/masters").json["topGames"]:
        a = s.get("/masters/pgn/" + game["id"])
        check("packed", a.status, 200, a.text[:200])
        holds("its text", any(a.text.strip() == text.strip()
                              for _, _, text in games), a.text)
    s.end()

    # Other players stand where the games stood.
    folder.file("games.pgn.gz", re.sub(rb'(\[White ").', rb"\1#",
                                       open(GAMES, "rb").read()))
    s = Server(tabia, store, "--games", packed)
    a = s.get("/masters/pgn/" + s.get("/masters").json["topGames"][0]["id"])
    check("another game", a.status, 200, a.text[:200])
    holds("not its text", '[White "#' not in a.text, a.text)
    s.end()

    s = Server(tabia, store)
    game = s.get("/masters").json["topGames"][0]["id"]
    a = s.get("/masters/pgn/" + game)
    check("from the store", (a.status, a.headers["content-type"]),
          (200, "application/x-chess-pgn"))
    holds("its moves", any(words(a.text) == moves + [tags["Result"]]
                           for tags, moves, _ in games), a.text)
    s.end()
test_cors()
with Folder() as folder:
    test_books(folder)
    test_unknown_results(folder)
    test_all_groups(folder)
    test_top_games(folder)
    test_values(folder)
    test_repeated(folder)
    test_colors(folder)
finish()
