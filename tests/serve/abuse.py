"""Requests that no client should send; others are served meanwhile.

    abuse.py TABIA [SECONDS]

SECONDS is how long the half-open connections are held (default 2). Most of
the time goes by waiting, so the parts run side by side, each with a server of
its own.
"""

import http.client
import os
import random
import resource
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from harness import Folder, Server, check, finish, holds, wait_for

tabia = sys.argv[1]
seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2
random.seed(20)


def is_well(s, name):
    start = time.monotonic()
    a = s.get("/masters", play="e2e4")
    holds(f"{name}: answers", a.status == 200 and a.json["moves"])
    holds(f"{name}: in time", time.monotonic() - start < 10,
          f"{time.monotonic() - start:.1f} s")
    holds(f"{name}: runs", s.process.poll() is None)


def test_malformed(s):
    """Bytes that are no HTTP, or nearly."""
    host = f"Host: {s.name}\r\n".encode()
    ends = b"\r\n\r\n"
    for data in (
            b"", b"\r\n", ends, b"\x00" * 100, b"\xff" * 1000, b"GET",
            b"GET /\r\n", b"GET / HTTP/9.9" + ends, b"/ GET HTTP/1.1" + ends,
            b"GET /masters HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + host + b"Content-Length: -1" + ends,
            b"GET / HTTP/1.1\r\n" + host + b"Content-Length: 99999999999999999"
            b"999999" + ends,
            b"POST /api/edit HTTP/1.1\r\n" + host +
            b"Transfer-Encoding: chunked" + ends + b"zz\r\nx",
            b"POST /api/edit HTTP/1.1\r\n" + host +
            b"Transfer-Encoding: chunked" + ends + b"ffffffffffffffff\r\nx",
            b"POST /api/edit HTTP/1.1\r\n" + host +
            b"Content-Length: 10" + ends + b"12",
            b"GET /masters?fen=%00%ff%zz HTTP/1.1\r\n" + host + b"\r\n",
            b"GET http://evil.example/masters HTTP/1.1\r\n" + host + b"\r\n",
            b"GET * HTTP/1.1\r\n" + host + b"\r\n",
            b"BREW /coffee HTTP/1.1\r\n" + host + b"\r\n",
            b"A" * 60000,
            b"GET /" + b"A" * 60000 + b" HTTP/1.1\r\n" + host + b"\r\n",
            b"GET / HTTP/1.1\r\n" + host + b"X: " + b"y" * 100000 + ends,
            b"GET / HTTP/1.1\r\n" + host + b"X: y\r\n" * 10000 + b"\r\n",
            b"GET / HTTP/1.1\r\n" + host + b"\r\n" * 10000):
        s.raw(data)
    is_well(s, "malformed")


def test_addresses(s):
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-+0+1"
    for path, want in (
            ("/" + "a" * 9000, (414,)),
            ("/masters?play=" + "e2e4," * 1590, (400,)),
            ("/masters?fen=" + "8/" * 1000, (400,)),
            ("/masters?" + "&".join(f"a{i}=1" for i in range(40)), (400,)),
            ("/masters?moves=" + "9" * 500, (400,)),
            ("/masters?fen=%C3%28", (400,)),
            ("/masters?play=%00", (400,)),
            ("/masters?play=e2e4%0d%0aX-Evil:%201", (400,)),
            ("/%C3%28", (400,)),
            ("/api/find?book=%F0%9F%98%80", (404,)),
            ("/api/find?book=%ED%A0%80", (400,)),
            ("/api/find?fen=" + fen + "&play=" + ",".join(
                ["g1f3", "g8f6", "f3g1", "f6g8"] * 150), (200,)),
            ("/api/search?q=" + "x" * 401, (400,)),
            ("/api/export?format=../../etc/passwd", (400,)),
            ("/api/graph?limit=999999999999", (400,)),
            ("/api/lines?limit=1000000", (200,)),
            ("/api/tree?depth=1000000", (200,))):
        a = s.ask("GET", path)
        holds(f"{path[:60]}", a.status in want, f"{a.status} {a.text[:100]}")
    play = ",".join(["g1f3", "g8f6", "f3g1", "f6g8"] * 151)
    check("plies", s.ask("GET", "/api/find?play=" + play).status, 400)
    is_well(s, "addresses")


