#!/usr/bin/env python3
"""coverage.py BUILD SOURCE [FILE...] - lines and branches that tests reached

BUILD is a build with 'gcc --coverage' in which tests have run, SOURCE the
project. Prints a table by module: a folder of src/, or of src/format. With
names of files their lines that nobody reached follow.
"""

import json
import os
import subprocess
import sys

BATCH = 40  # object files for one gcov


class File:
    def __init__(self):
        self.lines = {}  # number: was it reached?
        self.branches = {}  # (line, which of its branches): was it taken?

    def add(self, line):
        number = line["line_number"]
        self.lines[number] = self.lines.get(number, False) or line["count"] > 0
        for i, branch in enumerate(line["branches"]):
            if not branch["throw"]:
                key = number, i
                self.branches[key] = self.branches.get(key, False) \
                    or branch["count"] > 0


def notes_of(build):
    """The notes of all objects; beside them stand the counts, if any."""
    for folder, _, names in os.walk(build):
        for name in names:
            if name.endswith(".gcno"):
                yield os.path.join(folder, name)


def read(build, source):
    """All files below SOURCE/src, by their names there."""
    notes = sorted(notes_of(build))
    if not notes:
        sys.exit(f"coverage.py: {build} was not built to count")
    top = os.path.join(os.path.realpath(source), "src")
    files = {}
    for i in range(0, len(notes), BATCH):
        run = subprocess.run(["gcov", "--json-format", "--stdout", "-b",
                              *notes[i:i + BATCH]],
                             check=True, capture_output=True, text=True)
        for text in run.stdout.splitlines():
            for entry in json.loads(text)["files"] if text else []:
                path = os.path.realpath(os.path.join(build, entry["file"]))
                name = os.path.relpath(path, top)
                if name.startswith("..") or not name.endswith((".c", ".h")):
                    continue
                file = files.setdefault(name, File())
                for line in entry["lines"]:
                    file.add(line)
    return files


def module_of(name):
    return os.path.dirname(name) or "."


def percent(reached):
    return f"{100 * sum(reached) / len(reached):.1f}%" if reached else "-"


def row(name, files):
    lines = [x for file in files for x in file.lines.values()]
    branches = [x for file in files for x in file.branches.values()]
    print(f"{name:24}{len(files):6}{len(lines):8}{percent(lines):>9}"
          f"{len(branches):10}{percent(branches):>9}")


def show_missed(name, file):
    missed = sorted(n for n, reached in file.lines.items() if not reached)
    print(f"{name}: {', '.join(map(str, missed)) or 'all reached'}")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, source, *names = sys.argv[1:]
    files = read(build, source)
    print(f"{'module':24}{'files':>6}{'lines':>8}{'reached':>9}"
          f"{'branches':>10}{'taken':>9}")
    for module in sorted({module_of(name) for name in files}):
        row(module, [file for name, file in files.items()
                     if module_of(name) == module])
    row("all", list(files.values()))
    for name in names:
        show_missed(name, files[name.removeprefix("src/")])


if __name__ == "__main__":
    main()
