"""Requests of programs that know Lichess's explorer, as they send them.

Each is read as the program reads it, and must have data: berserk, lichess-bot,
openingtree, Nibbler, and the page of Lichess itself.
"""

import gzip
import json
import os
import subprocess
import sys
import urllib.parse

from harness import START, Folder, Server, check, finish, holds
from sample import GAMES, games

tabia = sys.argv[1]
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


def of_moves(answer):
    return {m["uci"]: m["white"] + m["draws"] + m["black"]
            for m in answer["moves"]}


def test_berserk(s):
    """Its five calls; parameters as python-requests encodes them."""
    def ask(path, accept, **params):
        query = urllib.parse.urlencode(
            {k: v for k, v in params.items() if v is not None})
        return s.ask("GET", f"{path}?{query}", headers={
            "Accept": accept, "Accept-Encoding": "gzip, deflate",
            "Authorization": "Bearer lip_x", "Connection": "keep-alive",
            "User-Agent": "python-requests/2.31"})

    one = ask("/masters", "application/json", fen=AFTER_E4, play=None,
              since=1952, until=2030, moves=12, topGames=15).json
    holds("berserk masters", one["moves"] and one["topGames"] and
          one["white"] > 0)
    two = ask("/lichess", "application/json", variant="standard",
              fen=AFTER_E4, speeds="bullet,blitz,rapid,classical",
              ratings="1000,1200,1400,1600,1800,2000,2200,2500",
              since="1952-01", until="2030-12", moves=12, topGames=4,
              recentGames=4, history=True).json
    holds("berserk lichess", two["moves"] and two["topGames"] and
          two["recentGames"] and two["history"])
    # get_player_games streams lines and takes the last.
    three = ask("/player", "application/x-ndjson", player="Adler",
                color="white", variant="standard", moves=12, recentGames=8)
    lines = [json.loads(x) for x in body_of(three).split(b"\n") if x]
    holds("berserk player", lines[-1]["moves"] and
          lines[-1]["queuePosition"] == 0)
    four = ask("/player", "application/x-ndjson", player="No One",
               color="white")
    check("berserk unknown player", (four.status, four.json["moves"]),
          (200, []))
    game = one["topGames"][0]["id"]
    five = s.ask("GET", f"/master/pgn/{game}",
                 headers={"Accept": "application/x-chess-pgn"})
    holds("berserk get_otb_master_game", five.status == 200 and
          five.text.startswith("[Event "), five.text)


def body_of(answer):
    packed = answer.headers.get("content-encoding") == "gzip"
    return gzip.decompress(answer.body) if packed else answer.body


def test_lichess_bot(s):
    """Its online book: the best move by win rate among those of some games."""
    def best(path, side, **params):
        a = s.get(path, fen=AFTER_E4, moves=100, **params)
        check(f"lichess-bot {path}", a.status, 200, a.text)
        rates = []
        for move in json.loads(a.body)["moves"]:
            n = move["white"] + move["black"] + move["draws"]
            won = move["white"] if side == "white" else move["black"]
            rates.append(((won + move["draws"] * 0.5) / n, n, move["uci"]))
        return max(rates)[2]

    for path, params in (
            ("/masters", {}),
            ("/player", {"player": "Adler", "variant": "standard",
                         "recentGames": 0, "color": "black"}),
            ("/lichess", {"variant": "standard", "topGames": 0,
                          "recentGames": 0})):
        holds(f"lichess-bot {path}", len(best(path, "black", **params)) == 4)


def test_openingtree(s):
    """It sends its settings for Lichess games to /master, too."""
    ratings = ["1600", "1800", "2000", "2200", "2500"]
    speeds = ["bullet", "blitz", "rapid", "classical"]
    fen = START  # not encoded, with blanks as %20
    listed = "".join(f"&ratings[]={r}" for r in ratings) + \
        "".join(f"&speeds[]={x}" for x in speeds)
    joined = f"&ratings={','.join(ratings)}&speeds={','.join(speeds)}"
    for tail in (listed, joined):
        for path in ("/master", "/masters", "/lichess"):
            a = s.ask("GET", f"{path}?fen={fen.replace(' ', '%20')}&play="
                             f"&variant=standard{tail}")
            check(f"openingtree {path}", a.status, 200, a.text)
            data = json.loads(a.body)
            holds(f"openingtree {path}: data", data["moves"] and
                  sum(of_moves(data).values()) > 0)
            if path != "/lichess":
                check("openingtree: every game", data["white"] +
                      data["draws"] + data["black"], len(games))


def test_nibbler(s):
    """Its two addresses; it reads uci, white, draws and black."""
    fen = AFTER_E4.replace(" ", "%20")
    for path in (f"/masters?topGames=0&fen={fen}",
                 "/lichess?variant=standard&topGames=0&recentGames=0"
                 f"&fen={fen}"):
        a = s.ask("GET", path, headers={"User-Agent": "Nibbler",
                                        "Authorization": "Bearer lip_x"})
        check(f"nibbler {path}", a.status, 200, a.text)
        data = json.loads(a.body)
        holds(f"nibbler {path}", of_moves(data) and
              all(n > 0 for n in of_moves(data).values()))


def test_lila(s):
    """The page of Lichess: lists of everything, lines split by newline."""
    common = {"variant": "standard", "fen": START, "play": "e2e4",
              "source": "analysis"}
    every = {"speeds": "ultraBullet,bullet,blitz,rapid,classical,"
                       "correspondence",
             "ratings": "400,1000,1200,1400,1600,1800,2000,2200,2500"}
    for path, params in (("/masters", {"since": 1952, "until": 2030}),
                         ("/lichess", every),
                         ("/player", {"player": "Adler", "color": "white",
                                      "modes": "casual,rated",
                                      "speeds": every["speeds"]})):
        a = s.get(path, **common, **params)
        lines = [json.loads(x) for x in a.text.split("\n") if x.strip()]
        check(f"lila {path}: one line", len(lines), 1)
        holds(f"lila {path}: data", lines[0]["moves"])
        for move in lines[0]["moves"]:
            holds(f"lila {path}: fields", {"uci", "san", "white", "draws",
                                           "black", "game"} <= set(move))


with Folder() as folder:
    store = os.path.join(folder.path, "games.tabia")
    subprocess.run([tabia, "build", "-q", "--by", "rating,speed,month",
                    "-o", store, GAMES], check=True)
    s = Server(tabia, store)
    test_berserk(s)
    test_lichess_bot(s)
    test_openingtree(s)
    test_nibbler(s)
    test_lila(s)
    s.end()
finish()
