"""The configuration of docs/serve.md, run by nginx with a certificate."""

import gzip
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys

from harness import Folder, Server, check, finish, holds, wait_for
from sample import GAMES, games

tabia = sys.argv[1]
NAME = "books.example.org"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
if not NGINX or not shutil.which("openssl"):
    print("nginx or openssl is missing")
    sys.exit(77)


def page(name):
    with open(os.path.join(os.environ["TABIA_SOURCE_DIR"], "docs", name),
              encoding="utf-8") as f:
        return f.read()


def block(text, start):
    """The indented block that begins with a line."""
    lines = text[text.index(start):].split("\n")
    end = next((i for i, x in enumerate(lines) if x and x[0] != " "),
               len(lines))
    return "\n".join(x[4:] for x in lines[:end])


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as s:
        return s.getsockname()[1]


def configuration(folder, server_port, port):
    """That of the page, with other ports, files and an unprivileged frame."""
    text = block(page("serve.md"), "    server {")
    for old, new in (("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
                     ("127.0.0.1:8080", f"127.0.0.1:{server_port}")):
        holds(f"{old} in the page", old in text)
        text = text.replace(old, new)
    text = re.sub(r"ssl_certificate \S+;", "ssl_certificate cert.pem;", text)
    text = re.sub(r"ssl_certificate_key \S+;", "ssl_certificate_key key.pem;",
                  text)
    return folder.file("nginx.conf", f"""
daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events {{ }}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
{text}
}}
""")


class Proxy:
    def __init__(self, folder, server):
        self.port = free_port()
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048",
                        "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
                        "-addext", f"subjectAltName=DNS:{NAME}",
                        "-keyout", os.path.join(folder.path, "key.pem"),
                        "-out", os.path.join(folder.path, "cert.pem")],
                       check=True, capture_output=True)
        conf = configuration(folder, server.port, self.port)
        self.process = subprocess.Popen(
            [NGINX, "-p", folder.path, "-c", conf],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        self.trust = ssl.create_default_context(
            cafile=os.path.join(folder.path, "cert.pem"))
        if not wait_for(self.answers):
            self.process.kill()
            raise RuntimeError(self.process.stderr.read().decode())

    def answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def ask(self, path, method="GET", body=None, name=NAME, **headers):
        raw = socket.create_connection(("127.0.0.1", self.port), 20)
        con = http.client.HTTPConnection("127.0.0.1", self.port)
        con.sock = self.trust.wrap_socket(raw, server_hostname=NAME)
        con.request(method, path, body=body, headers={
            "Host": name, **{k.replace("_", "-"): v
                             for k, v in headers.items()}})
        answer = con.getresponse()
        data = answer.read()
        con.close()
        return answer.status, {k.lower(): v for k, v in
                               answer.getheaders()}, data

    def end(self):
        self.process.terminate()
        self.process.wait(20)
        self.process.stderr.close()


def test_reading(proxy, s):
    status, _, body = proxy.ask("/books/health")
    check("health", (status, json.loads(body)), (200, {"status": "ok"}))
    status, headers, body = proxy.ask("/books/")
    holds("the page", status == 200 and b"<!doctype html" in body.lower())
    holds("its policy", "default-src 'self'" in
          headers["content-security-policy"])
    script = re.search(rb'src="([^"]+\.js)"', body)[1].decode()
    holds("relative addresses", not script.startswith(("/", "http")), script)
    check("its script", proxy.ask("/books/" + script)[0], 200)
    status, headers, _ = proxy.ask("/books")
    check("without a slash", (status, headers["location"]),
          (301, f"https://{NAME}/books/"))

    status, headers, body = proxy.ask("/books/masters")
    data = json.loads(body)
    check("explorer", (status, data["white"] + data["draws"] + data["black"]),
          (200, len(games)))
    # Compressed once, by tabia serve; unchanged on the way.
    status, packed, body2 = proxy.ask("/books/masters", Accept_Encoding="gzip")
    check("compressed", (packed.get("content-encoding"),
                         gzip.decompress(body2)), ("gzip", body))
    status, again, _ = proxy.ask("/books/masters", Accept_Encoding="gzip",
                                 If_None_Match=packed["etag"])
    check("not modified", (status, again["etag"]), (304, packed["etag"]))
    status, headers, body = proxy.ask(
        "/books/player?player=Adler&color=white")
    holds("player", status == 200 and json.loads(body)["moves"])
    check("NDJSON", headers["content-type"], "application/x-ndjson")
    game = data["topGames"][0]["id"]
    holds("a game", proxy.ask(f"/books/masters/pgn/{game}")[2]
          .startswith(b"[Event "))


def test_trust(proxy, s):
    """Nobody edits, and the log has the visitor's own address."""
    status, _, body = proxy.ask("/books/api/books")
    check("read-only", json.loads(body)["readOnly"], True)
    status, _, _ = proxy.ask("/books/api/edit", "POST", b"{}")
    check("no editing", status, 403)
    check("another name", proxy.ask("/books/health", name="evil.example")[0],
          403)
    proxy.ask("/books/health?from=proxy", X_Forwarded_For="203.0.113.9")
    wait_for(lambda: "from=proxy" in s.said())
    line = next(json.loads(x) for x in s.said().splitlines()
                if "from=proxy" in x)
    # What the visitor claims is replaced by what nginx sees.
    check("address", line["address"], "127.0.0.1")


def options():
    """Those of the unit in the page, without the port and the files."""
    unit = block(page("serve.md"), "    [Unit]")
    command = re.search(r"ExecStart=((?:.*\\\n)*.*)", unit)[1]
    words = command.replace("\\\n", " ").split()
    holds("the unit", words[:2] == ["/usr/bin/tabia", "serve"])
    at = words.index("--port")
    return [w for i, w in enumerate(words[2:], 2)
            if i not in (at, at + 1) and not w.startswith("/srv/")]


with Folder() as folder:
    store = os.path.join(folder.path, "games.tabia")
    subprocess.run([tabia, "build", "-q", "--by", "rating,speed,month",
                    "-o", store, GAMES], check=True)
    s = Server(tabia, *options(), store)
    proxy = Proxy(folder, s)
    test_reading(proxy, s)
    test_trust(proxy, s)
    proxy.end()
    s.end()
finish()
