"""How soon a store of many games answers for one player.

    players.py TABIA [GAMES [FOLDER]]

Builds a store of GAMES short games (8,000,000) by many players: few of them
have played very often, most only some times, as on a server. Then measures
'tabia find --player', and the first request to /player, for the player with
the most games, for one with many and for one with few. FOLDER keeps the store
for the next time.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

LINES = [line.split() for line in (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6",
    "e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7", "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6",
    "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O", "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5")]


def player(dice, most):
    """The first have played most: one game in a hundred is by the first."""
    return int(most * dice.random() ** 3)


def write_games(out, n, most):
    dice = random.Random(8)
    texts = []
    for line in LINES:
        words = [f"{i // 2 + 1}. {mv}" if i % 2 == 0 else mv
                 for i, mv in enumerate(line)]
        texts.append(" ".join(words))
    for i in range(n):
        a, b = player(dice, most), player(dice, most)
        result = ("1-0", "0-1", "1/2-1/2")[dice.randrange(3)]
        out.write(f'[Event "Rated blitz game"]\n[White "player{a}"]\n'
                  f'[Black "player{b}"]\n[Date "20{10 + i % 15}.'
                  f'{1 + i % 12:02}.{1 + i % 28:02}"]\n'
                  f'[WhiteElo "{1200 + a % 1300}"]\n'
                  f'[BlackElo "{1200 + b % 1300}"]\n'
                  f'[TimeControl "180+2"]\n[Result "{result}"]\n\n'
                  f'{texts[dice.randrange(len(texts))]} {result}\n\n')


def build(tabia, store, n, most):
    start = time.monotonic()
    with subprocess.Popen([tabia, "build", "-q", "-", "-o", store],
                          stdin=subprocess.PIPE, text=True) as process:
        write_games(process.stdin, n, most)
    assert process.returncode == 0
    print(f"{n} games, {os.path.getsize(store)} bytes, built in "
          f"{time.monotonic() - start:.0f} s")


def main():
    tabia = sys.argv[1]
    n = int(sys.argv[2]) if len(sys.argv) > 2 else 8000000
    most = max(n // 8, 10)
    with tempfile.TemporaryDirectory() as own:
        store = os.path.join(sys.argv[3] if len(sys.argv) > 3 else own,
                             f"players-{n}.tabia")
        if not os.path.exists(store):
            build(tabia, store, n, most)
        server = subprocess.Popen([tabia, "serve", "--port", "0", store],
                                  stdout=subprocess.PIPE, text=True)
        url = server.stdout.readline().split("#")[0].strip()
        for who in (0, most // 1000, most // 2):
            name = f"player{who}"
            times = []
            for _ in range(3):
                start = time.monotonic()
                found = subprocess.run(
                    [tabia, "find", "--json", store, "--player", name],
                    capture_output=True, text=True, check=False)
                times.append(time.monotonic() - start)
            path = "player?" + urllib.parse.urlencode(
                {"player": name, "color": "white", "play": "e2e4"})
            start = time.monotonic()
            with urllib.request.urlopen(url + path) as reply:
                answer = json.loads(reply.read())
            first = time.monotonic() - start
            games = sum(answer[k] for k in ("white", "draws", "black"))
            print(f"{name}: find {min(times):.3f} s (status "
                  f"{found.returncode}), first /player {first:.3f} s, "
                  f"{games} games with White and 1.e4")
        server.terminate()
        server.wait()


main()
