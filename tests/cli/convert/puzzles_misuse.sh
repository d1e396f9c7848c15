# Options of books do nothing to puzzles: better say so.
cat >puzzles.txt <<"EOF"
[D] Mate in one
7k/8/6K1/8/8/8/8/R7 w - - 0 1
EOF
for words in "p.epd --max-ply 3" "p.epd --fold" "p.89y -O name=mine" \
    "p.89y --lenient" puzzles.txt; do
    # shellcheck disable=SC2086 # the words are meant to be split
    tabia convert puzzles.txt $words 2>err || echo "$?: $(head -n 1 err)"
done
ls
