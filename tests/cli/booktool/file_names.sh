# Only endings of three letters are replaced.
printf 'e2e4\n' >a.txt
for name in b.text noext d.e.lin .txt; do
    cp a.txt "$name"
done
for name in a.txt b.text noext d.e.lin .txt; do
    tabia booktool "$name" | grep SUCCESS
done
