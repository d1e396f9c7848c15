fixture small.txt book.txt
for filter in "--max-ply 2" "--side white" "--top 1" --reachable; do
    echo "== $filter"
    # shellcheck disable=SC2086 # the words are meant to be split
    tabia convert book.txt - --to lines $filter 2>&1
done
