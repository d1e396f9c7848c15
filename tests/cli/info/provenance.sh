# In JSON the provenance is an object.
printf "[White \"B\"]\n[Result \"1-0\"]\n\n1. d4 1-0\n" >other.pgn
printf '[White "A"]\n[Result "1-0"]\n\n1. e4 1-0\n' >game.pgn
tabia build -q game.pgn -o game.tabia
tabia build -q other.pgn -o other.tabia
tabia merge -q other.tabia game.tabia -o both.tabia
for store in game both; do
    tabia info $store.tabia --json |
        python3 -c 'import json, sys
print(*json.load(sys.stdin)["provenance"])'
done
