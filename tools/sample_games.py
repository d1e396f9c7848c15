#!/usr/bin/env python3
"""sample_games.py TABIA ENGINE COUNT - games for examples/games.pgn

A UCI engine plays itself from the lines of the built-in book; moves are written
as it gives them (pgn-extract -s turns them into SAN). Players, dates
and time controls are made up, from a fixed seed; a player's rating is the
strength that the engine is told to have.
"""

import random
import subprocess
import sys

PLAYERS = [("Adler", 1400), ("Birke", 1550), ("Cormoran", 1700),
           ("Dachs", 1850), ("Eberesche", 2000), ("Fuchs", 2150),
           ("Ginster", 2300), ("Habicht", 2450), ("Iltis", 2600),
           ("Jasmin", 2750)]
SPEEDS = [("180+2", 0.5), ("900+10", 0.3), ("5400+30", 0.2)]
PLIES_MAX = 160


class Engine:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.tell("uci")
        self.wait("uciok")
        self.tell("setoption name UCI_LimitStrength value true")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, word):
        """The first line that begins with the word, and the one before."""
        before = ""
        for line in self.process.stdout:
            if line.startswith(word):
                return line.split(), before
            if " score " in line:
                before = line
        raise EOFError("the engine ended")

    def move(self, moves, rating):
        self.tell(f"setoption name UCI_Elo value {rating}")
        self.tell("position startpos moves " + " ".join(moves))
        self.tell("go nodes 1500")
        best, info = self.wait("bestmove")
        words = info.split()
        score = words[words.index("score") + 1:][:2] if words else []
        return best[1], score


def opening(tabia, rng):
    """A line of the built-in book, by its weights."""
    moves = []
    for _ in range(rng.randint(6, 14)):
        pick = [tabia, "pick", "--seed", str(rng.randrange(1 << 30)),
                "--method", "weighted", "--moves", " ".join(moves)]
        run = subprocess.run(pick, capture_output=True, text=True)
        if run.returncode != 0:
            break
        moves.append(run.stdout.split()[2])
    return moves


def play(engine, moves, ratings):
    """Plays to the end. White's result."""
    draws = 0
    engine.tell("ucinewgame")
    while len(moves) < PLIES_MAX:
        side = len(moves) % 2
        move, score = engine.move(moves, ratings[side])
        if move == "(none)":
            mated = score and score[0] == "mate"
            return "1/2-1/2" if not mated else ["0-1", "1-0"][side]
        moves.append(move)
        if not score:
            continue
        value = int(score[1])
        if score[0] == "cp" and abs(value) > 900:
            return ["1-0", "0-1"][side ^ (value < 0)]
        draws = draws + 1 if score[0] == "cp" and abs(value) < 15 else 0
        if draws == 12 and len(moves) > 60:
            return "1/2-1/2"
    return "1/2-1/2"


def headers(rng, number):
    white, black = rng.sample(PLAYERS, 2)
    day = rng.randrange(3 * 365)
    control = rng.choices(*zip(*SPEEDS))[0]
    return white, black, [
        ("Event", "Sample games"), ("Site", "?"),
        ("Date", f"{2021 + day // 365}.{day % 365 // 31 + 1:02}."
                 f"{day % 28 + 1:02}"),
        ("Round", str(number)), ("White", white[0]), ("Black", black[0]),
        ("WhiteElo", str(white[1])), ("BlackElo", str(black[1])),
        ("TimeControl", control)]


def main():
    tabia, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    rng = random.Random(1990)
    engine = Engine(path)
    for number in range(1, count + 1):
        white, black, tags = headers(rng, number)
        moves = opening(tabia, rng)
        result = play(engine, moves, (white[1], black[1]))
        tags.insert(6, ("Result", result))
        for name, value in tags:
            print(f'[{name} "{value}"]')
        print("\n" + " ".join(moves) + f" {result}\n", flush=True)
    engine.tell("quit")


main()
