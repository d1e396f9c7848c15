"""Names of openings: Lichess's table, and the lines that it has for them."""

import os
import random
import sys

from harness import Folder, Server, check, finish, holds

tabia = sys.argv[1]
TABLE = os.path.join(os.environ["TABIA_SOURCE_DIR"], "data", "names.tsv")

# As everyone plays them.
USUAL = {
    "Ruy Lopez": "e2e4,e7e5,g1f3,b8c6,f1b5",
    "Sicilian Defense": "e2e4,c7c5",
    "Sicilian Defense: Najdorf Variation":
        "e2e4,c7c5,g1f3,d7d6,d2d4,c5d4,f3d4,g8f6,b1c3,a7a6",
    "Queen's Gambit Declined": "d2d4,d7d5,c2c4,e7e6",
    "King's Indian Defense": "d2d4,g8f6,c2c4,g7g6,b1c3",
    "Grünfeld Defense": "d2d4,g8f6,c2c4,g7g6,b1c3,d7d5",
    "Slav Defense": "d2d4,d7d5,c2c4,c7c6",
}


def uci(s, pgn):
    """A line of the table, by what the server lists as legal."""
    play = []
    for san in (w for w in pgn.split() if not w.endswith(".")):
        legal = s.get("/api/find", play=",".join(play)).json["legal"]
        play += [m["uci"] for m in legal if m["san"] == san]
    return ",".join(play)


# What people type, and what comes first.
TYPED = {
    "queens gambit": ["Queen's Gambit"],
    "queen’s gambit": ["Queen's Gambit"],
    "Queen's-Gambit": ["Queen's Gambit"],
    "kings indian": ["King's Indian Attack", "King's Indian Defense"],
    "nimzo indian": ["Nimzo-Indian Defense"],
    "dragon": ["Sicilian Defense: Dragon Variation"],
    "sicilian dragon": ["Sicilian Defense: Dragon Variation"],
    "sicilian defense najdorf": ["Sicilian Defense: Najdorf Variation"],
    "london": ["London System"],
    "ruy lopez": ["Ruy Lopez"],
    "gruenfeld": ["Grünfeld Defense"],
    "caro kann": ["Caro-Kann Defense"],
}


def test_typed(s):
    for words, want in TYPED.items():
        hits = s.get("/api/search", q=words).json["hits"]
        names = list(dict.fromkeys(h["name"] for h in hits))
        check(f"first for {words}", names[:len(want)], want)
        holds(f"{words} with moves", all(h["play"] for h in hits))
    short = [h["name"] for h in s.get("/api/search", q="dutch").json["hits"]]
    check("the whole name, then short ones", short[0], "Dutch Defense")
    check("by length", short, sorted(short, key=lambda n: len(n.encode())))


def test_names(s, rows):
    for name, play in USUAL.items():
        hits = s.get("/api/search", q=name).json["hits"]
        holds(f"search leads to {name}",
              any(h["name"] == name and h["play"] == play for h in hits),
              [(h["name"], h["play"]) for h in hits[:5]])
    check("no name", s.get("/lichess", fen="8/8/4k3/8/8/4K3/4P3/8 w - - 0 1")
          .json["opening"], None)
    for eco, name, pgn in random.Random(1).sample(rows, 60):
        play = uci(s, pgn)
        a = s.get("/lichess", play=play).json
        check(f"opening of {pgn}", a["opening"], {"eco": eco, "name": name})
        hits = s.get("/api/search", q=name, limit=200).json["hits"]
        holds(f"{pgn} is a line of {name}",
              any((h["eco"], h["name"], h["play"]) == (eco, name, play)
                  for h in hits), [h["play"] for h in hits])


with Folder() as folder:
    with open(TABLE, encoding="utf-8") as f:
        text = f.read().splitlines()
    rows = [line.split("\t") for line in text[1:]]
    holds("the table", len(rows) > 3800)
    # A book that has no name and no line of the table.
    book = folder.file("book.txt", "h2h4 h7h5 h1h3 h8h6\n")
    s = Server(tabia, book)
    test_names(s, rows)
    test_typed(s)
    s.end()

    # The five files that the table is made of.
    args = []
    for letter in "abcde":
        part = [text[0]] + [x for x in text[1:] if x[0] == letter.upper()]
        args += ["--names",
                 folder.file(letter + ".tsv", "\n".join(part) + "\n")]
    s = Server(tabia, book, *args)
    test_names(s, rows)
    s.end()
finish()
