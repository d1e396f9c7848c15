#!/usr/bin/env python3
"""check_deck.py TEST_DECK - decks for Anki, read by modules that are not ours.

TEST_DECK FOLDER writes them. The tables must be those of Anki's schema 11, every
note must have its card, its picture and an id that later exports keep.
"""
import csv
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import xml.dom.minidom
import zipfile

COLUMNS = {
    "col": "id crt mod scm ver dty usn ls conf models decks dconf tags",
    "notes": "id guid mid mod usn tags flds sfld csum flags data",
    "cards": "id nid did ord mod usn type queue due ivl factor reps lapses "
             "left odue odid flags data",
    "revlog": "id cid usn ease ivl lastIvl factor time type",
    "graves": "usn oid type",
}


def read_deck(path):
    """The notes by guid: (id, time of change, fields, tags)."""
    with zipfile.ZipFile(path) as z:
        assert z.testzip() is None
        names = z.namelist()
        assert len(names) == len(set(names)), "a member twice"
        media = json.loads(z.read("media"))
        assert set(names) == {"collection.anki2", "media", *media}, names
        assert len(set(media.values())) == len(media), "a picture twice"
        for number in media:
            svg = xml.dom.minidom.parseString(z.read(number))
            assert svg.documentElement.tagName == "svg"
        with tempfile.NamedTemporaryFile(suffix=".anki2") as f:
            f.write(z.read("collection.anki2"))
            f.flush()
            db = sqlite3.connect(f.name)
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            for table, columns in COLUMNS.items():
                rows = db.execute(f"PRAGMA table_info({table})").fetchall()
                assert [row[1] for row in rows] == columns.split(), table
            ((ver, conf, models, decks, dconf, tags),) = db.execute(
                "SELECT ver, conf, models, decks, dconf, tags FROM col")
            notes = db.execute("SELECT id, guid, mid, mod, tags, flds, sfld "
                               "FROM notes").fetchall()
            cards = db.execute("SELECT id, nid, did, ord, type, queue, due "
                               "FROM cards").fetchall()
            db.close()
    assert ver == 11
    models, decks, dconf = map(json.loads, (models, decks, dconf))
    json.loads(conf), json.loads(tags)
    assert "1" in dconf and "1" in decks
    assert len({guid for _, guid, *_ in notes}) == len(notes), "a note twice"
    assert sorted(nid for _, nid, *_ in cards) == sorted(n[0] for n in notes)
    assert [card[-1] for card in cards] or not notes
    for _, _, did, ord_, type_, queue, _ in cards:
        assert str(did) in decks and (ord_, type_, queue) == (0, 0, 0)
    found = {}
    for id_, guid, mid, mod, tags, flds, sfld in notes:
        model = models[str(mid)]
        values = flds.split("\x1f")
        assert len(values) == len(model["flds"]) and values[0] == sfld
        (picture,) = re.findall(r'<img src="([^"]+)">', values[1])
        assert picture in media.values(), picture
        assert tags.startswith(" ") and tags.endswith(" ")
        found[guid] = (id_, mod, values, tags.split())
    return found


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], folder], check=True)
        path = lambda name: os.path.join(folder, name)
        first, later = read_deck(path("white.apkg")), read_deck(path("later.apkg"))
        assert len(first) == 5, len(first)
        # The same ids and texts, at a later time: Anki updates its notes.
        assert first.keys() == later.keys()
        for guid, (id_, mod, values, tags) in first.items():
            assert later[guid] == (id_, mod + 100, values, tags)
        answers = sorted(values[2] for _, _, values, _ in first.values())
        assert answers == ["Bb5 or Bc4", "Nf3", "Nf3<br>against "
                           "&quot;everything&quot;", "e4", "e4 or Nf3"], answers
        with open(path("white.csv"), newline="", encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
        assert {row["id"] for row in rows} == set(first)
        (puzzle,) = read_deck(path("puzzles.apkg")).values()
        assert puzzle[2][2] == "1. Kb6 Kb8 2. Rh8#", puzzle
        print(f"{len(first)} decisions, 1 puzzle: read back")


main()
