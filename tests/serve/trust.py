"""Who may do what: other machines, proxies, other sites, unclear requests.

    trust.py TABIA
"""

import json
import re
import socket
import sys

from harness import Folder, Server, check, finish, holds

tabia = sys.argv[1]
EDIT = {"book": "lines", "revision": 0, "changes": [
    {"do": "set", "field": "title", "value": "x"}]}


class Served:
    """A server with a fresh book, for as long as it is needed."""

    def __init__(self, *args):
        self.args = args

    def __enter__(self):
        self.folder = Folder().__enter__()
        book = self.folder.file("lines.txt", "e2e4 e7e5\n")
        self.server = Server(tabia, *self.args, book)
        return self.server

    def __exit__(self, *_):
        self.server.end()
        self.folder.__exit__()


def statuses(got):
    return [int(s) for s in re.findall(rb"^HTTP/1\.[01] (\d+)", got, re.M)]


def ask_raw(s, data):
    """Sends bytes and reads until the server closes, or nothing comes."""
    with socket.create_connection((s.host, s.port), timeout=3) as c:
        c.sendall(data)
        got = b""
        try:
            while chunk := c.recv(65536):
                got += chunk
        except OSError:
            pass
        return got


def test_unclear(s):
    """What a proxy could understand in another way is 400, and the end."""
    token = s.get("/api/session").json["token"]
    host = f"Host: {s.name}\r\n"
    post = (f"POST /api/close HTTP/1.1\r\n{host}"
            f"X-Tabia-Token: {token}\r\n")
    get = "GET /health HTTP/1.1\r\n"
    rest = f"GET /smuggled HTTP/1.1\r\n{host}Connection: close\r\n\r\n"
    for name, head, body in (
            ("length and chunked", post + "Content-Length: 5\r\n"
             "Transfer-Encoding: chunked\r\n", "0\r\n\r\n"),
            ("chunked and length", post + "Transfer-Encoding: chunked\r\n"
             "Content-Length: 5\r\n", "0\r\n\r\n"),
            ("two lengths", post + "Content-Length: 2\r\n"
             "Content-Length: 5\r\n", "{}"),
            ("the same length twice", post + "Content-Length: 2\r\n"
             "Content-Length: 2\r\n", "{}"),
            ("a length with a blank", post + "Content-Length : 2\r\n", "{}"),
            ("another encoding", post + "Transfer-Encoding: xchunked\r\n",
             "0\r\n\r\n"),
            ("two encodings", post + "Transfer-Encoding: chunked\r\n"
             "Transfer-Encoding: chunked\r\n", "0\r\n\r\n"),
            ("no host", get, ""),
            ("two hosts", get + host + host, ""),
            ("two other hosts", get + host + "Host: evil.example\r\n", ""),
            ("a carriage return", get + host + "X: a\rY: b\r\n", "")):
        got = ask_raw(s, (head + "\r\n" + body + rest).encode())
        check(name, statuses(got)[:1], [400], got[:200])
        holds(f"{name}: nothing behind it", b"nothing at this" not in got,
              got[-300:])
    for name, data in (
            ("chunked", post + "Transfer-Encoding: chunked\r\n\r\n"
             "2\r\n{}\r\n0\r\n\r\n" + rest),
            ("a length", post + "Content-Length: 2\r\n\r\n{}" + rest)):
        check(name, statuses(ask_raw(s, data.encode())), [404, 404])
    check("HTTP/1.0", statuses(s.raw(b"GET /health HTTP/1.0\r\n\r\n")), [200])


def test_loopback():
    with Served() as s:
        check("no token in the address", s.token, None)
        check("needsToken", s.get("/api/books").json["needsToken"], False)
        test_unclear(s)
        check("edit", s.post("/api/edit", EDIT).status, 200)


