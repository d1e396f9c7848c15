#!/usr/bin/env python3
"""play_games.py TABIA ENGINE NGAMES RANDOM64 BOOK... - games through the proxy

The engine plays both sides, all books (.bin, .abk) in one stack. While a book
knows a move, the move must be of the first book that does and announced as
such; after that the engine must answer. At the end of a game the bare engine
is given all moves: it must come to the same position, so all were legal.

Nothing here uses the library: the books are read by their published layouts,
keys made of the constants in the file RANDOM64, which must give the published
keys. Status 1 when a rule was broken.
"""

import re
import struct
import subprocess
import sys

PLIES_MAX = 400
PIECES = "PpNnBbRrQqKk"  # as in the file of constants
PROMOTIONS = " nbrq"
KNOWN_KEYS = {  # of the description of PolyGlot's format
    "": 0x463b96181691fc9c,
    "e2e4": 0x823c9b50fd114196,
    "e2e4 d7d5": 0x0756b94461c50fb0,
    "e2e4 d7d5 e4e5": 0x662fafb965db29d4,
    "e2e4 d7d5 e4e5 f7f5": 0x22a48b5a8e47ff78,
    "e2e4 d7d5 e4e5 f7f5 e1e2": 0x652a607ca3f242c1,
    "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7": 0x00fdd303c946bdd9,
    "a2a4 b7b5 h2h4 b5b4 c2c4": 0x3c8123ea7b067637,
    "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3": 0x5c3f9b829b279560,
}


