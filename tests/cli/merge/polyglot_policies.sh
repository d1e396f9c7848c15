# PolyGlot books are merged by key; the policy decides.
printf 'e2e4 e7e5\nd2d4 d7d5\n' >a.txt
printf 'e2e4 c7c5\nc2c4\n' >b.txt
tabia convert -q a.txt a.bin
tabia convert -q b.txt b.bin
for policy in first sum max; do
    tabia merge -q --policy "$policy" a.bin b.bin -o "$policy.bin"
    echo "$policy"
    od -An -tx1 -w16 "$policy.bin"
done
