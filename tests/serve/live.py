"""The live engine over HTTP: events, limits, clients that go away, access."""

import json
import os
import socket
import sys
import time

from harness import (START, Folder, Server, check, finish, holds,
                     wait_for)
from schema import problems, schema

tabia = sys.argv[1]
source = os.environ["TABIA_SOURCE_DIR"]
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


def engine(name):
    return os.path.join(source, "tests", "fake_engines", name + ".sh")


class Stream:
    """A live search; read line by line."""

    def __init__(self, server, body=None, headers=None):
        if server.token is None and headers is None:
            server.token = server.get("/api/session").json["token"]
        self.connection = server.connect()
        self.connection.request(
            "POST", "/api/live", json.dumps(body or {}),
            headers if headers is not None
            else {"X-Tabia-Token": server.token})
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.text = "" if self.status == 200 else self.answer.read().decode()

    def event(self):
        """The next event; None at the end."""
        line = self.answer.readline()
        if not line:
            return None
        event = json.loads(line)
        for problem in problems(event, schema["$defs"]["LiveEvent"]):
            check("schema", problem, None)
        return event

    def until(self, test):
        while (event := self.event()) is not None:
            if test(event):
                return event
        return None

    def last(self):
        return self.until(lambda event: "end" in event)

    def close(self):
        # At once, even if there is more to read.
        self.connection.sock and self.connection.sock.close()
        self.answer.close()
        self.connection.close()


def heard(folder):
    try:
        return folder.read("heard").decode().split("\n")
    except FileNotFoundError:
        return []


def active(server):
    text = server.get("/metrics").text
    return [int(line.split()[1]) for line in text.split("\n")
            if line.startswith("tabia_active_requests ")][0]


def test_events(folder):
    s = Server(tabia, "--engine", engine("thinks"),
               environment={"FAKE_STATE": folder.path})
    check("books", s.get("/api/books").json["live"],
          {"seconds": 60, "lines": 5})
    one = Stream(s, {"fen": START, "lines": 5, "visitor": "tab"})
    check("status", one.status, 200, one.text)
    check("type", one.answer.getheader("Content-Type"), "application/x-ndjson")
    check("no cache", one.answer.getheader("Cache-Control"), "no-store")
    deep = one.until(lambda event: event.get("depth") == 12)
    check("moves", [line["pv"][0]["san"] for line in deep["lines"]],
          ["e4", "d4", "Nf3", "c4", "Nc3"])
    check("values", [line["eval"]["cp"] for line in deep["lines"]],
          [52, 32, 12, -8, -28])
    # The next position of the same visitor: the old search is stopped.
    two = Stream(s, {"fen": AFTER_E4, "lines": 1, "visitor": "tab"})
    check("replaced", one.last(), {"end": "replaced"})
    check("ended", one.event(), None)
    deep = two.until(lambda event: event.get("depth") == 12)
    check("White's view", deep["lines"][0]["eval"], {"cp": -52})
    check("one engine", heard(folder).count("uci"), 1)
    check("commands", [word for word in heard(folder)
                       if word.startswith(("stop", "go"))],
          ["go movetime 60000", "stop", "go movetime 60000"])
    # A client that goes away stops its engine.
    two.close()
    holds("stopped", wait_for(lambda: heard(folder).count("stop") == 2))
    one.close()
    check("over", Stream(s, {"fen": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}).last(),
          {"end": "over"})
    for body in ({"fen": "x"}, {"lines": 0}, {"lines": 6}):
        check("bad request", Stream(s, body).status, 400)
    s.end()


