#!/usr/bin/env python3
"""layout.py [--update] RECORD CC INCLUDE - structs are as programs know them

Compares the size of every public struct, the offset of every member and the
value of every enumerator with those recorded for this TABIA_ABI_VERSION.
What is recorded must not change; new members, cut from 'reserved', and new
enumerators are recorded with --update.
"""

import pathlib
import re
import subprocess
import sys
import tempfile


def members(body):
    """The names of the members of a struct."""
    for text in body.split(";"):
        pointer = re.search(r"\(\*(\w+)\)\(", text)
        if pointer:
            yield pointer.group(1)
            continue
        for part in text.split(",") if text.strip() else []:
            yield re.search(r"(\w+)\s*(\[.*)?$", part.strip()).group(1)


def program(include):
    """A C program that prints the layout."""
    lines = []
    for path in sorted(include.glob("tabia/*.h")):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(), flags=re.S)
        for name, body in re.findall(r"^struct (\w+) {(.*?)^};", text,
                                     flags=re.S | re.M):
            lines.append(f'printf("{name} %zu\\n", sizeof(struct {name}));')
            lines += [f'printf("{name}.{member} %zu\\n", '
                      f"offsetof(struct {name}, {member}));"
                      for member in members(body) if member != "reserved"]
        for body in re.findall(r"^enum \w* ?{(.*?)}", text, flags=re.S | re.M):
            for name in re.findall(r"\b(TABIA_\w+)\s*(?:=[^,]*)?(?:,|\s*$)",
                                   body):
                # How many there are is for loops, and grows.
                if not re.match(r"TABIA_[A-Z]+_COUNT$", name):
                    lines.append(f'printf("{name} %d\\n", (int){name});')
    return ("#include <stdio.h>\n#include <tabia/tabia.h>\n\nint main(void)\n"
            '{\n    printf("abi %d\\n", TABIA_ABI_VERSION);\n    '
            + "\n    ".join(lines) + "\n    return 0;\n}\n")


def main():
    update = sys.argv[1] == "--update"
    record, compiler, include = sys.argv[1 + update:]
    record = pathlib.Path(record)
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "layout.c"
        source.write_text(program(pathlib.Path(include)))
        subprocess.run([compiler, "-I", include, str(source), "-o",
                        f"{folder}/layout"], check=True)
        now = subprocess.run([f"{folder}/layout"], check=True,
                             capture_output=True, text=True).stdout
    before = record.read_text() if record.exists() else ""
    old, new = before.splitlines(), now.splitlines()
    if len(new) < 500:
        sys.exit(f"only {len(new)} lines of layout")
    changed = [line for line in old if line not in set(new)]
    if changed and old[0] == new[0]:
        sys.exit("a compiled program would notice: increment "
                 "TABIA_ABI_VERSION, or keep\n  " + "\n  ".join(changed))
    if update:
        record.write_text(now)
    elif old != new:
        sys.exit("new in the headers, record it with --update:\n  "
                 + "\n  ".join(line for line in new if line not in set(old)))


main()
