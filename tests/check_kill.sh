#!/usr/bin/env bash
#
# check_kill.sh TABIA SOURCE - kill -9 leaves the old file or the new, whole
#
# Each command is killed at ten moments between its start and its end.

set -euo pipefail
tabia=$(realpath "$1")
source_dir=$(realpath "$2")
export LC_ALL=C.UTF-8 NO_COLOR=1
PATH=$(dirname "$tabia"):$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cp "$source_dir/data/openings.txt" openings.txt
cp "$source_dir/examples/games.pgn" games.pgn
tabia convert -q openings.txt a.bin --to polyglot
tabia convert -q openings.txt graph.txt --to openings --max-ply 8 --fold
tabia edit --print a.bin | sed 's/ weight [0-9]*/ weight 9/' >changes.txt

# The file that is written, what it is before, and the command.
cases() {
    cat <<CASES
out.json|openings.txt|tabia convert openings.txt out.json --force
out.bin|a.bin|tabia merge a.bin a.bin -o out.bin --policy sum --force
out.bin|a.bin|tabia edit out.bin --apply changes.txt
out.txt|openings.txt|tabia evaluate graph.txt -o out.txt --no-eval --force
out.bin|a.bin|tabia build games.pgn -o out.bin --force
out.tabia|openings.txt|tabia build games.pgn -o out.tabia --force
CASES
}

milliseconds() { date +%s%3N; }

status=0
nold=0
nnew=0
while IFS='|' read -r file old command; do
    tabia help --verbs | tr ' ' '\n' | grep -qx "$(cut -d' ' -f2 \
        <<<"$command")" || continue
    cp "$old" "$file"
    start=$(milliseconds)
    $command >/dev/null 2>&1
    length=$(($(milliseconds) - start + 1))
    mv "$file" wanted
    for i in 1 2 3 4 5 6 7 8 9 10; do
        cp "$old" "$file"
        $command >/dev/null 2>&1 &
        delay=$((length * i / 10))
        sleep "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
        kill -9 $! 2>/dev/null || true
        wait $! 2>/dev/null || true
        if cmp -s "$file" "$old"; then
            nold=$((nold + 1))
        elif cmp -s "$file" wanted; then
            nnew=$((nnew + 1))
        else
            echo "$command, killed after $i tenths: neither old nor new" >&2
            status=1
        fi
        rm -rf "$file" ./.*.tmp ./*.journal
    done
done < <(cases)
[ $nold -gt 0 ] || { echo "nothing was killed in time" >&2; exit 1; }
[ $status -ne 0 ] || echo "$nold times the old file, $nnew times the new"
exit $status
