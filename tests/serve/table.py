"""Each row of the table in docs/http.md names a test that exists and runs."""

import os
import re

from harness import check, finish, holds

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "../../docs/http.md"), encoding="utf-8") as f:
    section = f.read().split("### Field by field\n")[1].split("\n## ")[0]

rows = [line for line in section.splitlines() if line.startswith("| ")
        and not line.startswith(("| request", "| field"))]
holds("rows", len(rows) > 40)
for row in rows:
    cells = [c.strip() for c in row.strip("|").split("|")]
    check(f"cells of {row}", len(cells), 4)
    named = re.fullmatch(r"`(\w+\.py)` (test_\w+)", cells[-1])
    holds(f"a test in {row}", named)
    if not named:
        continue
    with open(os.path.join(here, named[1]), encoding="utf-8") as f:
        text = f.read()
    holds(f"{cells[-1]} exists", f"def {named[2]}(" in text)
    holds(f"{cells[-1]} runs", len(re.findall(rf"\b{named[2]}\b", text)) > 1)
finish()
