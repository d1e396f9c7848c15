# 2...e6 stands in both orders of moves; the second jumps to the first.
cat >book.txt <<'END'
d2d4g8f6c2c4e7e6b1c3f8b4
c2c4g8f6d2d4e7e6b1c3f8b4
END
tabia sizes --json --capacity 64 book.txt |
    grep -v zstd | sed -n '1,/"name": "reduced"/p; /jumps"/,/}/p; /extra/,$p'
