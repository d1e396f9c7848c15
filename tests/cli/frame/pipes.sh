# A pipe can be read but once, though many look into what they are given.
printf 'e2e4 e7e5\n' >a.txt
tabia convert -q a.txt a.bin
store=$TESTDATA/club.tabia
tabia find <(cat a.txt)
tabia find --table <(cat a.bin)
tabia find <(cat "$store") | head -n 2
tabia info <(cat "$store") | grep '^positions'
tabia merge -q <(cat a.bin) <(cat a.bin) -o b.bin
cmp a.bin b.bin
tabia convert -q <(cat a.bin) - --to lines
printf 'go\n' | tabia uci -b <(cat a.bin) | grep bestmove
tabia serve --port 0 <(cat a.txt) 2>&1 | sed 's/^.*: error/PIPE: error/'
