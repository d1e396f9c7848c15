for words in "" all "core --rounds 0" "build" "core book"; do
    # shellcheck disable=SC2086 # words are words
    "$BENCH" $words || echo "status $?"
done
"$BENCH" --help | head -n 1
