fixture weights.json book.json
for filter in "--min-weight 2" "--min-games 10" "--top 1" --reachable; do
    echo "== $filter"
    # shellcheck disable=SC2086 # the words are meant to be split
    tabia convert -q book.json - --to lines $filter
done
