# A converted and extended book keeps the history of every card.
export TZ=UTC XDG_DATA_HOME=$PWD/home
cat >mine.txt <<'END'
e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4
e2e4 c7c5 g1f3 d7d6 d2d4
e2e4 e7e6 d2d4 d7d5 b1c3
END
counts() {
    tabia train "$1" --side white --overview \
        --now 2026-11-19T09:00:00+00:00 |
        grep -E '^(decisions|due|new|not due)|%' |
        sed 's/  */ /g' | sort
}
printf '%s\n' e4 Nf3 Bb5 Bxc6 Nf3 d3 d4 Nc3 Ba4 d4 |
    tabia train mine.txt --side white --now 2026-11-18T09:00:00+00:00 |
    tail -2
counts mine.txt >want
cat want
for format in pgn bin ctg abk json obk; do
    rm -rf other && mkdir other
    tabia convert -q mine.txt "other/mine.$format"
    # The folder has no progress: it is found by what the book is.
    counts "other/mine.$format" | cmp - want && echo "$format: same"
done
# With more lines, in another order, in another format.
cat >more.txt <<'END'
d2d4 d7d5 c2c4
e2e4 e7e6 d2d4 d7d5 b1c3
e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4
e2e4 d7d5 e4d5
e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4
END
rm -rf other && mkdir other
tabia convert -q more.txt other/more.pgn
counts other/more.pgn
# It is written beside the new book from the next answer on.
echo d4 | tabia train other/more.pgn --side white --new 0 --limit 1 \
    --now 2026-11-19T09:00:00+00:00 | tail -2
grep -c answer mine.txt.tabia-progress other/more.pgn.tabia-progress