def test_files(s, folder, secret):
    """Nothing but the page, whatever the path."""
    up = os.path.relpath(secret, folder.path)
    for path in ("/../" + up, "/" + up, "/..%2f" + up, "/%2e%2e/" + up,
                 "/%2e%2e%2f" + up, "/./" + up, "//" + secret, secret,
                 "/..\\" + up, "/assets/../../" + up, "/link", "/link/passwd",
                 "/.hidden", "/..;/" + up, "/%252e%252e/" + up,
                 "/index.html/../../" + up, "/sub/../../" + up, "/sub"):
        data = (f"GET {path} HTTP/1.1\r\nHost: {s.name}\r\n"
                "Connection: close\r\n\r\n").encode()
        got = s.raw(data)
        holds(f"{path}: secret", b"SECRET" not in got, got[:300])
        holds(f"{path}: status", got[9:12] in (b"404", b"400"), got[:100])
    check("page", s.get("/").text, "<p>page</p>")
    check("file below", s.get("/sub/a.js").headers["content-type"],
          "text/javascript; charset=utf-8")


def test_hosts(s):
    """Names that suddenly mean this machine."""
    for host, want in (("evil.example", 403), ("evil.example:80", 403),
                       ("localhost.evil.example", 403), ("", 403),
                       ("[::1", 403), ("x" * 300, 403),
                       (f"localhost:{s.port}", 200), ("LOCALHOST", 200),
                       ("127.0.0.1", 200), ("[::1]:80", 200),
                       ("my.proxy", 200)):
        a = s.ask("GET", "/api/books", headers={"Host": host})
        check(f"host {host[:30]!r}", a.status, want)


def test_headers(s):
    for path in ("/", "/api/books", "/masters", "/masters?fen=x", "/nothing",
                 "/api/session", "/health", "/metrics"):
        h = s.get(path, headers={"Accept-Encoding": "gzip"}).headers
        holds(f"{path}: policy", "default-src 'self'" in
              h.get("content-security-policy", ""))
        check(f"{path}: sniffing", h.get("x-content-type-options"), "nosniff")
        check(f"{path}: referrer", h.get("referrer-policy"), "no-referrer")


def test_random(s, n=10000):
    """Malformed requests by the thousand; memory stays where it is."""
    pieces = [b"GET ", b"POST ", b"/masters", b"/api/edit", b"?fen=", b"%",
              b"&", b" HTTP/1.1", b"\r\n", b"Host: ", s.name.encode(), b"\r\n",
              b"Content-Length: 5", b"\r\n\r\n", b"{}", b"\x00", b"\xff\xfe",
              b"../", b"play=e2e4", b"Transfer-Encoding: chunked"]
    warm, last = 0, 0
    for i in range(n):
        if i % 2:
            data = random.randbytes(random.randrange(200))
        else:
            data = b"".join(random.choices(pieces,
                                           k=random.randrange(1, 14)))
        s.raw(data + b"\r\n\r\n", timeout=5, wait=i % 10 == 0)
        if i == n // 5:
            warm = s.memory()
    last = s.memory()
    is_well(s, "random bytes")
    holds("memory is flat", last < warm * 1.25 + 8192,
          f"{warm} kB, then {last} kB")


def test_loris():
    """A thousand connections that never finish their requests."""
    s = Server(tabia)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    half = []
    for _ in range(1000):
        c = socket.create_connection((s.host, s.port), timeout=10)
        c.sendall(b"GET /masters HTTP/1.1\r\nHost: ")
        half.append(c)
    end = time.monotonic() + seconds
    slowest, asked = 0, 0
    while time.monotonic() < end:
        for c in half:
            try:
                c.send(b"x")
            except OSError:
                pass
        start = time.monotonic()
        check("beside them", s.get("/masters", play="d2d4").status, 200)
        slowest = max(slowest, time.monotonic() - start)
        asked += 1
        time.sleep(0.2)
    holds("in time", slowest < 10, f"{slowest:.2f} s")
    print(f"loris: {asked} requests beside 1000 connections in {seconds:.0f} "
          f"s, slowest {slowest * 1000:.0f} ms")
    for c in half:
        c.close()
    is_well(s, "loris")
    s.end()


def test_late():
    """Who sends or reads too slowly is cut off."""
    s = Server(tabia, "--timeout", "1")
    start = time.monotonic()
    c = socket.create_connection((s.host, s.port), timeout=30)
    c.sendall(b"GET / HTTP/1.1\r\n")
    gone = False
    while time.monotonic() - start < 20 and not gone:
        time.sleep(0.1)
        try:
            c.sendall(b"X")
            c.setblocking(False)
            gone = c.recv(10) == b""
        except BlockingIOError:
            pass
        except OSError:
            gone = True
        finally:
            c.setblocking(True)
    took = time.monotonic() - start
    holds("half a head", gone and took < 15, f"{took:.1f} s")
    c.close()
    s.end()


