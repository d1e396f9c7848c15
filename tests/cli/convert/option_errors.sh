# What is wrong with -O is said before anything is read or written.
fixture small.txt book.txt
for words in "-O wieght=score" "-O polyglot.wieght=score" "-O zzz" \
    "-O polyglot.zzz" "-O polyglt.weight=score" "-O weight" "-O weight=best" \
    "-O repair=maybe" "-O max-nodes=-1" "-O =x" "-O" \
    "-O shape=tree" "-O pgn.shape=tree" "-O repair" \
    "--weight score" "--repair" \
    "--weigth"; do
    echo "$words"
    # shellcheck disable=SC2086
    tabia convert book.txt new.bin --from ct800 $words 2>&1 | head -n 1
    [ ! -e new.bin ]
done
