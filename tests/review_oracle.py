"""Reviews games slowly, by a program that knows nothing of Tabia's library.

    review_oracle.py TABIA BOOK [GAMES.pgn.zst]

Its own board, its own reader of CT800 text and PGN, and the definitions of
docs/cli/review.md word by word. Reviews generated games, and 200 games from
GAMES if it is there, and compares every game and every total with 'tabia
review --json'.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1),
          (-1, 2)]
ROOK = [(1, 0), (-1, 0), (0, 1), (0, -1)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STEPS = {"n": KNIGHT, "b": BISHOP, "r": ROOK, "q": ROOK + BISHOP,
         "k": ROOK + BISHOP}


def name(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


class Board:
    """Pieces by square, White in capitals; moves are in UCI notation."""

    def __init__(self, fen=START):
        rows, turn, rights, ep = fen.split()[:4]
        self.at = {}
        for y, row in enumerate(rows.split("/")):
            x = 0
            for c in row:
                if c.isdigit():
                    x += int(c)
                else:
                    self.at[x, 7 - y] = c
                    x += 1
        self.white = turn == "w"
        self.rights = set(rights) - {"-"}
        self.ep = None if ep == "-" else ("abcdefgh".index(ep[0]),
                                          int(ep[1]) - 1)

    def copy(self):
        b = object.__new__(Board)
        b.at, b.white = dict(self.at), self.white
        b.rights, b.ep = set(self.rights), self.ep
        return b

    def own(self, c):
        return c is not None and c.isupper() == self.white

    def attacked(self, square, by_white):
        x, y = square
        for kind, steps in STEPS.items():
            piece = kind.upper() if by_white else kind
            for dx, dy in steps:
                for far in range(1, 2 if kind in "nk" else 8):
                    c = self.at.get((x + dx * far, y + dy * far))
                    if c == piece:
                        return True
                    if c:
                        break
        dy = -1 if by_white else 1
        return any(self.at.get((x + dx, y + dy)) == ("P" if by_white else "p")
                   for dx in (-1, 1))

    def in_check(self, white):
        king = next(s for s, c in self.at.items()
                    if c == ("K" if white else "k"))
        return self.attacked(king, not white)

    def pseudo(self):
        for (x, y), c in list(self.at.items()):
            if not self.own(c):
                continue
            kind = c.lower()
            if kind != "p":
                for dx, dy in STEPS[kind]:
                    for far in range(1, 2 if kind in "nk" else 8):
                        to = x + dx * far, y + dy * far
                        if not (0 <= to[0] < 8 and 0 <= to[1] < 8):
                            break
                        there = self.at.get(to)
                        if not self.own(there):
                            yield (x, y), to, ""
                        if there:
                            break
                continue
            dy = 1 if self.white else -1
            targets = []
            if (x, y + dy) not in self.at:
                targets.append((x, y + dy))
                if y == (1 if self.white else 6) and \
                        (x, y + 2 * dy) not in self.at:
                    targets.append((x, y + 2 * dy))
            for dx in (-1, 1):
                to = x + dx, y + dy
                there = self.at.get(to)
                if there and not self.own(there) or to == self.ep:
                    targets.append(to)
            for to in targets:
                for piece in "qrbn" if to[1] in (0, 7) else [""]:
                    yield (x, y), to, piece
        y = 0 if self.white else 7
        for side, rook, empty, path in (("K", 7, (5, 6), (4, 5, 6)),
                                        ("Q", 0, (1, 2, 3), (4, 3, 2))):
            if (side if self.white else side.lower()) in self.rights and \
                    not any((x, y) in self.at for x in empty) and \
                    not any(self.attacked((x, y), not self.white)
                            for x in path):
                yield (4, y), (path[2], y), ""

    def play(self, move):
        """The position after a move (from, to, promotion)."""
        a, b, piece = move
        after = self.copy()
        c = after.at.pop(a)
        if c in "Pp" and b == self.ep:
            del after.at[b[0], a[1]]
        if c in "Kk" and abs(a[0] - b[0]) == 2:
            rook = after.at.pop((7 if b[0] == 6 else 0, a[1]))
            after.at[(a[0] + b[0]) // 2, a[1]] = rook
        after.at[b] = (piece.upper() if self.white else piece) if piece else c
        after.ep = None
        if c in "Pp" and abs(a[1] - b[1]) == 2:
            after.ep = a[0], (a[1] + b[1]) // 2
        for square in (a, b):
            after.rights -= {(4, 0): {"K", "Q"}, (4, 7): {"k", "q"},
                             (0, 0): {"Q"}, (7, 0): {"K"}, (0, 7): {"q"},
                             (7, 7): {"k"}}.get(square, set())
        after.white = not self.white
        return after

    def legal(self):
        """Legal moves by their UCI notation, with the positions after."""
        if not hasattr(self, "moves"):
            self.moves = {}
            for move in self.pseudo():
                after = self.play(move)
                if not after.in_check(self.white):
                    self.moves[name(move[0]) + name(move[1]) + move[2]] = after
        return self.moves

    def key(self):
        """All but en passant, which CT800 books ignore."""
        return (frozenset(self.at.items()), self.white,
                frozenset(self.rights))

    def fen(self):
        rows = []
        for y in range(7, -1, -1):
            row = "".join(self.at.get((x, y), "1") for x in range(8))
            rows.append(re.sub("1+", lambda m: str(len(m[0])), row))
        takes = self.ep and any(
            u[2:4] == name(self.ep) and
            self.at["abcdefgh".index(u[0]), int(u[1]) - 1] in "Pp"
            for u in self.legal())
        return " ".join(("/".join(rows), "w" if self.white else "b",
                         "".join(r for r in "KQkq" if r in self.rights) or "-",
                         name(self.ep) if takes else "-"))

    def san(self, text):
        """The UCI notation of a move in SAN."""
        text = text.rstrip("+#!?")
        if text in ("O-O", "O-O-O", "0-0", "0-0-0"):
            y = "1" if self.white else "8"
            return f"e{y}{'g' if len(text) == 3 else 'c'}{y}"
        m = re.fullmatch(r"([NBRQK]?)([a-h]?)([1-8]?)[x-]?([a-h][1-8])"
                         r"(?:=?([NBRQ]))?", text)
        assert m, text
        found = [u for u in self.legal()
                 if u[2:4] == m[4] and u[4:] == (m[5] or "").lower() and
                 (not m[2] or u[0] == m[2]) and (not m[3] or u[1] == m[3]) and
                 self.at["abcdefgh".index(u[0]), int(u[1]) - 1].upper() ==
                 (m[1] or "P")]
        assert len(found) == 1, (text, found, self.fen())
        return found[0]


class Book:
    """CT800 text: moves by position, with the mildest of their marks."""

    def __init__(self, path):
        self.moves, known = {}, {}
        with open(path, encoding="utf-8") as f:
            for line in f:
                words = re.split(r"[(#]", line)[0].split()
                at = Board()
                way = ()
                for word in words:
                    uci = word.rstrip("?x").lower()
                    mark = {"?": 2, "x": 1}.get(word[-1], 0)
                    moves = self.moves.setdefault(at.key(), {})
                    moves[uci] = min(mark, moves.get(uci, 2))
                    way += (uci,)
                    if way not in known:
                        if uci not in at.legal():
                            uci += "q"
                        known[way] = at.legal()[uci]
                    at = known[way]

    def listed(self, board):
        return {u: mark for u, mark in self.moves.get(board.key(), {}).items()
                if u in board.legal()}


class Reviewer:
    def __init__(self, book, side, wide):
        self.book, self.side = book, side
        self.worst = 1 if wide else 0  # of the marks that I may play
        self.totals = {}

    def mine(self, board):
        return self.side is None or board.white == (self.side == "white")

    def wanted(self, board):
        return [u for u, mark in self.book.listed(board).items()
                if mark <= self.worst]

    def has(self, board):
        return bool(self.wanted(board) if self.mine(board)
                    else self.book.listed(board))

    def answers(self, board):
        return not self.mine(board) and any(
            self.wanted(after) for after in board.legal().values()
            if after.key() in self.book.moves)

    def review(self, boards, moves):
        n = len(moves)
        game = {"outcome": "never_entered", "entered": None, "left": None,
                "returned": None, "moves": []}
        i = next((i for i in range(n) if self.has(boards[i]) or
                  i == 0 and self.answers(boards[0])), None)
        if i is None:
            return game
        game.update(outcome="completed", entered=i)
        reached = []
        while i < n:
            at, mv, after = boards[i], moves[i], boards[i + 1]
            reached.append(at.fen())
            listed, wanted = self.book.listed(at), self.wanted(at)
            if mv in (wanted if self.mine(at) else listed):
                if not self.has(after) and not self.answers(after):
                    game["left"] = i + 2 if i + 1 < n else None
                    break
            elif mv in listed or not self.has(after):
                mine = self.mine(at)
                game.update(outcome="deviation" if mine else "gap",
                            left=i + 1,
                            moves=sorted(wanted if mine else listed))
                key = (at.fen(), None if mine else mv)
                total = self.totals.setdefault(key, {})
                total[mv] = total.get(mv, 0) + 1
                break
            i += 1
        for fen in set(reached):
            self.totals[fen] = self.totals.get(fen, 0) + 1
        if game["left"]:
            game["left_by"] = ("white" if boards[game["left"] - 1].white
                               else "black")
            game["returned"] = next((j for j in range(game["left"], n + 1)
                                     if self.has(boards[j])), None)
        return game


MOST = 60  # plies, more than any line of the book has


def follow(moves):
    boards, played = [Board()], []
    for text in moves[:MOST]:
        legal = boards[-1].legal()
        uci = text if text in legal else boards[-1].san(text)
        played.append(uci)
        boards.append(legal[uci])
    return boards, played


def compare(tabia, book, path, games, *options):
    side = options[1] if "--side" in options else None
    reviewer = Reviewer(book, side, "--wide" in options)
    done = subprocess.run(
        [tabia, "review", path, "--book", book_path, "--json", "--games",
         "--top", "1000000", "--max-ply", str(MOST), *options], check=True, capture_output=True)
    got = json.loads(done.stdout)
    bad = 0
    assert len(got["games"]) == len(games), len(got["games"])
    counts = {}
    for number, ((boards, played), have) in enumerate(zip(games, got["games"])):
        want = reviewer.review(boards, played)
        counts[want["outcome"]] = counts.get(want["outcome"], 0) + 1
        if have["left"]:
            at = boards[have["left"] - 1]
            have["moves"] = sorted(at.san(m) for m in have["moves"])
            assert at.san(have["played"]) == played[have["left"] - 1]
        have = {k: have.get(k, []) for k in want}
        if have != want:
            bad += 1
            print(f"{path} {options} game {number + 1}: got {have}, "
                  f"want {want}", file=sys.stderr)
    for d in got["departures"]:
        fen = " ".join(d["fen"].split()[:4])
        at = Board(fen)
        played = {at.san(m["san"]): m["games"] for m in d["played"]}
        key = fen, next(iter(played)) if d["kind"] == "gap" else None
        want = reviewer.totals.pop(key, None)
        reached = reviewer.totals.get(fen)
        if (played, d["games"], d["reached"]) != (
                want, sum((want or {}).values()), reached):
            bad += 1
            print(f"{path} {options} {key}: got {played}, want {want}",
                  file=sys.stderr)
    rest = [key for key in reviewer.totals if isinstance(key, tuple)]
    for outcome, n in counts.items():
        if got["outcomes"][outcome]["games"] != n:
            rest.append(outcome)
    print(f"{os.path.basename(path)} {' '.join(options)}: {len(games)} games "
          f"{counts}, {len(got['departures'])} departures", file=sys.stderr)
    return bad + len(rest)


def generate(book, path, n):
    """Games that follow the book most of the time, and some that do not."""
    dice = random.Random(24)
    games = []
    with open(path, "w", encoding="ascii") as f:
        for _ in range(n):
            board, moves = Board(), []
            faithful = dice.choice((0.5, 0.85, 0.97))
            for _ in range(dice.randrange(0, 30)):
                listed = list(book.listed(board))
                legal = sorted(board.legal())
                if not legal:
                    break
                mv = dice.choice(listed if listed and
                                 dice.random() < faithful else legal)
                moves.append(mv)
                board = board.legal()[mv]
            result = dice.choice(("1-0", "0-1", "1/2-1/2", "*"))
            f.write(f'[Result "{result}"]\n\n{" ".join(moves)} {result}\n\n')
            games.append(follow(moves))
    return games


def sample(packed, path, n):
    """Games at equal distances of a compressed collection."""
    text = subprocess.run(["zstd", "-dcq", packed], check=True,
                          capture_output=True).stdout.decode("latin-1")
    all_games = re.split(r"\n(?=\[Event )", text.replace("\r", ""))
    chosen = all_games[::len(all_games) // n][:n]
    games = []
    with open(path, "w", encoding="latin-1") as f:
        for game in chosen:
            f.write(game.strip() + "\n\n")
            moves = re.sub(r"\{[^}]*\}|^\[.*$|\$\d+", " ", game, flags=re.M)
            while "(" in moves:
                moves = re.sub(r"\([^()]*\)", " ", moves)
            words = re.sub(r"\d+\.+", " ", moves).split()
            games.append(follow([w for w in words if w not in (
                "1-0", "0-1", "1/2-1/2", "*")]))
    return games


tabia, book_path = sys.argv[1:3]
book = Book(book_path)
bad = 0
with tempfile.TemporaryDirectory(prefix="tabia-test-") as folder:
    sets = [("made.pgn", lambda p: generate(book, p, 200))]
    if len(sys.argv) > 3 and os.path.exists(sys.argv[3]):
        sets.append(("real.pgn", lambda p: sample(sys.argv[3], p, 200)))
    for file, make in sets:
        path = os.path.join(folder, file)
        games = make(path)
        for options in (["--side", "white"], ["--side", "black"], [],
                        ["--side", "white", "--wide"]):
            bad += compare(tabia, book, path, games, *options)
sys.exit(bad and f"{bad} differences")
