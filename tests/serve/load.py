"""Work that nobody waits for, and work that must not hold up others.

    load.py TABIA
"""

import json
import os
import socket
import sys
import time

from harness import Folder, Server, check, finish, holds, wait_for

tabia = sys.argv[1]

ENGINE = """#!/bin/sh
while read -r word rest; do
    case "$word $rest" in
    uci*) echo id name Slow; echo uciok ;;
    isready*) echo readyok ;;
    'go depth 1 '*) echo info depth 1 score cp 5 pv a2a3
        echo bestmove a2a3 ;;
    go*) echo x >>"$0.searches"; while :; do sleep 1; done ;;
    quit*) exit ;;
    esac
done
"""


def send(s, path, body, **headers):
    """Sends a request and does not wait for the answer."""
    lines = [f"POST {path} HTTP/1.1", f"Host: {s.name}",
             f"X-Tabia-Token: {s.get('/api/session').json['token']}",
             f"Content-Length: {len(body)}"]
    lines += [f"{k.replace('_', '-')}: {v}" for k, v in headers.items()]
    c = socket.create_connection((s.host, s.port), timeout=30)
    c.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    return c


def test_abandoned(folder):
    """Searches of clients that are gone do not hold up those that are not."""
    path = folder.file("slow.sh", ENGINE)
    os.chmod(path, 0o755)
    s = Server(tabia, "--engine", path, "--log")
    body = json.dumps({"depth": 20}).encode()
    many = [send(s, "/api/evaluate", body) for _ in range(40)]
    holds("searching", wait_for(lambda: os.path.exists(path + ".searches")))
    for c in many:
        c.close()
    start = time.monotonic()
    a = s.post("/api/evaluate", {"depth": 1})
    took = time.monotonic() - start
    check("answered", a.json["eval"], {"cp": 5})
    holds("at once", took < 10, f"{took:.1f} s")
    with open(path + ".searches") as f:
        holds("the others were not begun", len(f.readlines()) < 5)
    holds("logged", wait_for(lambda: s.said().count('"status":499') == 40))
    # The same when the end comes, with clients that are still there.
    many = [send(s, "/api/evaluate", body) for _ in range(40)]
    holds("all there", wait_for(lambda: "tabia_active_requests 41" in
                                s.get("/metrics").text))
    start = time.monotonic()
    s.end()
    took = time.monotonic() - start
    holds("ended", took < 12, f"{took:.1f} s")
    for c in many:
        c.close()


for test in (test_abandoned,):
    with Folder() as own:
        test(own)
finish()
