"""The configuration and commands of docs/serve.md, with nginx and TLS."""

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

from harness import START, Folder, Server, check, finish, holds, wait_for
from sample import GAMES, games

tabia = sys.argv[1]
NAME = "books.example.org"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
if not NGINX or not shutil.which("openssl") or not shutil.which("curl"):
    print("nginx, openssl or curl is missing")
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


def free_ports():
    with socket.create_server(("127.0.0.1", 0)) as a, \
            socket.create_server(("127.0.0.1", 0)) as b:
        return a.getsockname()[1], b.getsockname()[1]


def configuration(folder, server_port, port, plain_port):
    """That of the page, with other ports, files and an unprivileged frame."""
    text = block(page("serve.md"), "    server {")
    for old, new in (("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
                     ("listen [::]:443 ssl http2;", ""),
                     ("listen 80;", f"listen 127.0.0.1:{plain_port};"),
                     ("listen [::]:80;", ""),
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
        self.folder = folder.path
        self.port, self.plain_port = free_ports()
        commands = block(page("serve.md"), "    openssl req")
        certificate, self.curl = commands.split("curl ")
        subprocess.run(["sh", "-e", "-c", certificate], cwd=folder.path,
                       check=True, capture_output=True)
        conf = configuration(folder, server.port, self.port, self.plain_port)
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

    def open(self, path, method="GET", body=None, name=NAME, **headers):
        raw = socket.create_connection(("127.0.0.1", self.port), 20)
        con = http.client.HTTPConnection("127.0.0.1", self.port)
        con.sock = self.trust.wrap_socket(raw, server_hostname=NAME)
        con.request(method, path, body=body, headers={
            "Host": name, **{k.replace("_", "-"): v
                             for k, v in headers.items()}})
        return con, con.getresponse()

    def ask(self, path, method="GET", body=None, name=NAME, **headers):
        con, answer = self.open(path, method, body, name, **headers)
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
          (301, f"https://{NAME}:{proxy.port}/books/"))
    plain = http.client.HTTPConnection("127.0.0.1", proxy.plain_port)
    plain.request("GET", "/books/?x=1", headers={"Host": NAME})
    answer = plain.getresponse()
    check("without TLS", (answer.status, answer.headers["location"]),
          (301, f"https://{NAME}/books/?x=1"))
    plain.close()
    command = "curl -s " + proxy.curl.replace(":443:", f":{proxy.port}:") \
        .replace(f"{NAME}/books", f"{NAME}:{proxy.port}/books")
    check("by curl", json.loads(subprocess.run(
        ["sh", "-c", command], cwd=proxy.folder, check=True,
        stdout=subprocess.PIPE).stdout), {"status": "ok"})

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


def test_editing(proxy, s, folder):
    """With --allow-writes, by the token, from the page's own address."""
    own = f"https://{NAME}:{proxy.port}"

    def edit(revision, origin=own, name=f"{NAME}:{proxy.port}", **headers):
        return proxy.ask("/books/api/edit", "POST", json.dumps(
            {"book": "mine", "revision": revision, "changes": [
                {"do": "add", "fen": START, "uci": "d2d4"}]}), name=name,
            Origin=origin, Sec_Fetch_Site="same-origin", **headers)

    token = {"X_Tabia_Token": s.token}
    check("not read-only", json.loads(proxy.ask("/books/api/books")[2])
          ["readOnly"], False)
    check("without the token", edit(0)[0], 403)
    for origin in ("https://evil.example", own.replace("https", "http"),
                   f"https://{NAME}:1"):
        check(f"from {origin}", edit(0, origin, **token)[0], 403)
    status, _, body = edit(0, **token)
    check("edited", status, 200, body)
    # The same again: it is allowed, and adds nothing.
    check("on port 443", edit(1, f"https://{NAME}", NAME, **token)[0], 200)
    status, _, body = proxy.ask(
        "/books/api/save", "POST", json.dumps({"book": "mine", "revision": 1}),
        **token)
    check("saved", status, 200, body)
    check("the file", sorted(folder.read("mine.txt").split(b"\n")),
          [b"", b"d2d4", b"e2e4 e7e5"])
    # Larger than what nginx takes without client_max_body_size.
    sent = b"".join(b'[White "a%d"]\n\n1. e4 e5 *\n\n' % i
                    for i in range(60000))
    holds("large", len(sent) > 1 << 20)
    status, _, body = proxy.ask("/books/api/import", "POST", sent,
                                X_File_Name="sent.pgn", **token)
    check("imported", (status, json.loads(body)["moves"]), (200, 120000))


def test_stream(proxy, s, folder):
    """What an engine thinks comes while it thinks; who leaves stops it."""
    con, answer = proxy.open("/books/api/live", "POST", '{"lines":1}',
                             X_Tabia_Token=s.token)
    check("stream", (answer.status, answer.headers["content-type"]),
          (200, "application/x-ndjson"))
    for _ in range(3):
        event = json.loads(answer.readline())
    holds("while it thinks", "lines" in event and
          b"stop" not in folder.read("heard"), event)
    con.sock.close()
    answer.close()
    con.close()
    holds("stopped", wait_for(lambda: b"stop" in folder.read("heard")))


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

    engine = os.path.join(os.environ["TABIA_SOURCE_DIR"], "tests",
                          "fake_engines", "thinks.sh")
    s = Server(tabia, *options(), "--allow-writes", "--engine", engine,
               folder.file("mine.txt", "e2e4 e7e5\n"),
               environment={"FAKE_STATE": folder.path})
    proxy = Proxy(folder, s)
    test_editing(proxy, s, folder)
    test_stream(proxy, s, folder)
    proxy.end()
    s.end()
finish()
