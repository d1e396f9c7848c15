tabia perft -d 2 2>words
sed 's/[0-9][0-9.]*/N/g' words