class Board:
    """Plays moves that are known to be legal; squares are 0 (a1) to 63."""

    def __init__(self):
        back = "RNBQKBNR"
        self.men = list(back + "P" * 8 + " " * 32 + "p" * 8 + back.lower())
        self.white = True
        self.rights = set("KQkq")
        self.ep_file = None  # of the last double step
        self.clock = 0

    def copy(self):
        other = Board.__new__(Board)
        other.__dict__ = dict(self.__dict__, men=self.men[:],
                              rights=set(self.rights))
        return other

    def play(self, uci):
        source, target = square(uci[:2]), square(uci[2:4])
        man = self.men[source]
        capture = self.men[target] != " "
        pawn = man in "pP"
        if man in "kK" and abs(source - target) == 2:  # castling: the rook
            corner = target + (1 if target > source else -2)
            self.men[(source + target) // 2] = self.men[corner]
            self.men[corner] = " "
        if pawn and source % 8 != target % 8 and not capture:
            self.men[source // 8 * 8 + target % 8] = " "
        self.men[source] = " "
        self.men[target] = man
        if len(uci) > 4:
            self.men[target] = uci[4].upper() if self.white else uci[4]
        self.ep_file = target % 8 if pawn and abs(source - target) == 16 \
            else None
        for corner, right in ((0, "Q"), (7, "K"), (56, "q"), (63, "k")):
            if corner in (source, target):
                self.rights.discard(right)
        if man in "kK":
            self.rights -= set("KQ" if man == "K" else "kq")
        self.clock = 0 if capture or pawn else self.clock + 1
        self.white = not self.white

    def key(self, random):
        """The PolyGlot key."""
        key = random[780] if self.white else 0
        for sq, man in enumerate(self.men):
            if man != " ":
                key ^= random[64 * PIECES.index(man) + sq]
        for i, right in enumerate("KQkq"):
            if right in self.rights:
                key ^= random[768 + i]
        if self.ep_file is not None and self.can_capture():
            key ^= random[772 + self.ep_file]
        return key

    def can_capture(self):
        """Does a pawn stand beside the one that made a double step?"""
        rank, pawn = (4, "P") if self.white else (3, "p")
        return any(0 <= file < 8 and self.men[8 * rank + file] == pawn
                   for file in (self.ep_file - 1, self.ep_file + 1))

    def placement(self):
        """The first two fields of a FEN."""
        rows = []
        for rank in range(7, -1, -1):
            row = "".join(self.men[8 * rank:8 * rank + 8])
            for n in range(8, 0, -1):
                row = row.replace(" " * n, str(n))
            rows.append(row)
        return "/".join(rows) + (" w" if self.white else " b")


def square(name):
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def name_of(sq):
    return "abcdefgh"[sq % 8] + str(sq // 8 + 1)


def read_polyglot(path, _random):
    """All moves by key: {key: {move: weight}}; castling is king takes rook."""
    book = {}
    with open(path, "rb") as file:
        for key, code, weight, _ in struct.iter_unpack(">QHHI", file.read()):
            move = name_of(code >> 6 & 63) + name_of(code & 63)
            move += PROMOTIONS[code >> 12 & 7].strip()
            moves = book.setdefault(key, {})
            moves[move] = moves.get(move, 0) + weight
    return book


def read_abk(path, random):
    """The same of a tree, walked from the start by its links."""
    book = {}
    with open(path, "rb") as file:
        data = file.read()
    todo = [(900, Board())]
    while todo:
        at, board = todo.pop()
        while at > 0:
            source, target, promotion, priority = struct.unpack_from(
                "<BBbB", data, 28 * at)
            flags, first, following = struct.unpack_from(
                "<4sii", data, 28 * at + 16)
            deleted = flags[3 if data[1:4] == b"AB2" else 0] == 1
            move = name_of(source) + name_of(target)
            move += " rnbq"[abs(promotion)].strip()
            if not deleted:
                moves = book.setdefault(board.key(random), {})
                moves[move] = moves.get(move, 0) + priority
            after = board.copy()
            after.play(move)
            todo.append((first, after))
            at = following
    return book


def playable(book, board, seen, random):
    """What the book may play: no weight 0, no position for a second time."""
    moves = {}
    for move, weight in book.get(board.key(random), {}).items():
        short = {"e1h1": "e1g1", "e1a1": "e1c1", "e8h8": "e8g8",
                 "e8a8": "e8c8"}.get(move)
        if short and board.men[square(move[:2])] in "kK":
            move = short
        after = board.copy()
        after.play(move)
        if after.key(random) not in seen:
            moves[move] = weight
    heavy = {move for move, weight in moves.items() if weight > 0}
    return heavy or set(moves)


class Engine:
    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")

    def say(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def ask(self, text, until):
        """The lines up to the one that starts with 'until'."""
        self.say(text)
        lines = []
        while not lines or not lines[-1].startswith(until):
            lines.append(self.process.stdout.readline().rstrip("\n"))
            if not lines[-1] and self.process.poll() is not None:
                raise SystemExit(f"ended after {text}")
        return lines

    def close(self):
        self.say("quit")
        return self.process.wait(30)


class Referee:
    def __init__(self, names, books, random):
        self.names, self.books, self.random = names, books, random
        self.played = {name: 0 for name in names + ["the engine"]}
        self.nwrong = 0

    def complain(self, what, moves, lines):
        print(f"{what}: {' '.join(moves)}\n" + "\n".join(lines),
              file=sys.stderr)
        self.nwrong += 1

    def judge(self, board, seen, moves, lines):
        """Is the answer what the books say, or the engine's?"""
        best = lines[-1].split()[1]
        said = [line for line in lines if line.startswith("info string book")]
        for name, book in zip(self.names, self.books):
            wanted = playable(book, board, seen, self.random)
            if wanted:
                self.played[name] += 1
                if len(said) != 1 or \
                        not said[0].startswith(f"info string book {name}:"):
                    self.complain(f"{name} was to be asked", moves, lines)
                elif best not in wanted:
                    self.complain(f"wanted one of {wanted}", moves, lines)
                return best
        self.played["the engine"] += 1
        if said:
            self.complain("no book knows this", moves, lines)
        return best

    def play(self, proxy, bare):
        board, moves = Board(), []
        seen = {board.key(self.random)}
        proxy.ask("ucinewgame\nisready", "readyok")
        while len(moves) < PLIES_MAX and board.clock < 100:
            line = "position startpos" + (" moves " if moves else "") \
                + " ".join(moves)
            lines = proxy.ask(line + "\ngo nodes 200", "bestmove")
            if lines[-1].split()[1] == "(none)":  # mate or stalemate
                break
            best = self.judge(board, seen, moves, lines)
            board.play(best)
            moves.append(best)
            seen.add(board.key(self.random))
        shown = bare.ask("position startpos moves " + " ".join(moves) + "\nd",
                         "Checkers")
        if not any(line.startswith("Fen: " + board.placement())
                   for line in shown):
            self.complain("an illegal move", moves, shown)
        return len(moves)


def read_random(path):
    """The 781 constants; what they give must be what is published."""
    text = ""
    for name in (path, path[:-1] + "h"):  # the last one is in the header
        with open(name, encoding="ascii") as file:
            text += file.read()
    random = [int(word, 16)
              for word in re.findall("0x([0-9A-Fa-f]{16})", text)]
    for moves, key in KNOWN_KEYS.items():
        board = Board()
        for move in moves.split():
            board.play(move)
        if len(random) != 781 or board.key(random) != key:
            raise SystemExit(f"{path}: wrong key after '{moves}'")
    return random


def main():
    tabia, engine, ngames, random_path, *paths = sys.argv[1:]
    random = read_random(random_path)
    readers = {"bin": read_polyglot, "abk": read_abk}
    books = [readers[path[-3:]](path, random) for path in paths]
    referee = Referee([path.split("/")[-1] for path in paths], books, random)
    stack = [word for path in paths for word in ("--book", path)]
    proxy = Engine(tabia, "uci", "--seed", "1", *stack, "--", engine)
    bare = Engine(engine)
    nplies = sum(referee.play(proxy, bare) for _ in range(int(ngames)))
    bare.close()
    status = proxy.close()
    print(f"{ngames} games, {nplies} plies, {referee.nwrong} wrong; moves of",
          ", ".join(f"{name}: {n}" for name, n in referee.played.items()))
    return referee.nwrong > 0 or status != 0 or 0 in referee.played.values()


if __name__ == "__main__":
    sys.exit(main())
