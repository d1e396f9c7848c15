#!/usr/bin/env python3
"""test_tabia.py COMMAND LAYOUT WORK - the module beside the command

The structures must lie where LAYOUT, a C program, says; the answers must be
those that the command prints as JSON. Books of $TABIA_SHARED are asked where
they are there.
"""

import contextlib
import doctest
import json
import os
import signal
import subprocess
import sys
import threading
import unittest

import tabia

COMMAND, LAYOUT, WORK = sys.argv[1:4]
SOURCE = os.environ["TABIA_SOURCE_DIR"]
SHARED = os.path.join(os.environ.get("TABIA_SHARED", ""), "data")

LINES = ["", "e4", "e4 e5 Nf3", "d4 d5 c4 e6 Nc3 Nf6", "e2e4 c7c5 g1f3 d7d6",
         "1. e4 e5 2. Nf3 Nc6 3. Bb5", "a4 h5 a5 b5",
         "e4 e5 Nf3 Nc6 Bc4 Bc5"]
FENS = ["8/8/4k3/8/8/4K3/4P3/8 w - -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]


def command(*words: str) -> "tuple[int, object]":
    done = subprocess.run([COMMAND, *words, "--json", "-q"],
                          capture_output=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else None


def as_json(move: tabia.Move) -> "dict[str, object]":
    """The members that the command prints, shares rounded as it does."""
    value = {key: item for key, item in vars(move).items()
             if item is not None}
    if "nags" in value:
        value["nags"] = list(move.nags or ())
    if "learn" in value:
        value["learn"] = f"{move.learn:016x}"
    if "share" in value:
        value["share"] = int(value["share"] * 1e4 + 0.5) / 1e4
    return value


def results_book() -> str:
    """A book without weights: results decide, Black's wins for Black."""
    boards = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
              "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
              "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"]
    moves = [[("e2e4", 1, 4, 4)],
             [("c7c5", 2, 3, 1), ("e7e5", 3, 1, 3)], [], []]
    book = {
        "schema": 1, "texts": [],
        "roots": [{"node": 0, "fen": boards[0] + " 0 1"}],
        "positions": [{"id": i, "fen": fen} for i, fen in enumerate(boards)],
        "nodes": [{"id": i, "position": i, "moves": [
            {"uci": uci, "to": to, "white": white, "draws": 0, "black": black}
            for uci, to, white, black in list_]}
            for i, list_ in enumerate(moves)]}
    path = os.path.join(WORK, "results.json")
    with open(path, "w", encoding="ascii") as file:
        json.dump(book, file)
    return path


def fen_after(moves: str) -> str:
    return str(command("show", "--moves", moves)[1]["fen"])


def books() -> "list[tuple[str, dict[str, bool]]]":
    found = [("", {}), (results_book(), {}),
             (os.path.join(SOURCE, "examples", "tichess-openings.txt"), {})]
    for name, table in (("polyglot/gm2001.bin", True),
                        ("abk/Perfect2021.abk", False),
                        ("ct800/bookdata_crc.dat", True),
                        ("obk/synthetic_ugws.obk", False),
                        ("obk/synthetic_ugws.obk", True)):
        path = os.path.join(SHARED, name)
        if os.path.exists(path):
            found.append((path, {"table": table}))
        else:
            print("skipped:", name)
    return found


class Layout(unittest.TestCase):
    def test_structures(self) -> None:
        printed = subprocess.run([LAYOUT], capture_output=True, check=True,
                                 text=True).stdout.splitlines()
        kinds = {"error": tabia._Error, "pos": tabia._Pos,
                 "move_data": tabia._MoveData, "book_move": tabia._BookMove,
                 "eval": tabia._Eval, "coordinates": tabia._Coordinates,
                 "node_data": tabia._NodeData, "name": tabia._Name,
                 "pick_options": tabia._PickOptions,
                 "setting": tabia._Setting, "loss": tabia._Loss,
                 "read_options": tabia._ReadOptions,
                 "open_options": tabia._OpenOptions,
                 "source_info": tabia._SourceInfo, "query": tabia._Query,
                 "answer": tabia._Answer,
                 "write_options": tabia._WriteOptions,
                 "format_info": tabia._FormatInfo,
                 "store_game_ref": tabia._GameRef,
                 "store_query": tabia._StoreQuery,
                 "store_game": tabia._StoreGame,
                 "names_options": tabia._NamesOptions,
                 "build_options": tabia._BuildOptions,
                 "build_result": tabia._BuildResult,
                 "build_progress": tabia._BuildProgress}
        statuses, seen = [], set()
        for line in printed:
            what, *numbers = line.split()
            kind, _, member = what.partition(".")
            if what == "status":
                statuses.append(numbers[0])
            elif what == "abi":
                self.assertEqual(tabia._ABI_VERSION, int(numbers[0]))
            elif what == "modes":
                self.assertEqual(
                    [tabia._OPEN_AUTO, tabia._OPEN_BOOK, tabia._OPEN_IN_PLACE,
                     tabia._OPEN_RECOGNISE], [int(number) for number in numbers])
            elif what == "attrs":
                self.assertEqual(
                    [tabia._WEIGHT, tabia._RESULTS, tabia._MOVE_COMMENT,
                     tabia._EVAL], [int(number) for number in numbers])
            elif member:
                self.assertEqual(getattr(kinds[kind], member).offset,
                                 int(numbers[0]), line)
            else:
                seen.add(kind)
                self.assertEqual(tabia.c.sizeof(kinds[kind]), int(numbers[0]),
                                 line)
        self.assertEqual([tabia._status(i) for i in range(len(statuses))],
                         statuses)
        self.assertEqual(tabia._status(99), "unknown")
        self.assertEqual(seen, set(kinds))


class Answers(unittest.TestCase):
    def ask(self, path: str, options: "dict[str, bool]",
            check: object) -> None:
        words = [path] if path else []
        words += ["--table"] if options.get("table") else []
        with tabia.open(path or None, **options) as book:
            for moves in LINES:
                # In an Arena book the command answers for the line alone.
                place = (["--fen", fen_after(moves)] if path.endswith(".abk")
                         else ["--moves", moves])
                with self.subTest(book=path, moves=moves):
                    check(book, words + place, {"moves": moves})
            for fen in FENS:
                with self.subTest(book=path, fen=fen):
                    check(book, words + ["--fen", fen], {"fen": fen})

    def test_find(self) -> None:
        known = 0

        def check(book: tabia.Book, words: "list[str]",
                  place: "dict[str, str]") -> None:
            nonlocal known
            status, wanted = command("find", *words)
            got = [as_json(move) for move in book.find(**place)]
            self.assertEqual(got, wanted["books"][0]["moves"])
            self.assertEqual(bool(got), status == 0)
            known += bool(got)

        for path, options in books():
            self.ask(path, options, check)
        self.assertGreater(known, 8)

    def test_pick(self) -> None:
        def check(book: tabia.Book, words: "list[str]",
                  place: "dict[str, str]") -> None:
            for method, seed in (("weighted", 1), ("weighted", 12345),
                                 ("best", 1), ("uniform", 2), ("first", 1)):
                status, wanted = command("pick", *words, "--method", method,
                                         "--seed", str(seed))
                got = book.pick(**place, method=method, seed=seed)
                if got is None:
                    self.assertEqual(status, 1)
                    continue
                self.assertEqual(as_json(got.move), wanted["move"])
                reply = got.reply and as_json(got.reply)
                self.assertEqual(reply, wanted["reply"])

        for path, options in books()[:4]:
            self.ask(path, options, check)

    def test_names(self) -> None:
        for moves in LINES:
            with self.subTest(moves=moves):
                _, wanted = command("name", "--moves", moves)
                got = tabia.name(moves)
                self.assertEqual(got.eco if got else None, wanted["eco"])
                self.assertEqual(got.name if got else None, wanted["name"])
                self.assertEqual(got.ply if got else None, wanted.get("ply"))

    def test_formats(self) -> None:
        _, wanted = command("formats")
        got = tabia.formats()
        self.assertEqual([form.name for form in got],
                         [form["name"] for form in wanted])
        self.assertEqual([form.title for form in got],
                         [form["title"] for form in wanted])


class Conversions(unittest.TestCase):
    def test_same_bytes_and_losses(self) -> None:
        sources = [os.path.join(SOURCE, "data", "openings.txt")]
        sources += [path for path in (
            os.path.join(SHARED, "polyglot", "gm2001.bin"),
            os.path.join(SHARED, "abk", "Perfect2021.abk"))
            if os.path.exists(path)]
        for source in sources:
            for suffix in ("bin", "dat"):
                # The command joins the positions of a .bin to lines.
                if suffix == "dat" and source.endswith(".bin"):
                    continue
                with self.subTest(source=source, suffix=suffix):
                    one = os.path.join(WORK, f"command.{suffix}")
                    two = os.path.join(WORK, f"module.{suffix}")
                    _, wanted = command("convert", source, one, "--force")
                    losses = tabia.convert(source, two, force=True)
                    with open(one, "rb") as a, open(two, "rb") as b:
                        self.assertTrue(a.read() == b.read())
                    self.assertEqual([vars(loss) for loss in losses],
                                     wanted["losses"])

    def test_refusals(self) -> None:
        source = os.path.join(SOURCE, "data", "openings.txt")
        target = os.path.join(WORK, "refused.bin")
        with self.assertRaises(tabia.Error) as caught:
            tabia.convert(source, target, strict=True)
        self.assertEqual(caught.exception.status, "loss")
        self.assertFalse(os.path.exists(target))
        tabia.convert(source, target)
        with self.assertRaises(tabia.Error):
            tabia.convert(source, target)
        with self.assertRaises(tabia.Error):
            tabia.convert(source, target, to="nonsense")


    def test_settings(self) -> None:
        """Each setting goes to the format that has it."""
        lines = os.path.join(WORK, "settings.txt")
        with open(lines, "w", encoding="ascii") as file:
            file.write("e2e4 e7e5\ne2e4 c7c5\n")
        target = os.path.join(WORK, "settings.bin")
        tabia.convert(lines, target, format="ct800", force=True,
                      settings={"weight": "uniform"})
        with self.assertRaises(tabia.Error) as caught:
            tabia.convert(lines, target, format="plyglot", force=True)
        self.assertEqual(caught.exception.status, "not-found")
        self.assertIn("did you mean 'polyglot'", str(caught.exception))
        with self.assertRaises(tabia.Error) as caught:
            tabia.convert(lines, target, force=True,
                          settings={"nonsense": "1"})
        self.assertEqual(caught.exception.status, "misuse")
        self.assertIn("nonsense", str(caught.exception))
        again = os.path.join(WORK, "settings.json")
        tabia.convert(target, again, force=True, settings={"walk": "start"})
        # Standard input has the same result, though it can be read only once.
        piped = os.path.join(WORK, "piped.json")
        with open(target, "rb") as file:
            subprocess.run(
                [sys.executable, "-c", "import tabia; tabia.convert('-', "
                 f"{piped!r}, settings={{'walk': 'start'}})"],
                stdin=file, check=True)
        with open(again, "rb") as a, open(piped, "rb") as b:
            self.assertEqual(a.read(), b.read())

    def test_losses_of_reading(self) -> None:
        """They are counted, not written out in words."""
        fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"
        game = os.path.join(WORK, "unreached.pgn")
        path = os.path.join(WORK, "unreached.bin")
        with open(game, "w", encoding="ascii") as file:
            file.write(f'[SetUp "1"]\n[FEN "{fen}"]\n\n1. Kd4 (1. Kf4) *\n\n'
                       "1. e4 *\n")
        tabia.convert(game, path, force=True)
        losses = tabia.convert(path, os.path.join(WORK, "unreached.json"),
                               force=True)
        self.assertEqual([loss.count for loss in losses], [2])
        self.assertFalse(losses[0].what[0].isdigit())


class Stores(unittest.TestCase):
    PGN = "".join(
        f'[Event "Cup"]\n[White "{white}"]\n[Black "{black}"]\n'
        f'[WhiteElo "{elo}"]\n[BlackElo "{elo}"]\n[Date "{date}"]\n\n'
        f"{moves} {result}\n\n"
        for white, black, elo, date, moves, result in (
            ("Anna", "Ben", 2000, "2024.05.01", "1. e4 e5", "1-0"),
            ("Carl", "Anna", 2400, "2023.??.??", "1. e4 c5", "0-1"),
            ("Ben", "Carl", 2200, "2025.06.07", "1. d4 d5", "1/2-1/2")))

    def build(self, name: str, **options: object) -> "tuple[str, dict]":
        pgn = os.path.join(WORK, "games.pgn")
        with open(pgn, "w", encoding="ascii") as file:
            file.write(self.PGN)
        path = os.path.join(WORK, name)
        return path, tabia.build(pgn, path, force=True, **options)

    def test_games(self) -> None:
        stages = []
        path, counts = self.build(
            "games.tabia",
            on_progress=lambda stage, _done, _total: stages.append(stage))
        self.assertEqual((counts["games"], counts["counted"]), (3, 3))
        self.assertIn("merging", stages)
        with tabia.open(path) as book:
            games = book.games()
            self.assertEqual([game.white for game in games],
                             ["Carl", "Ben", "Anna"])
            self.assertEqual(
                (games[0].date, games[0].result, games[0].white_rating,
                 games[0].event, games[0].move),
                ("2023.??.??", "0-1", 2400, "Cup", "e4"))
            self.assertEqual([game.white for game in book.games(newest=True)],
                             ["Ben", "Anna", "Carl"])
            self.assertEqual([game.move for game in book.games(
                "e4", player="ANNA", color="black")], ["c5"])
            self.assertEqual(len(book.games(limit=1)), 1)
            with self.assertRaises(tabia.Error):
                book.games(color="white")
            with self.assertRaises(tabia.Error) as caught:
                book.games(limit=10001)
            self.assertEqual(caught.exception.status, "limit")
        with tabia.open() as book, self.assertRaises(tabia.Error) as caught:
            book.games()
        self.assertEqual(caught.exception.status, "misuse")

    def test_stopped(self) -> None:
        with self.assertRaises(tabia.Error) as caught:
            self.build("stopped.tabia", on_progress=lambda *_words: True)
        self.assertEqual(caught.exception.status, "stopped")
        with self.assertRaises(ZeroDivisionError):
            self.build("stopped.tabia", on_progress=lambda *_words: 1 // 0)
        self.assertFalse(os.path.exists(os.path.join(WORK, "stopped.tabia")))

    def test_interrupted(self) -> None:
        """Ctrl-C ends a build, whatever is called just then."""
        pipe = os.path.join(WORK, "pipe.pgn")
        output = os.path.join(WORK, "interrupted.tabia")
        os.mkfifo(pipe)

        def feed() -> None:
            with contextlib.suppress(BrokenPipeError), \
                    open(pipe, "w", encoding="ascii") as file:
                for i in range(100):
                    file.write(self.PGN * 1000)
                    if i == 20:
                        os.kill(os.getpid(), signal.SIGINT)

        handler = signal.getsignal(signal.SIGINT)
        feeder = threading.Thread(target=feed)
        feeder.start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                tabia.build(pipe, output)
        finally:
            feeder.join()
        self.assertEqual(signal.getsignal(signal.SIGINT), handler)
        self.assertFalse(os.path.exists(output))

    def test_compare(self) -> None:
        path, _ = self.build("games.bin", to="polyglot")
        with tabia.open(path) as mine, tabia.open() as theirs:
            rows = tabia.compare([mine, theirs])
        self.assertEqual(rows[0].san, "e4")
        self.assertTrue(rows[0].moves[0] and rows[0].moves[1])
        self.assertTrue(any(row.moves[0] is None for row in rows))


class Errors(unittest.TestCase):
    def test_places(self) -> None:
        path = os.path.join(WORK, "bad.txt")
        with open(path, "w", encoding="ascii") as file:
            file.write("e2e4 e7e5\ne2e5\n")
        with self.assertRaises(tabia.Error) as caught:
            tabia.open(path, format="ct800")
        self.assertEqual((caught.exception.line, caught.exception.status),
                         (2, "illegal"))
        self.assertIn("bad.txt:2:", str(caught.exception))

    def test_moves(self) -> None:
        with tabia.open() as book:
            for moves, status in (("e4 e4", "illegal"), ("e4 x", "syntax")):
                with self.assertRaises(tabia.Error) as caught:
                    book.find(moves)
                self.assertEqual(caught.exception.status, status)
            with self.assertRaises(tabia.Error):
                book.find(fen="no position")
            with self.assertRaises(tabia.Error):
                book.pick(method="worst")

    def test_closed(self) -> None:
        book = tabia.open()
        book.close()
        book.close()
        with self.assertRaises(tabia.Error):
            book.find()

    def test_missing(self) -> None:
        with self.assertRaises(tabia.Error) as caught:
            tabia.open(os.path.join(WORK, "missing.bin"))
        self.assertEqual(caught.exception.status, "io")

    def test_key_only(self) -> None:
        """No moves of the book lead to the position, but its key is there."""
        fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"
        game = os.path.join(WORK, "key_only.pgn")
        path = os.path.join(WORK, "key_only.bin")
        with open(game, "w") as file:
            file.write(f'[SetUp "1"]\n[FEN "{fen}"]\n\n1. Kd4 (1. Kf4) *\n')
        tabia.convert(game, path)
        for table, wanted in ((None, ["Kd4", "Kf4"]), (False, []),
                              (True, ["Kd4", "Kf4"])):
            with self.subTest(table=table), tabia.open(path,
                                                       table=table) as book:
                got = [move.san for move in book.find(fen=fen)]
                self.assertEqual(got, wanted)
        target = os.path.join(WORK, "key_only.json")
        with self.assertRaises(tabia.Error) as caught:
            tabia.convert(path, target, strict=True)
        self.assertEqual(caught.exception.status, "loss")
        self.assertFalse(os.path.exists(target))
        with self.assertRaises(tabia.Error) as caught:
            tabia.convert(path, target)
        self.assertEqual(caught.exception.status, "empty")
        self.assertFalse(os.path.exists(target))

    def test_warnings(self) -> None:
        path = os.path.join(SHARED, "abk", "Perfect2021.abk")
        if not os.path.exists(path):
            self.skipTest("no Perfect2021.abk")
        with tabia.open(path) as book:
            self.assertEqual(len(book.warnings), 2)


def load_tests(_loader: object, tests: unittest.TestSuite,
               _pattern: object) -> unittest.TestSuite:
    tests.addTests(doctest.DocTestSuite(tabia))
    return tests


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