def is_up(s):
    try:
        return s.ask("GET", "/health", connection=s.connect(2)).status == 200
    except OSError:
        return False


def test_connections():
    s = Server(tabia, "--max-connections", "16", "--timeout", "1")
    held = [socket.create_connection((s.host, s.port), timeout=10)
            for _ in range(40)]
    holds("after the limit", wait_for(lambda: is_up(s)))
    for c in held:
        c.close()
    s.end()


def test_address():
    s = Server(tabia, "--max-per-address", "4")
    held = [socket.create_connection((s.host, s.port), timeout=5)
            for _ in range(4)]
    refused = False
    try:
        s.ask("GET", "/health", connection=s.connect(3))
    except OSError:
        refused = True
    holds("one address", refused)
    for c in held:
        c.close()
    holds("again", wait_for(lambda: is_up(s)))
    s.end()


def test_drain():
    """SIGTERM answers what was asked, and what was being asked."""
    s = Server(tabia)
    c = socket.create_connection((s.host, s.port), timeout=30)
    c.sendall(b"GET /api/lines?limit=10000 HTTP/1.1\r\n"
              b"Host: localhost\r\n")
    # Half of it has come: the other request is the one for the metrics.
    holds("begun", wait_for(lambda: "tabia_active_requests 2" in
                            s.get("/metrics").text))
    s.process.terminate()
    holds("ending", wait_for(lambda: not is_up(s)))
    c.sendall(b"\r\n")
    a = http.client.HTTPResponse(c)
    a.begin()
    holds("whole answer", a.status == 200 and
          len(a.read()) == int(a.getheader("Content-Length")))
    check("status", s.process.wait(timeout=30), 0)
    s.process.stdout.close()


def test_slow_readers():
    """Replies that are not read take a limited amount of memory."""
    with Folder() as folder:
        book = folder.file("c.pgn", "\n\n".join(
            f'[Event "{i}"]\n\n1. e4 {{{"word " * 16000}}} *'
            for i in range(100)))
        s = Server(tabia, "--read-only", "--timeout", "60", book)
        size = len(s.get("/api/export?format=pgn").body)
        holds("large", size > 7_000_000, size)
        readers = []
        for _ in range(50):
            c = socket.socket()
            c.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            c.settimeout(60)
            c.connect((s.host, s.port))
            c.sendall(b"GET /api/export?format=pgn HTTP/1.1\r\n"
                      b"Host: localhost\r\n\r\n")
            readers.append(c)
            if len(readers) % 10 == 0:  # that many may wait for a thread
                status = readers[-1].recv(12)[9:]
        check("the last one", status, b"503")
        holds("memory", s.memory() < 600_000, s.memory())
        check("small ones", s.get("/api/find").status, 200)
        for c in readers:
            c.close()
        holds("afterwards", wait_for(
            lambda: s.get("/api/export?format=pgn").status == 200))
        s.end()


def test_values():
    """A body that would be much larger in memory is not read."""
    s = Server(tabia)
    path = "/api/practice/import?book=default"
    a = s.post(path, b'{"lines":[' + b"{}," * 600_000 + b"{}]}")
    check("values", (a.status, a.text),
          (413, "the request body has more than 524288 values\n"))
    a = s.post(path, b'{"progress":"\\"' + b"[,{" * 600_000 + b'"}')
    check("in a string", a.status, 400, a.text)
    holds("in a string: read", "values" not in a.text, a.text)
    # Without the token, as little as with any other request.
    a = s.ask("POST", path, b'{"progress":"' + b"x" * (1 << 20) + b'"}')
    check("visitor", (a.status, a.text),
          (413, "the request body is too large\n"))
    s.end()


def test_requests():
    with Folder() as outside, Folder() as folder:
        secret = outside.file("secret.txt", "SECRET")
        folder.file("index.html", "<p>page</p>")
        folder.file(".hidden", "SECRET")
        os.mkdir(os.path.join(folder.path, "sub"))
        folder.file("sub/a.js", "1")
        os.symlink(secret, os.path.join(folder.path, "link"))
        s = Server(tabia, "--assets", folder.path, "--allow-host", "my.proxy")
        test_malformed(s)
        test_addresses(s)
        test_files(s, folder, secret)
        test_hosts(s)
        test_headers(s)
        test_random(s)
        s.end()


parts = (test_requests, test_loris, test_late, test_connections, test_address)
with ThreadPoolExecutor(len(parts)) as threads:
    for running in [threads.submit(part) for part in parts]:
        running.result()
test_values()
test_slow_readers()
test_drain()  # alone: what is not sent in five seconds is cut
finish()
