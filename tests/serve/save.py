"""save.py TABIA BOOK kill MILLISECONDS | after COMMAND - a Save in trouble

Serves the book, adds a move and asks for Save. 'kill' kills the server that
many milliseconds later; 'after' runs a command first, and prints the status
of the answer.
"""

import http.client
import subprocess
import sys
import threading
import time

from harness import START, Server

tabia, path, what, how = sys.argv[1:]
server = Server(tabia, path)
book = server.get("/api/books").json["books"][0]["id"]
answer = server.post("/api/edit", {
    "book": book, "revision": 0,
    "changes": [{"do": "add", "fen": START, "uci": "g2g4"}]})
if answer.status != 200:
    sys.exit(answer.text)


def save():
    try:
        return server.post("/api/save", {"book": book, "revision": 1,
                                         "confirm": True}).status
    except (OSError, http.client.HTTPException):
        return 0  # it was killed


if what == "kill":
    thread = threading.Thread(target=save)
    thread.start()
    time.sleep(int(how) / 1000)
    server.kill()
    thread.join()
else:
    subprocess.run(how, shell=True)
    print(save())
    server.end()