def test_required(*args):
    """The token is in the address alone."""
    with Served(*args) as s:
        token = s.token
        holds("token", re.fullmatch("[0-9a-f]{32}", token or ""), token)
        check("needsToken", s.get("/api/books").json["needsToken"], True)
        a = s.get("/api/session")
        check("session", a.status, 403)
        holds("session: no token", token not in a.text)
        for wrong in ("", "0" * 32, token[:-1], token + "0",
                      token[::-1]):
            a = s.get("/api/session", headers={"X-Tabia-Token": wrong})
            check(f"session with {wrong!r}", a.status, 403)
            s.token = wrong
            check(f"edit with {wrong!r}", s.post("/api/edit", EDIT).status,
                  403)
        a = s.get("/api/session", headers={"X-Tabia-Token": token})
        check("session with it", a.json["token"], token)
        s.token = token
        check("edit with it", s.post("/api/edit", EDIT).status, 200)
        said = s.said()
        holds("never logged", token not in said, said)
    return said


def test_remote():
    """An address that others can reach."""
    with Served("--host", "0.0.0.0") as s:
        holds("warned", "warning: anyone who can reach 0.0.0.0" in s.said(),
              s.said())
        check("no token", s.token, None)
        check("read-only", s.get("/api/books").json["readOnly"], True)
        check("session", s.get("/api/session").status, 403)
        s.token = "0" * 32
        check("edit", s.post("/api/edit", EDIT).status, 403)
        check("reading", s.get("/api/find").status, 200)
    said = test_required("--host", "0.0.0.0", "--allow-writes", "--log")
    holds("warned of writes", "and edit them" in said, said)


def test_proxy():
    """X-Forwarded-* count from a trusted proxy alone."""
    ask = {"Host": "127.0.0.1", "X-Forwarded-Host": "books.example",
           "X-Forwarded-Proto": "https", "Origin": "https://books.example",
           "X-Forwarded-For": "192.0.2.7, 203.0.113.9, 127.0.0.1"}
    for trusted in ("10.0.0.0/8", "127.0.0.0/8"):
        own = trusted == "127.0.0.0/8"
        with Served("--trusted-proxy", trusted, "--allow-writes",
                    "--allow-host", "books.example", "--log") as s:
            def edit(**other):
                return s.ask("POST", "/api/edit", json.dumps(EDIT),
                             {**ask, "X-Tabia-Token": s.token, **other}).status
            check(f"{trusted}: other scheme",
                  edit(**{"X-Forwarded-Proto": "http"}), 403)
            check(f"{trusted}: edit", edit(), 200 if own else 403)
            check(f"{trusted}: other name", s.ask(
                "GET", "/api/books", None,
                {**ask, "X-Forwarded-Host": "evil.example"}).status,
                403 if own else 200)
        lines = [json.loads(line) for line in s.said().splitlines()
                 if line.startswith("{")]
        check(f"{trusted}: logged", lines[0]["address"],
              "203.0.113.9" if own else "127.0.0.1")
    with Served("--trusted-proxy", "127.0.0.1") as s:
        check("read-only without --allow-writes",
              s.get("/api/books").json["readOnly"], True)


def test_other_sites():
    explorer = ("/masters", "/lichess", "/lichess/history", "/health")
    own = ("/api/books", "/api/find", "/api/export?format=pgn", "/api/game",
           "/api/losses?format=pgn", "/api/lines", "/metrics", "/")
    for cors in (None, "*", "https://site.example"):
        with Served(*(["--cors", cors] if cors else [])) as s:
            for path in explorer + own:
                is_open = bool(cors) and (
                    path in explorer or
                    (cors != "*" and path.startswith("/api")))
                h = s.get(path).headers
                check(f"{cors} {path}", h.get("access-control-allow-origin"),
                      cors if is_open else None)
                check(f"{cors} {path}: policy",
                      h.get("cross-origin-resource-policy"),
                      "cross-origin" if is_open else "same-origin")
                allowed = s.ask("OPTIONS", path).headers
                check(f"{cors} {path}: asked before",
                      "access-control-allow-methods" in allowed, is_open)
            check(f"{cors}: session", s.get("/api/session").headers.get(
                "access-control-allow-origin"), None)


test_loopback()
test_required("--require-token", "--log")
test_remote()
test_proxy()
test_other_sites()
finish()
