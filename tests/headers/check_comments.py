#!/usr/bin/env python3
"""check_comments.py TOP COMPILER [INCLUDES...] - comments name what exists

A name with an underscore in a comment of src or include is one of the code, of
a file or of a tool. An example in a header of src compiles, but for variables
that it does not declare: so its functions, structs and members exist. What
stands between dots is not code, and a word without an underscore may be
anybody's function.
"""
import os
import re
import subprocess
import sys
import tempfile

PARTS = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
NAME = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
EXAMPLE = re.compile(r"(?<=^ \*\n)(?:^ \*     .*\n)+", re.M)


def find_files(top, folder):
    for path, _, names in os.walk(os.path.join(top, folder)):
        for name in sorted(names):
            yield os.path.relpath(os.path.join(path, name), top)


def split_code(text):
    """The code with its strings, and the comments with their offsets."""
    comments = []

    def part(match):
        if match[0][0] == "/":
            comments.append((match.start(), match[0]))
            return " "
        return match[0]

    return PARTS.sub(part, text), comments


def unknown_names(texts, known):
    for path, text in texts.items():
        code, comments = split_code(text)
        known.update(NAME.findall(code))
        texts[path] = text, comments
    for path, (text, comments) in texts.items():
        for start, comment in comments:
            comment = re.sub(r'"[^"\n]*"', lambda text: " " * len(text[0]),
                             comment)
            for match in NAME.finditer(comment):
                if match[0] not in known:
                    line = text.count("\n", 0, start + match.start()) + 1
                    yield "%s:%d: no '%s'" % (path, line, match[0])


def examples(text):
    """Each with its line, as statements."""
    for match in EXAMPLE.finditer(text):
        code = re.sub(r"^ \* ", "", match[0], flags=re.M)
        code = re.sub(r"//.*", "", code)
        code = re.sub(r"^ *\.\.\..*$", ";", code, flags=re.M)
        code = re.sub(r"\) \.\.\.$", ");", code, flags=re.M)
        code = code.replace("{ ... }", "{ 0 }").replace("(...)", "(;;)")
        if re.search(r"\w.*; *$", code, re.M) and "..." not in code:
            yield text.count("\n", 0, match.start()) + 1, code


def compile_example(header, line, code, compiler, folder):
    source = os.path.join(folder, "example.c")
    with open(source, "w") as f:
        f.write('#include <stdbool.h>\n#include <stdint.h>\n'
                '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n'
                '#include <unistd.h>\n#include "%s"\n'
                'bool example(void);\nbool example(void)\n{\n'
                '#line %d "src/%s"\n%s\nreturn true;\n}\n'
                % (header, line, header, code))
    output = subprocess.run(compiler + ["-fsyntax-only", "-w", source],
                            stderr=subprocess.PIPE, text=True,
                            env=dict(os.environ, LC_ALL="C")).stderr
    for match in re.finditer(r"^.*: error: (.*)$", output, re.M):
        # What follows from a variable that is not declared.
        if not re.search("undeclared|expected expression|return-type", match[1]):
            yield match[0]


def main():
    top, compiler = sys.argv[1], sys.argv[2:3]
    os.chdir(top)
    for include in ["src", "include"] + sys.argv[3:]:
        compiler.append("-I" + include)
    compiler += ["-std=gnu17", "-D_GNU_SOURCE"]
    texts, known = {}, set()
    for folder in "src", "include", "tools", "tests", "fuzz":
        for path in find_files(".", folder):
            known.add(os.path.basename(path).split(".")[0])
            if folder in ("src", "include") and re.search(r"\.[ch]$", path):
                with open(path) as f:
                    texts[path] = f.read()
    with open("tests/headers/examples.py") as f:  # what public examples call
        known.update(NAME.findall(f.read()))
    headers = {path[len("src/"):]: text for path, text in texts.items()
               if path.startswith("src/") and path.endswith(".h")}
    problems = list(unknown_names(texts, known))
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for header, text in headers.items():
            for line, code in examples(text):
                count += 1
                for found in compile_example(header, line, code, compiler,
                                             folder):
                    problems.append(found)
    for problem in problems:
        print(problem, file=sys.stderr)
    if count < 60:
        problems.append(None)
        print("only %d examples found" % count, file=sys.stderr)
    sys.exit(bool(problems))


main()
