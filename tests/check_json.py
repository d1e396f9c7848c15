#!/usr/bin/env python3
"""check_json.py TABIA PAGE - docs/json-output.md describes what verbs print.

Runs every verb that has --json on small inputs and looks for each field in the
verb's section of the page, or in the one about fields in common. A verb without a section, and a
verb that has --json and is not tried here, are errors too.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

tabia, page = os.path.realpath(sys.argv[1]), sys.argv[2]
source = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
games = os.path.join(source, "examples/games.pgn")
puzzles = os.path.join(source, "examples/tichess-puzzles.txt")
engine = os.path.join(source, "tests/fake_engines/two_lines.sh")

# What is tried; the first of a verb need not end with status 0.
COMMANDS = """
find --moves e4
find good.txt
find games.tabia
find marked.json
pick --seed 1
tree good.txt
name --moves "e4 c5"
check bad.txt
info good.txt
info good.bin
info games.tabia
info PUZZLES
convert good.txt new.bin
convert good.bin other.bin
merge good.txt other.txt -o merged.bin
merge games.tabia games.tabia -o twice.tabia
verify games.tabia
diff good.txt other.txt
diff games.tabia more.tabia
coverage good.txt --against games.tabia --side white
review GAMES --book good.txt --against games.tabia --against scored.json --games
train good.txt --side white --overview
train PUZZLES --overview
puzzles wrong.pgn -o made.txt --engine ENGINE
games GAMES
build GAMES -o built.tabia
evaluate scored.json --no-eval -o out.json --report 50
sizes good.txt
formats
formats polyglot
show --moves e4
perft --depth 2 --divide
"""

FILES = {
    "good.txt": "e2e4 e7e5 g1f3 (C40 King's Knight\nd2d4? d7d5\n",
    "other.txt": "e2e4 e7e5 g1f3 (C40 Knight\nd2d4 d7d5\nc2c4\n",
    "scored.pgn": '[Orientation "white"]\n\n1. e4 e5 { [%eval -3.1,9] } *\n',
    "good.txt.tabia-progress":
        "tabia-progress 1\n"
        "answer 2026-11-18T09:00:00+00:00 463b96181691fc9c e2e4 good\n",
    "wrong.pgn": "1. e4 e5 2. Nf3 f6? 3. Nxe5 *\n",
    "bad.txt": "e2e4 e7e5\nd2d4 d7d5 c2c5\n",
}


def run(*words):
    return subprocess.run([tabia, *words], capture_output=True, text=True)


def paths(value, above=""):
    if isinstance(value, dict):
        for key, below in value.items():
            path = f"{above}.{key}" if above else key
            yield path
            yield from paths(below, path)
    elif isinstance(value, list):
        for below in value:
            yield from paths(below, above + "[]")


def sections():
    with open(page, encoding="utf-8") as file:
        parts = re.split(r"^## (\w+)\n", file.read(), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def documented(text):
    """All `paths` of a section; a path ending in .* stands for all below."""
    return set(re.findall(r"`([^`]+)`", text))


def is_documented(path, known):
    above = path.split(".")
    return path in known or above[-1].rstrip("[]") in known or any(
        ".".join(above[:i]) + ".*" in known for i in range(1, len(above)))


def main():
    described = sections()
    problems, tried = set(), set()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in FILES.items():
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)
        run("convert", "good.txt", "marked.json")
        run("convert", "good.txt", "good.bin")
        run("convert", "scored.pgn", "scored.json")
        run("build", games, "-o", "games.tabia")
        run("build", games, "--max-ply", "9", "-o", "more.tabia")
        for line in COMMANDS.strip().splitlines():
            words = re.findall(r'"[^"]*"|\S+', line)
            words = [w.strip('"').replace("GAMES", games)
                     .replace("PUZZLES", puzzles)
                     .replace("ENGINE", engine) for w in words]
            verb = words[0]
            tried.add(verb)
            done = run(words[0], "--json", *words[1:])
            if done.returncode > 1:
                problems.add(f"{line}: {done.stderr.strip()}")
                continue
            try:
                value = json.loads(done.stdout)
            except ValueError as problem:
                problems.add(f"{line}: {problem}: {done.stdout[:200]}")
                continue
            known = documented(described.get(verb, "")) | documented(
                described.get("fields", ""))
            for path in paths(value):
                if not is_documented(path, known):
                    problems.add(f"{verb}: `{path}` is not described")
    for verb in run("help", "--verbs").stdout.split():
        if "--json" in run("help", verb).stdout:
            if verb not in tried:
                problems.add(f"{verb}: has --json, but is not tried")
            if verb not in described:
                problems.add(f"{verb}: has no section")
    for problem in sorted(problems):
        print(problem)
    return bool(problems)


sys.exit(main())
