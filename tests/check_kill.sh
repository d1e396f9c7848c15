#!/usr/bin/env bash
#
# check_kill.sh TABIA SOURCE - kill -9 leaves the old file or the new, whole
#
# Each command is killed at ten moments between its start and its end; so is a
# server that saves. Of a set of files the next open sees all old or all new
# ones, and the next command leaves nothing of the killed one behind. 'make
# test-faults' kills at every system call.

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
tabia convert -q graph.txt old.ctg
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
out.pgn|openings.txt|tabia review games.pgn -o out.pgn --force
out.ctg|old.ctg|tabia convert openings.txt out.ctg --force
CASES
}

milliseconds() { date +%s%3N; }

pause() { # MILLISECONDS
    sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"
}

# put FROM TO - copies a file, or a set by the name of its main file
put() {
    cp "$1" "$2"
    case $1 in
    *.ctg) for e in b o; do cp "${1%g}$e" "${2%g}$e"; done ;;
    esac
}

# content FILE - the same for the same content, whatever names it has now
content() {
    case $1 in
    *.ctg) tabia edit --print "$1" ;;
    *)     cat "$1" ;;
    esac | cksum
}

status=0
nold=0
nnew=0
look() { # WHAT FILE
    local now
    now=$(content "$2" 2>&1)
    if [ "$now" = "$old_content" ]; then
        nold=$((nold + 1))
    elif [ "$now" = "$new_content" ]; then
        nnew=$((nnew + 1))
    else
        echo "$1: neither old nor new" >&2
        status=1
    fi
}

clean() { # WHAT - a command that writes in the folder removes what is left
    tabia convert -q graph.txt other.json --force
    rm -f other.json ./*.journal
    if ls -A | grep '^\.tabia-' >&2; then
        echo "$1: left after the next command" >&2
        status=1
    fi
}

while IFS='|' read -r file old command; do
    tabia help --verbs | tr ' ' '\n' | grep -qx "$(cut -d' ' -f2 \
        <<<"$command")" || continue
    put "$old" "$file"
    old_content=$(content "$file")
    start=$(milliseconds)
    $command >/dev/null 2>&1
    length=$(($(milliseconds) - start + 1))
    new_content=$(content "$file")
    for i in 1 2 3 4 5 6 7 8 9 10; do
        put "$old" "$file"
        $command >/dev/null 2>&1 &
        pause $((length * i / 10))
        kill -9 $! 2>/dev/null || true
        wait $! 2>/dev/null || true
        look "$command, killed after $i tenths" "$file"
        clean "$command, killed after $i tenths"
    done
    rm -f "$file" "${file%g}"[bo]
done < <(cases)
[ $nold -gt 0 ] || { echo "nothing was killed in time" >&2; exit 1; }

# A server, killed while it saves the set; what it had not saved waits in its
# journal for the next one.
if command -v python3 >/dev/null; then
    put old.ctg out.ctg
    save=$source_dir/tests/serve/save.py
    old_content=$(content out.ctg)
    python3 -B "$save" "$tabia" out.ctg kill 1000
    new_content=$(content out.ctg)
    for i in 0 1 2 4 6 8 12 16 24 32; do
        put old.ctg out.ctg
        python3 -B "$save" "$tabia" out.ctg kill $i
        look "serve, killed $i ms after Save" out.ctg
        rm -f out.ctg.tabia-edits
        clean "serve, killed $i ms after Save"
    done
fi
[ $status -ne 0 ] || echo "$nold times the old file, $nnew times the new"
exit $status
