# An empty operand names no file and no position.
for words in find convert pick uci; do
    # shellcheck disable=SC2086 # the words are meant to be split
    tabia $words "" 2>&1 | head -n 1
done
