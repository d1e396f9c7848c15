"""The games of examples/games.pgn, read without the program."""

import os
import re

GAMES = os.path.join(os.environ["TABIA_SOURCE_DIR"], "examples", "games.pgn")
RESULTS = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}


def words(pgn):
    """The moves and the result of a PGN."""
    text = re.sub(r"\{[^}]*\}", " ", pgn[pgn.index("\n\n"):])
    found = [re.sub(r"^\d+\.+", "", w) for w in text.split()]
    return [w for w in found if w]


def read_games():
    """Tags, moves as SAN and the text of each game."""
    data = open(GAMES, "rb").read()
    starts = [m.start() for m in re.finditer(rb"^\[Event ", data, re.M)]
    for at, end in zip(starts, starts[1:] + [len(data)]):
        text = data[at:end].decode()
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]', text, re.M))
        yield tags, [w for w in words(text) if w not in
                     ("1-0", "0-1", "1/2-1/2", "*")], text


games = [g for g in read_games() if g[0]["Result"] in RESULTS]


def seconds(tags):
    base, _, plus = tags["TimeControl"].partition("+")
    return int(base) + 40 * int(plus or 0)


def mean(tags):
    return (int(tags["WhiteElo"]) + int(tags["BlackElo"])) // 2


def is_rated(tags):
    return tags.get("WhiteElo", "").isdigit() and \
        tags.get("BlackElo", "").isdigit()
