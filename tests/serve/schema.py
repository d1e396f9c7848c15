"""Responses of the server against docs/http.schema.json.

A validator for the part of JSON Schema that the file uses; other keywords are
an error. Unlike JSON Schema it takes every object as closed: the server may
not return what the file does not describe.
"""

import json
import os

KEYWORDS = {"$ref", "anyOf", "description", "enum", "items", "properties",
            "required", "type"}
TYPES = {"array": list, "boolean": bool, "integer": int, "null": type(None),
         "number": (int, float), "object": dict, "string": str}

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "../../docs/http.schema.json"), encoding="utf-8") as f:
    schema = json.load(f)


def problems(value, node, where="response"):
    """What is wrong with a value, as sentences."""
    assert set(node) <= KEYWORDS, f"unknown keyword in {node}"
    if "$ref" in node:
        name = node["$ref"].rsplit("/", 1)[1]
        yield from problems(value, schema["$defs"][name], where)
    if "anyOf" in node:
        tried = [list(problems(value, one, where)) for one in node["anyOf"]]
        yield from min(tried, key=len)
    if "enum" in node and value not in node["enum"]:
        yield f"{where}: {value!r} is none of {node['enum']}"
    if "type" in node:
        wanted = node["type"]
        if (not isinstance(value, TYPES[wanted])
                or isinstance(value, bool) and wanted != "boolean"):
            yield f"{where}: {value!r} is not of type {wanted}"
            return
    if isinstance(value, list) and "items" in node:
        for i, item in enumerate(value):
            yield from problems(item, node["items"], f"{where}[{i}]")
    if isinstance(value, dict) and "properties" in node:
        for key in node["required"]:
            if key not in value:
                yield f"{where}: '{key}' is missing"
        for key, item in value.items():
            if key not in node["properties"]:
                yield f"{where}: '{key}' is not in the schema"
            else:
                yield from problems(item, node["properties"][key],
                                    f"{where}.{key}")


def answer_problems(method, path, answer):
    """What is wrong with an answer, if the schema has its address."""
    node = schema["responses"].get(f"{method} {path.split('?')[0]}")
    if answer.status == 409 and answer.body.startswith(b"{"):
        node = {"$ref": "#/$defs/Refused"}
    elif answer.status != 200 or "json" not in answer.headers["content-type"]:
        node = None
    return problems(answer.json, node, f"{method} {path}") if node else []
