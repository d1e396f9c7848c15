# The decisions of one side as a deck of Anki, read by Python, and as CSV. The
# same time gives the same bytes.
printf 'e2e4 e7e5 g1f3 b8c6 f1b5\ne2e4 c7c5 g1f3\n' >book.txt
now=2026-11-18T09:00:00+00:00
tabia train book.txt --side white --now $now --export anki -o a.apkg
tabia train book.txt --side white --now $now --export anki -o b.apkg -q
cmp a.apkg b.apkg
python3 -c '
import io, sqlite3, tempfile, zipfile
with zipfile.ZipFile("a.apkg") as archive, tempfile.NamedTemporaryFile() as db:
    db.write(archive.read("collection.anki2"))
    db.flush()
    rows = sqlite3.connect(db.name).execute("select flds from notes")
    print(len(rows.fetchall()), "notes")'
tabia train book.txt --side white --now $now --export csv -o a.csv
cut -d, -f1 a.csv
tabia train book.txt --export csv
