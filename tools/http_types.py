#!/usr/bin/env python3
"""http_types.py [--check] - writes web/src/lib/types.ts from the schema.

docs/http.schema.json is the one description of what the server answers. With
--check nothing is written: the types must be those of the schema, docs/http.md
must have every field of it, and in the sample of an address no other.
"""

import json
import os
import re
import sys

top = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
TYPES = os.path.join(top, "web/src/lib/types.ts")
PAGE = os.path.join(top, "docs/http.md")
with open(os.path.join(top, "docs/http.schema.json"), encoding="utf-8") as f:
    schema = json.load(f)
defs = schema["$defs"]

HEAD = """// types.ts - what the server answers
//
// Written by tools/http_types.py from docs/http.schema.json: change that.
"""


def name_of(ref):
    return ref.rsplit("/", 1)[1]


def type_text(node):
    """A schema as a TypeScript type."""
    if "$ref" in node:
        return name_of(node["$ref"])
    if "enum" in node:
        return " | ".join(json.dumps(value) for value in node["enum"])
    if "anyOf" in node:
        return " | ".join(type_text(one) for one in node["anyOf"])
    if node["type"] == "array":
        inner = type_text(node["items"])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    return {"integer": "number"}.get(node["type"], node["type"])


def declaration(name, node):
    about = f"/* {node['description']} */\n"
    if node.get("type") != "object":
        return f"{about}export type {name} = {type_text(node)};\n"
    lines = []
    for key, value in node["properties"].items():
        mark = "" if key in node["required"] else "?"
        note = f" // {value['description']}" if "description" in value else ""
        lines.append(f"  {key}{mark}: {type_text(value)};{note}\n")
    return f"{about}export interface {name} {{\n{''.join(lines)}}}\n"


def types_file():
    return "\n".join([HEAD] + [declaration(*item) for item in defs.items()])


def fields_of(node, seen=()):
    """The names of all fields that an answer can have, at any depth."""
    if "$ref" in node:
        name = name_of(node["$ref"])
        return set() if name in seen else fields_of(defs[name], (*seen, name))
    found = set(node.get("properties", {}))
    for inner in [*node.get("properties", {}).values(),
                  *node.get("anyOf", []), *filter(None, [node.get("items")])]:
        found |= fields_of(inner, seen)
    return found


def page_problems():
    """Fields that the page does not have, or that only the page has."""
    with open(PAGE, encoding="utf-8") as f:
        page = f.read()
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`]+`", page))))
    words |= set(re.findall(r'"(\w+)":', page))
    for name, node in defs.items():
        for field in node.get("properties", {}):
            if field not in words:
                yield f"docs/http.md: '{field}' of {name} is not described"
    parts = re.split(r"^##+ (.*)$", page, flags=re.M)
    for heading, text in zip(parts[1::2], parts[2::2]):
        for address in re.findall(r"`(GET /[\w/]+)", heading):
            known = fields_of(schema["answers"].get(address, {}))
            for field in re.findall(r'"(\w+)":', text):
                if known and field not in known:
                    yield f"{address}: the schema has no '{field}'"


def main():
    text = types_file()
    if sys.argv[1:] != ["--check"]:
        with open(TYPES, "w", encoding="utf-8") as f:
            f.write(text)
        return 0
    problems = list(page_problems())
    with open(TYPES, encoding="utf-8") as f:
        if f.read() != text:
            problems.append("web/src/lib/types.ts: run tools/http_types.py")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
