#!/usr/bin/env python3
"""must_check.py HEADERS... - results of functions that can fail are used

A function that takes 'err' and returns bool or a pointer has TABIA_MUST_CHECK.
"""
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
FUNCTION = re.compile(
    r"^(?:TABIA_API|static inline) (?:bool |[^;{(]*\*)(\w+)\([^;{]*"
    r"struct tabia_error \*err\)\s*(TABIA_MUST_CHECK)?\s*[;{]", re.M)

missing, checked = {}, set()
for path in sys.argv[1:]:
    with open(path) as file:
        text = COMMENT.sub("", file.read())
    for match in FUNCTION.finditer(text):
        if match[2]:
            checked.add(match[1])
        else:
            missing[match[1]] = path
found = {name: path for name, path in missing.items() if name not in checked}
for name, path in found.items():
    print("%s: %s has no TABIA_MUST_CHECK" % (path, name), file=sys.stderr)
if len(checked) < 50:
    sys.exit("only %d functions were found" % len(checked))
sys.exit(1 if found else 0)
