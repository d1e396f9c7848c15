#!/usr/bin/env bash
#
# check_full_disk.sh TABIA SOURCE - no room, and no right to write
#
# Every verb that writes a file is run on a disk that is full and on one that
# may only be read: it must end with status 3 and one clear error, leave the
# old file as it was, and no other file behind; of a set of files all of them.
# So must a server that saves. Needs the right to mount, at
# least in a name space of its own; status 77 where there is none.

set -euo pipefail
tabia=$(realpath "$1")
source_dir=$(realpath "$2")
export LC_ALL=C.UTF-8 NO_COLOR=1

if [ -z "${TABIA_UNSHARED-}" ]; then
    unshare --map-root-user --mount true 2>/dev/null ||
        { echo "skipped: no right to mount here"; exit 77; }
    TABIA_UNSHARED=1 exec unshare --map-root-user --mount "$0" "$@"
fi

PATH=$(dirname "$tabia"):$PATH
work=$(mktemp -d)
disk=$work/disk
mkdir "$disk"
trap 'umount "$disk" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"

# Inputs, on the disk that has room. The results are larger than what is left
# on the other: some of the verbs write a few bytes only.
cp "$source_dir/data/openings.txt" openings.txt
cp "$source_dir/examples/tichess-openings.txt" sequences.txt
cp "$source_dir/examples/tichess-puzzles.txt" puzzles.txt
cp "$source_dir/examples/games.pgn" games.pgn
tabia convert -q openings.txt a.bin --to polyglot
tabia convert -q openings.txt graph.txt --to openings --max-ply 8 --fold
tabia convert -q sequences.txt small.ctg --from tichess
tabia edit --print a.bin | sed 's/ weight [0-9]*/ weight 9/' >changes.txt

# What is run in the folder, and the file that it would write there. The
# compilers write beside their input or in the current folder.
cases() {
    cat <<CASES
out.dat|tabia convert ../openings.txt out.dat --force
out.json|tabia convert ../openings.txt out.json --force
out.bin|tabia merge ../a.bin ../a.bin -o out.bin --force
out.bin|tabia edit out.bin --apply ../changes.txt
out.svg|tabia draw ../graph.txt -o out.svg --force
out.txt|tabia evaluate ../graph.txt -o out.txt --no-eval --force
ticbook0.89y|tabia bkc ../sequences.txt
puzz0.89y|tabia cpc -prefix puzz ../puzzles.txt
out.bin|tabia build ../games.pgn -o out.bin --force
out.tabia|tabia build ../games.pgn -o out.tabia --force
out.pgn|tabia review ../games.pgn -o out.pgn --force
out.epd|tabia review ../games.pgn --deck out.epd --force
out.ctg|tabia convert ../openings.txt out.ctg --force
CASES
}

fail() {
    echo "$1: $2" >&2
    cat "$work/err" >&2
    status=1
}

# The files of the folder besides FILLER, and what is in them.
contents() { (cd "$1" && cksum $(ls -A | grep -vx filler)); }

check_files() { # WHAT
    [ "$(contents "$disk")" = "$(contents "$work/old")" ] ||
        fail "$1" "not the old files: $(ls -A "$disk" | tr '\n' ' ')"
}

try() { # KIND COMMAND
    local got=0 want=3
    case $2 in
    *" bkc "* | *" cpc "*) want=1 ;; # as the original tools end
    esac
    (cd "$disk" && eval "$2") >"$work/out" 2>"$work/err" || got=$?
    [ $got -eq $want ] || fail "$1: $2" "status $got, not $want"
    grep -q 'error: ' "$work/err" || fail "$1: $2" "no error is told"
    check_files "$1: $2"
}

# old_files FILE - as they are before the command, in the folder 'old'
old_files() {
    rm -rf old
    mkdir old
    case $1 in
    *.bin) cp a.bin "old/$1" ;;
    *.ctg) for e in b o g; do cp "small.ct$e" "old/${1%g}$e"; done ;;
    *)     echo "an older file" >"old/$1" ;;
    esac
}

# Of a set the small files find room, the last one does not.
fill_disk="cat /dev/zero >$disk/filler 2>$work/full || true
[ ! -e $disk/out.ctg ] || truncate -s -12k $disk/filler"

status=0
count=0
while IFS='|' read -r file command; do
    tabia help --verbs | tr ' ' '\n' | grep -qx "$(cut -d' ' -f2 \
        <<<"$command")" || continue
    old_files "$file"
    mount -t tmpfs -o size=768k tabia "$disk"
    cp old/* "$disk"
    sh -c "$fill_disk"
    try full "$command"
    mount -o remount,ro "$disk"
    try read-only "$command"
    umount "$disk"
    count=$((count + 1))
done < <(cases)
[ $count -ge 8 ] || { echo "only $count commands were tried" >&2; exit 1; }
# The disk is full when a server saves, but not before: what was changed stays
# in its journal.
if command -v python3 >/dev/null; then
    for file in out.ctg out.bin; do
        old_files "$file"
        mount -t tmpfs -o size=768k tabia "$disk"
        cp old/* "$disk"
        : >"$work/err"
        got=$(python3 -B "$source_dir/tests/serve/save.py" "$tabia" \
            "$disk/$file" after "$fill_disk")
        [ "$got" = 500 ] || fail "serve $file" "the answer is $got, not 500"
        [ -e "$disk/$file.tabia-edits" ] || fail "serve $file" "no journal"
        rm -f "$disk/$file.tabia-edits"
        check_files "serve $file"
        umount "$disk"
    done
fi
[ $status -ne 0 ] || echo "$count commands, each on two disks"
exit $status
