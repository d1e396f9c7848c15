"""A server under test, and small tools around it. Python's own library only."""

import gzip
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

from schema import answer_problems

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = {k.lower(): v for k, v in headers}
        self.body = body

    @property
    def text(self):
        return self.body.decode("utf-8")

    @property
    def json(self):
        packed = self.headers.get("content-encoding") == "gzip"
        return json.loads(gzip.decompress(self.body) if packed else self.body)


class Server:
    """Starts 'tabia serve' on a free port; ends it with SIGTERM."""

    def __init__(self, tabia, *args, environment=None, user=None,
                 cwd=None):
        env = dict(os.environ, **(environment or {}))
        env.pop("TABIA_NAMES", None)
        # A sanitizer keeps what was freed; that would look like growth.
        env["ASAN_OPTIONS"] = ":".join(
            filter(None, [env.get("ASAN_OPTIONS"), "quarantine_size_mb=4"]))
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [tabia, "serve", "--port", "0", *args],
            stdout=subprocess.PIPE, stderr=self.errors, env=env, user=user,
            cwd=cwd)
        line = self.process.stdout.readline().decode()
        if not line.startswith("http://"):
            self.process.wait()
            raise RuntimeError("did not start: " + self.said())
        parts = urllib.parse.urlsplit(line.strip())
        self.host, self.port = parts.hostname, parts.port
        self.name = f"{self.host}:{self.port}"
        # The address has it where /api/session does not give it away.
        self.token = urllib.parse.parse_qs(parts.fragment).get(
            "token", [None])[0]

    def connect(self, timeout=60):
        return http.client.HTTPConnection(self.host, self.port,
                                          timeout=timeout)

    def ask(self, method, path, body=None, headers=None, connection=None):
        own = connection or self.connect()
        own.request(method, path, body=body, headers=headers or {})
        answer = own.getresponse()
        result = Answer(answer.status, answer.getheaders(), answer.read())
        if not connection:
            own.close()
        for problem in answer_problems(method, path, result):
            check("schema", problem, None)
        return result

    def get(self, path, headers=None, **params):
        if params:
            path += "?" + urllib.parse.urlencode(params)
        return self.ask("GET", path, headers=headers)

    def post(self, path, data, **headers):
        if self.token is None:
            self.token = self.get("/api/session").json["token"]
        own = {"X-Tabia-Token": self.token}
        own.update({k.replace("_", "-"): v for k, v in headers.items()})
        if not isinstance(data, bytes):
            data = json.dumps(data).encode()
        return self.ask("POST", path, body=data, headers=own)

    def raw(self, data, timeout=10, wait=True):
        """Sends bytes as they are; returns what comes back."""
        with socket.create_connection((self.host, self.port),
                                      timeout=timeout) as s:
            try:
                s.sendall(data)
                if not wait:
                    return b""
                s.shutdown(socket.SHUT_WR)
                got = b""
                while chunk := s.recv(65536):
                    got += chunk
                return got
            except OSError:
                return b""

    def memory(self):
        """Kilobytes that the process holds."""
        with open(f"/proc/{self.process.pid}/status") as f:
            for line in f:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1])
        return 0

    def said(self):
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "replace")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        """Ends the server as a user would; a sanitizer's finding fails."""
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("does not end: " + self.said())
        self.process.stdout.close()
        check("exit status", status, 0, self.said()[-4000:])


failures = 0


def check(name, got, want, more=""):
    global failures
    if got == want:
        return
    failures += 1
    print(f"{name}: got {got!r}, want {want!r} {more}", file=sys.stderr)


def holds(name, condition, more=""):
    check(name, bool(condition), True, more)


def fixture(name):
    """The text of a file of tests/data."""
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "..", "data", name), encoding="utf-8") as f:
        return f.read()


class Folder:
    """A temporary folder."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="tabia-test-")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def file(self, name, data):
        path = os.path.join(self.path, name)
        with open(path, "wb") as f:
            f.write(data if isinstance(data, bytes) else data.encode())
        return path

    def read(self, name):
        with open(os.path.join(self.path, name), "rb") as f:
            return f.read()

    def names(self):
        return sorted(os.listdir(self.path))


def finish():
    if failures:
        sys.exit(f"{failures} checks failed")


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False
