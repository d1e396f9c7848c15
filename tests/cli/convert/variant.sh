# A game of another variant is left out, and lost.
cat >study.pgn <<'END'
[Event "a"]
[Variant "King of the Hill"]

1. e4 e5 2. Ke2 * {not of the next game}

[Event "b"]

1. d4 *
END
tabia convert study.pgn - --to pgn
tabia convert --strict study.pgn strict.pgn || echo "status $?"
tabia check study.pgn
head -n 4 study.pgn | tabia convert - none.pgn || echo "status $?"
ls

# A tag that is longer than what detection reads.
{
    printf '[Event "'
    head -c 5000000 /dev/zero | tr '\0' x
    printf '"]\n\n1. e4 *\n'
} >long.pgn
tabia convert -q --strict long.pgn out.pgn
head -n 1 out.pgn | wc -c
