fixture small.txt book.txt
tabia convert book.txt - --to json --fold >folded.json
tabia info --json folded.json | grep -E '"(positions|nodes)"'
tabia convert -q folded.json - --to lines --expand