def test_limits(folder):
    s = Server(tabia, "--engine", engine("thinks"), "--max-engines", "2",
               "--engine-time", "1", "--trusted-proxy", "127.0.0.1",
               "--read-only", "--allow-engine",
               environment={"FAKE_STATE": folder.path})
    check("seconds", s.get("/api/books").json["live"]["seconds"], 1)
    start = time.monotonic()
    check("time", Stream(s, headers={}).last(), {"end": "done"})
    holds("a second", 0.9 < time.monotonic() - start < 15)
    s.end()
    s = Server(tabia, "--engine", engine("thinks"), "--max-engines", "2",
               "--trusted-proxy", "127.0.0.1", "--read-only", "--allow-engine")
    streams = [Stream(s, headers={"X-Forwarded-For": f"10.0.0.{i}"})
               for i in (1, 2, 3)]
    check("two of three", [one.status for one in streams], [200, 200, 503])
    check("why", streams[2].text, "all 2 engines are taken; try again later\n")
    check("when", streams[2].answer.getheader("Retry-After"), "5")
    streams[0].close()

    def is_free():
        streams[2] = Stream(s, headers={"X-Forwarded-For": "10.0.0.3"})
        return streams[2].status == 200

    holds("free again", wait_for(is_free))
    holds("lines", streams[2].until(lambda event: "lines" in event))
    # It ends while streams are open, and says what is so.
    start = time.monotonic()
    s.end()
    holds("quick end", time.monotonic() - start < 4)
    check("the end", streams[1].last(), None)


def test_slow_reader():
    """One that does not read delays nobody."""
    s = Server(tabia, "--engine", engine("thinks"), "--max-engines", "2",
               "--threads", "2")
    s.token = s.get("/api/session").json["token"]
    body = b'{"lines":5,"visitor":"slow"}'
    slow = socket.create_connection((s.host, s.port))
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    slow.sendall(b"POST /api/live HTTP/1.1\r\nHost: localhost\r\n"
                 b"X-Tabia-Token: " + s.token.encode() +
                 b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
    other = Stream(s, {"lines": 2, "visitor": "other"})
    start = time.monotonic()
    holds("lines", other.until(lambda event: event.get("depth") == 12))
    for _ in range(50):
        check("others", s.get("/health").status, 200)
    holds("in time", time.monotonic() - start < 15)
    slow.close()
    other.close()
    holds("nothing left", wait_for(lambda: active(s) == 1))
    s.end()


def test_failures(folder):
    for name, why in (
            ("closes", "the engine exited before it sent 'bestmove'"),
            ("lie", "the engine's move 'e1e8' is not legal here"),
            ("not_uci", "the engine exited before it sent 'uciok'"),
            ("never_stops", "the engine did not send 'bestmove' in time"),
            ("flood", "the engine did not send 'bestmove' in time")):
        s = Server(tabia, "--engine", engine(name), "--engine-time", "1",
                   environment={"FAKE_STATE": folder.path})
        check(name, Stream(s).last(), {"end": "failed", "message": why})
        check("again", Stream(s).last(), {"end": "failed", "message": why})
        check("others", s.get("/health").status, 200)
        s.end()
    s = Server(tabia, "--engine", "/nowhere/engine")
    one = Stream(s)
    check("no engine there", (one.status, one.text),
          (503, "engine '/nowhere/engine' not found: install it, or choose "
                "another\n"))
    s.end()


def test_access():
    s = Server(tabia, "--engine", engine("thinks"))
    s.token = s.get("/api/session").json["token"]
    check("no token", Stream(s, headers={}).status, 403)
    check("other site", Stream(s, headers={
        "X-Tabia-Token": s.token, "Origin": "http://evil.example"}).status, 403)
    check("other method", s.get("/api/live").status, 405)
    s.end()
    s = Server(tabia)
    check("none", s.get("/api/books").json["live"], None)
    check("not there", Stream(s).status, 404)
    s.end()
    s = Server(tabia, "--engine", engine("thinks"), "--read-only")
    check("read-only", s.get("/api/books").json["live"], None)
    check("refused", Stream(s, headers={}).status, 403)
    s.end()
    s = Server(tabia, "--engine", engine("thinks"), "--read-only",
               "--allow-engine")
    holds("allowed", s.get("/api/books").json["live"])
    one = Stream(s, headers={})
    holds("lines", one.until(lambda event: "lines" in event))
    one.close()
    check("only own pages", Stream(s, headers={
        "Origin": "http://evil.example"}).status, 403)
    check("nothing else", s.ask("POST", "/api/evaluate", body=b"{}").status,
          403)
    s.end()


for test in (test_events, test_limits, test_failures):
    with Folder() as folder:
        test(folder)
test_slow_reader()
test_access()
finish()
