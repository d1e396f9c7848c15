# A book that has a header keeps it, also where -O header asks for one.
fixture small.txt
tabia convert -q small.txt plain.bin
tabia convert -q plain.bin new.bin -O header
python3 - <<'PY'
book = open("new.bin", "rb").read()
n = 0  # the entries of the header: no key, then eight bytes of text
while book[16 * n:16 * n + 8] == bytes(8):
    n += 1
text = b"@PG@\n1.0\n2\n1\nfischerandom\nmine"
text += bytes(-len(text) % 8 or 8)
head = b"".join(bytes(8) + text[i:i + 8] for i in range(0, len(text), 8))
open("mine.bin", "wb").write(head + book[16 * n:])
PY
tabia convert -q mine.bin copy.bin -O header
cmp mine.bin copy.bin
