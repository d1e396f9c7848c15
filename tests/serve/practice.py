"""Practice, as docs/http.md describes it: sessions, answers, progress."""

import json
import os
import subprocess
import sys
import threading

from harness import START, Folder, Server, check, finish, fixture, holds

tabia = sys.argv[1]
DAY = 86400
NOW = 1_800_000_000  # 2027-01-15T08:00:00Z
# Two own alternatives after 1.e4 c5; 2.Nf3 Nc6 is reached by two orders.
BOOK = """e2e4 e7e5 g1f3 b8c6 f1b5
e2e4 b8c6 g1f3 e7e5 f1b5
e2e4 c7c5 g1f3
e2e4 c7c5 c2c3
e2e4 d7d5 e4d5
e2e4 d7d5 e4e5?
"""
GAMES = "".join(f'[Result "{result}"]\n\n{moves} {result}\n\n'
                for result, moves in (
                    ("1-0", "1. e4 c5 2. Nf3 Nc6"),
                    ("1-0", "1. e4 c5 2. Nf3 d6"),
                    ("0-1", "1. e4 c5 2. c3 d5"),
                    ("1-0", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
                ))


OTHER = "d2d4 d7d5 c2c4 e7e6\nd2d4 g8f6 c2c4 g7g6 b1c3\n"
PUZZLES = fixture("../../examples/tichess-puzzles.txt")


class Student:
    """A page that practises one book."""

    def __init__(self, server, book="mine"):
        self.server, self.book = server, book

    def ask(self, path, now=NOW, query="", **body):
        answer = self.server.post(
            f"/api/practice{path}?book={self.book}{query}",
            dict(body, now=now))
        check(path, answer.status, 200, answer.text)
        return answer.json

    def session(self, now=NOW, query="", **body):
        return self.ask("", now, query, **body)

    def answer(self, card, uci, now=NOW, **body):
        return self.ask("/answer", now, fen=card["fen"],
                        asked=card["asked"]["uci"], uci=uci, **body)


def shown(session):
    return [" ".join(card["play"]) for card in session["cards"]]


def card_of(session, play):
    return next(c for c in session["cards"] if " ".join(c["play"]) == play)


def test_session(s):
    me = Student(s)
    a = me.session(new=100)
    check("head", [a[k] for k in ("book", "side", "today", "saved", "file",
                                  "sources", "order", "total")],
          ["mine", "white", "2027-01-15", True, "mine.txt.tabia-progress",
           ["games"], "likely", 6])
    # Each position once, however it is reached; the likeliest first.
    check("likely", shown(a)[:3], ["", "e2e4 c7c5", "e2e4 e7e5"])
    check("likelihoods", [c["likelihood"] for c in a["cards"]][:3],
          [1, 0.75, 0.25])
    check("counts", a["counts"],
          {"decisions": 6, "cards": 7, "new": 7, "due": 0, "waiting": 0,
           "learnt": 0, "newToday": 0, "newLeft": 100, "answersToday": 0})
    sicilian = card_of(a, "e2e4 c7c5")
    check("two moves", [m["san"] for m in sicilian["moves"]], ["Nf3", "c3"])
    check("passive", [m["san"] for m in
                      card_of(a, "e2e4 d7d5")["moves"]], ["exd5"])
    check("start", (sicilian["start"], sicilian["opening"]["eco"]),
          (START, "B20"))
    check("limit of new", len(me.session(new=2)["cards"]), 2)
    check("default", len(me.session()["cards"]), 6)
    b = me.session(new=100, order="tree")
    check("tree", (b["order"], shown(b)[:4]),
          ("tree", ["", "e2e4 e7e5", "e2e4 e7e5 g1f3 b8c6", "e2e4 b8c6"]))
    check("below", shown(me.session(new=9, query="&play=e2e4,e7e5")),
          ["e2e4 e7e5", "e2e4 e7e5 g1f3 b8c6"])
    check("through", shown(me.session(new=9, order="tree", through=True,
                                      query="&play=e2e4,e7e5")),
          ["", "e2e4 e7e5", "e2e4 e7e5 g1f3 b8c6"])
    check("only", shown(me.session(new=9, only=[sicilian["fen"]])),
          ["e2e4 c7c5"])
    check("nothing is written", os.path.exists(progress_of(s)), False)


def progress_of(s):
    return os.path.join(s.folder, "mine.txt.tabia-progress")


def test_answers(s):
    me = Student(s)
    cards = me.session(new=100)
    first = card_of(cards, "")
    a = me.answer(first, "e2e4")
    check("right", [a[k] for k in ("right", "grade", "recorded", "reason",
                                   "saved")],
          [True, "good", True, None, True])
    check("schedule", [a["moves"][0][k] for k in
                       ("state", "reps", "lapses", "stability", "due")],
          ["waiting", 1, 0, 2.31, "2027-01-18"])
    # Eight passes in a minute are one.
    for i in range(8):
        a = me.answer(first, "e2e4", NOW + i)
        check("early", (a["recorded"], a["reason"], a["moves"][0]["reps"]),
              (False, "early", 1))
    check("and ahead", me.answer(first, "e2e4", NOW + DAY,
                                 ahead=True)["recorded"], True)
    d5 = card_of(cards, "e2e4 d7d5")
    a = me.answer(d5, "e4e5")
    check("wrong", (a["right"], a["grade"], a["recorded"],
                    a["moves"][0]["due"]),
          (False, "again", True, "2027-01-16"))
    for uci in ("e4d5", "e4e5"):
        a = me.answer(d5, uci, NOW + 60)
        check("repeated", (a["recorded"], a["reason"]), (False, "repeated"))
    a = me.answer(d5, "e4d5", NOW + DAY, hint=True)
    check("hint", (a["grade"], a["recorded"]), ("hard", True))
    a = me.answer(card_of(cards, "e2e4 e7e5"), None)
    check("not known", (a["right"], a["played"], a["grade"]),
          (False, None, "again"))


def test_alternatives(s):
    """Either move is right, each is asked, and the session ends."""
    me = Student(s)
    later = NOW + 30 * DAY
    card = card_of(me.session(later, new=100), "e2e4 c7c5")
    a = me.answer(card, "c2c3", later)
    check("other", (a["right"], a["recorded"], a["played"]["san"],
                    a["asked"]["san"]), (True, True, "c3", "Nf3"))
    check("counts for it", [m["state"] for m in a["moves"]],
          ["new", "waiting"])
    again = card_of(me.session(later, new=100), "e2e4 c7c5")
    check("the first is asked", again["asked"]["san"], "Nf3")
    a = me.answer(again, "c2c3", later)
    check("right, not recorded", (a["right"], a["recorded"]), (True, False))
    a = me.answer(again, "g1f3", later)
    check("recorded", a["recorded"], True)
    check("done", [c for c in shown(me.session(later, new=100))
                   if c == "e2e4 c7c5"], [])


def test_overview(s):
    me = Student(s)
    a = me.ask("/overview", NOW + DAY, days=3, weakest=2)
    check("calendar", a["calendar"][0],
          {"day": "2027-01-15", "again": 2, "hard": 0, "good": 1, "new": 3})
    check("forecast", [d["day"] for d in a["forecast"]],
          ["2027-01-16", "2027-01-17", "2027-01-18"])
    check("weakest", len(a["weakest"]), 2)
    holds("positions", len(a["positions"]) == 6 and
          sum("retention" in p for p in a["positions"]) == 4)


def test_visitors(s):
    """Without the token nothing is read or written here."""
    before = open(progress_of(s), "rb").read()
    me = Student(s)
    s.token, token = "", s.token
    a = me.session(new=100)
    check("new visitor", (a["saved"], a["file"], a["counts"]["new"]),
          (False, None, 7))
    card = a["cards"][0]
    verdict = me.answer(card, "e2e4", progress="")
    check("line", (verdict["saved"], verdict["recorded"], verdict["lines"]),
          (False, True, f"answer 2027-01-15T08:00:00+00:00 {card['key']} "
                        "e2e4 good\n"))
    own = "tabia-progress 1\n" + verdict["lines"]
    check("own progress", me.session(new=100, progress=own)["counts"]["new"],
          6)
    check("early", me.answer(card, "e2e4", progress=own)["reason"], "early")
    a = me.ask("/import", progress=own)
    check("import", (a["imported"], a["saved"], a["lines"]),
          (1, False, verdict["lines"]))
    check("export", me.ask("/export", progress=own)["progress"], own)
    a = s.post("/api/practice?book=mine", {"progress": "nonsense"})
    check("bad progress", a.status, 400)
    s.token = token
    check("file", open(progress_of(s), "rb").read(), before)


def test_export(s):
    me = Student(s)
    text = me.ask("/export")["progress"]
    check("export", text.split("\n")[0], "tabia-progress 1")
    a = me.ask("/import", progress=text)
    check("again", (a["imported"], a["damaged"]), (0, 0))
    return text, me.ask("/overview")["counts"]


def test_import(s, text, counts):
    other = Student(s)
    a = other.ask("/import", progress=text + "answer nonsense\n")
    holds("imported", a["imported"] == text.count("answer ") and
          a["damaged"] == 1, a)
    check("same", other.ask("/overview")["counts"], counts)


def test_boxes(s):
    old = Student(s)
    lines = [{"fen": START, "play": ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"],
              "box": 3, "due": (NOW + 2 * DAY) * 1000, "seen": 4,
              "lapses": 0},
             {"fen": START, "play": ["e2e4", "c7c5", "g1f3"],
              "box": 0, "due": NOW * 1000, "seen": 1, "lapses": 1},
             {"fen": START, "play": ["e2e5"], "box": 0}]
    a = old.ask("/import", lines=lines)
    check("boxes", (a["imported"], a["skipped"], a["damaged"]), (4, 0, 1))
    a = old.ask("/import", lines=lines)
    check("once", (a["imported"], a["skipped"], a["damaged"]), (0, 4, 1))
    a = old.session(new=0)
    check("due", shown(a), ["e2e4 c7c5"])
    a = old.ask("/overview", days=4)
    check("others", [d["due"] for d in a["forecast"]], [1, 0, 3, 0])


def test_replies(s):
    drawn = {}
    for seed in range(200):
        a = s.get("/api/reply", book="mine", play="e2e4", seed=seed).json
        drawn[a["move"]["san"]] = drawn.get(a["move"]["san"], 0) + 1
        check("source", a["source"], "games")
    holds("by frequency", 120 <= drawn["c5"] <= 180 and len(drawn) == 2,
          drawn)
    a = s.get("/api/reply", book="mine", play="e2e4,c7c5,g1f3").json
    check("end", (a["move"], a["source"]), (None, None))


def test_new_left(s):
    """The limit of new cards is one for both sides of a book, not for all."""
    mine, other = Student(s), Student(s, "other")

    def left(student, side, **body):
        return [student.ask(path, query=f"&side={side}", **body)["counts"]
                ["newLeft"] for path in ("", "/overview")]

    def learn(student, side, n):
        query = f"&side={side}"
        for card in student.session(new=10, query=query)["cards"][:n]:
            a = student.ask("/answer", query=query, fen=card["fen"],
                            asked=card["asked"]["uci"],
                            uci=card["asked"]["uci"])
            check("recorded", a["recorded"], True)

    check("at first", left(mine, "white"), [10, 10])
    learn(mine, "white", 3)
    check("White", left(mine, "white"), [7, 7])
    check("the other side", left(mine, "black"), [7, 7])
    check("another book", left(other, "white"), [10, 10])
    learn(mine, "black", 2)
    check("both sides", [left(mine, side, new=6)
                         for side in ("white", "black")], [[1, 1], [1, 1]])
    learn(other, "white", 1)
    check("each its own", [left(one, "black") for one in (mine, other)],
          [[5, 5], [9, 9]])
    check("as many are asked", len(mine.session(new=6, query="&side=black")
                                   ["cards"]), 1)
    # A smaller limit than what was learnt today leaves nothing.
    check("none", left(mine, "white", new=3), [0, 0])
    check("tomorrow", mine.session(NOW + DAY)["counts"]["newLeft"], 10)


def test_torn(s):
    """What a killed program left is ended and skipped."""
    text = open(progress_of(s)).read()
    with open(progress_of(s), "a") as f:
        f.write("answer 2027-01-15T12:00:00+01:00 463b96181691fc9c e2")
    me = Student(s)
    a = me.session(NOW + 60 * DAY, new=100)
    me.answer(card_of(a, ""), "e2e4", NOW + 60 * DAY)
    now = open(progress_of(s)).read()
    holds("torn line", now.startswith(text) and now.endswith(" good\n") and
          now.count(" e2\nanswer 2027-03-16") == 1, now[len(text):])


def test_shared(s, folder):
    """Two browsers and the terminal share one progress."""
    one, two = Student(s), Student(s)
    cards = one.session(new=100)["cards"]
    one.answer(cards[0], "e2e4")
    check("other browser", two.session(new=100)["counts"]["waiting"], 1)
    train = [tabia, "train", os.path.join(folder.path, "mine.txt"),
             "--side", "white", "--now", "2027-01-15T08:00:10+00:00"]
    environment = dict(os.environ, XDG_DATA_HOME=folder.path)
    ran = subprocess.run([*train, "--limit", "1"], input="Nf3\n", text=True,
                         capture_output=True, env=environment)
    holds("terminal", "Right. Next on 2027-01-18." in ran.stdout, ran)
    counts = two.session(new=100)["counts"]
    check("from the terminal", (counts["waiting"], counts["newToday"]), (2, 2))
    # Both at once: each card is recorded by one of them.
    cards = one.session(new=100)["cards"]
    answers = []

    def play(student):
        for card in cards:
            a = student.answer(card, card["asked"]["uci"])
            answers.append(a["recorded"])
    threads = [threading.Thread(target=play, args=(student,))
               for student in (one, two)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    check("each once", answers.count(True), len(cards))
    check("lines", open(progress_of(s)).read().count("answer "),
          2 + len(cards))


def test_dropped(s, folder):
    """A book that is dropped on the page is recognised by its content."""
    before = Student(s).ask("/overview")["counts"]
    pgn = os.path.join(folder.path, "dropped.pgn")
    subprocess.run([tabia, "convert", "-q", os.path.join(folder.path,
                                                         "mine.txt"), pgn],
                   check=True)
    with open(pgn, "rb") as f:
        data = f.read() + b"\n1. c4 e5 2. Nc3 *\n"
    a = s.post("/api/import", data, X_File_Name="dropped.pgn")
    other = Student(s, a.json["id"])
    counts = other.ask("/overview", query="&side=white")["counts"]
    check("recognised", (counts["decisions"], counts["waiting"]),
          (before["decisions"] + 1, before["waiting"]))
    # One that nobody has practised has a file of its own.
    a = s.post("/api/import", b"1. b3 d5 2. Bb2 Nf6 3. e3 *\n",
               X_File_Name="larsen.pgn")
    third = Student(s, a.json["id"])
    session = third.session(new=100, query="&side=white")
    check("new", (session["counts"]["waiting"], session["file"][:10]),
          (0, "larsen.pgn"))
    third.answer(session["cards"][0], "b2b3")
    names = os.listdir(os.path.join(folder.path, "home", "tabia"))
    check("data folder", sorted(n.split("-")[0] for n in names),
          ["known", "larsen.pgn"])


def test_puzzles(s, folder):
    """What is solved is in the file of the set, for every page."""
    me = Student(s, "puzzles")
    file = os.path.join(folder.path, "puzzles.txt.tabia-progress")
    fens = [p["fen"] for p in
            s.get("/api/puzzles", book="puzzles").json["puzzles"]]
    a = me.ask("/solved")
    check("none", a, {"book": "puzzles", "saved": True,
                      "file": os.path.basename(file), "total": 4,
                      "solved": [], "lines": ""})
    check("nothing is written", os.path.exists(file), False)
    # A position that the set does not have, such as one of another set.
    a = me.ask("/solved", solved=[fens[2], START])
    check("solved", a["solved"], [2])
    holds("line", a["lines"].startswith("solved 2027-01-15T08:00:00+00:00 "),
          a)
    check("head", open(file).read().split("\n")[0], "tabia-progress 1")
    check("once", me.ask("/solved", solved=[fens[2]])["lines"], "")
    check("another page", Student(s, "puzzles").ask("/solved")["solved"], [2])
    check("not puzzles", s.post("/api/practice/solved?book=mine",
                                {}).status, 404)
    check("not a book", s.post("/api/practice?book=puzzles", {}).status, 404)
    check("not a FEN", s.post("/api/practice/solved?book=puzzles",
                              {"solved": ["x"]}).status, 400)
    # A visitor's are in the visitor's text, until the token is there.
    before = open(file).read()
    s.token, token = "", s.token
    a = me.ask("/solved", solved=[fens[0]])
    check("visitor", (a["saved"], a["file"], a["solved"]), (False, None, [0]))
    own = "tabia-progress 1\n" + a["lines"]
    check("own", me.ask("/solved", progress=own)["solved"], [0])
    s.token = token
    check("file", open(file).read(), before)
    a = me.ask("/import", progress=own)
    check("import", (a["imported"], a["damaged"]), (1, 0))
    check("both", me.ask("/solved")["solved"], [0, 2])
    check("export", me.ask("/export")["progress"], open(file).read())
    # The terminal goes on where the pages are.
    train = [tabia, "train", os.path.join(folder.path, "puzzles.txt"),
             "--now", "2027-01-15T08:00:10+00:00"]
    environment = dict(os.environ, XDG_DATA_HOME=folder.path)
    ran = subprocess.run([*train, "--limit", "1"], input="Nf7\n", text=True,
                         capture_output=True, env=environment)
    holds("terminal", ran.stdout.startswith("Puzzle 2 of 4\n") and
          "Solved: 3 of 4.\n" in ran.stdout, ran)
    check("from the terminal", me.ask("/solved")["solved"], [0, 1, 2])
    # Two pages at once: each is recorded once.
    threads = [threading.Thread(target=lambda: [
        Student(s, "puzzles").ask("/solved", solved=[fen]) for fen in fens])
        for _ in range(3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    check("lines", open(file).read().count("solved "), 4)


def test_access(s):
    """A page of another site may not even ask."""
    for path in ("", "/answer", "/overview", "/solved", "/export",
                 "/import"):
        a = s.ask("POST", f"/api/practice{path}", body=b"{}",
                  headers={"Origin": "http://evil.example",
                           "X-Tabia-Token": s.token})
        check("another site", a.status, 403, path)
    check("method", s.get("/api/practice").status, 405)
    check("no body", s.post("/api/practice?book=mine", b"").status, 400)
    check("bad only", s.post("/api/practice?book=mine",
                             {"only": ["x"]}).status, 400)
    check("no deck", s.post("/api/practice?book=mine",
                            {"deck": "x"}).status, 404)
    check("no decision", s.post("/api/practice/answer?book=mine",
                                {"fen": "8/8/8/8/8/4k3/8/4K3 w - -",
                                 "uci": None}).status, 404)
    check("illegal", s.post("/api/practice/answer?book=mine",
                            {"fen": START, "uci": "e2e5"}).status, 400)


def test_read_only(folder):
    """Everybody is a visitor; nothing is written."""
    mine = folder.file("mine.txt", BOOK)
    s = Server(tabia, mine, "--read-only")
    a = s.ask("POST", "/api/practice?book=mine", body=b"{}")
    check("read-only", (a.status, a.json["saved"], a.json["total"]),
          (200, False, 6))
    card = a.json["cards"][0]
    body = json.dumps({"fen": card["fen"], "uci": "e2e4",
                       "now": NOW}).encode()
    a = s.ask("POST", "/api/practice/answer?book=mine", body=body)
    holds("answer", a.json["recorded"] and not a.json["saved"])
    # Only tests may set the time.
    holds("time", "2027-01-15T08:00:00" not in a.json["lines"], a.text)
    s.end()
    check("files", folder.names(), ["mine.txt"])


def test_deck(s):
    deck = b"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3;\n"
    a = s.post("/api/import", deck, X_File_Name="deck.epd")
    check("import", a.status, 200, a.text)
    me = Student(s)
    check("deck", shown(me.session(new=100, deck=a.json["id"])),
          ["e2e4 c7c5"])


def serve(folder, *more):
    """A server of its own folder and user."""
    mine = folder.file("mine.txt", BOOK)
    s = Server(tabia, mine, *more, "--practice-clock",
               environment={"TZ": "UTC", "XDG_DATA_HOME":
                            os.path.join(folder.path, "home")})
    s.folder = folder.path
    s.token = s.get("/api/session").json["token"]
    return s


def main():
    with Folder() as folder:
        pgn = folder.file("games.pgn", GAMES)
        store = os.path.join(folder.path, "games.tabia")
        subprocess.run([tabia, "build", pgn, "-q", "-o", store], check=True)
        s = serve(folder, store)
        test_session(s)
        test_answers(s)
        test_alternatives(s)
        test_overview(s)
        test_visitors(s)
        test_replies(s)
        text, counts = test_export(s)
        test_torn(s)
        s.end()
    with Folder() as folder:
        s = serve(folder)
        test_shared(s, folder)
        test_dropped(s, folder)
        s.end()
    with Folder() as folder:
        s = serve(folder)
        test_import(s, text, counts)
        s.end()
    with Folder() as folder:
        s = serve(folder)
        test_boxes(s)
        test_access(s)
        test_deck(s)
        s.end()
    with Folder() as folder:
        s = serve(folder, folder.file("other.txt", OTHER))
        test_new_left(s)
        s.end()
    with Folder() as folder:
        s = serve(folder, folder.file("puzzles.txt", PUZZLES))
        test_puzzles(s, folder)
        s.end()
    with Folder() as folder:
        test_read_only(folder)


main()
finish()
