#!/usr/bin/env bash
#
# check_full_disk.sh TABIA SOURCE - no room, and no right to write
#
# Every verb that writes a file is run on a disk that is full and on one that
# may only be read: it must end with status 3 and one clear error, leave the
# old file as it was, and no other file behind. Needs the right to mount, at
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
CASES
}

fail() {
    echo "$1: $2" >&2
    cat "$work/err" >&2
    status=1
}

try() { # KIND FILE COMMAND
    local got=0 want=3
    case $3 in
    *" bkc "* | *" cpc "*) want=1 ;; # as the original tools end
    esac
    (cd "$disk" && eval "$3") >"$work/out" 2>"$work/err" || got=$?
    [ $got -eq $want ] || fail "$1: $3" "status $got, not $want"
    grep -q 'error: ' "$work/err" || fail "$1: $3" "no error is told"
    cmp -s "$disk/$2" "$work/old" || fail "$1: $3" "the old file is gone"
    [ "$(ls -A "$disk" | sort)" = "$(printf '%s\n' filler "$2" | sort)" ] ||
        fail "$1: $3" "other files are left: $(ls -A "$disk" | tr '\n' ' ')"
}

status=0
count=0
while IFS='|' read -r file command; do
    tabia help --verbs | tr ' ' '\n' | grep -qx "$(cut -d' ' -f2 \
        <<<"$command")" || continue
    case $file in
    out.bin) cp a.bin old ;;
    *)       echo "an older file" >old ;;
    esac
    mount -t tmpfs -o size=768k tabia "$disk"
    cp old "$disk/$file"
    : >"$disk/filler"
    while head -c 4096 /dev/zero >>"$disk/filler"; do :; done 2>/dev/null
    try full "$file" "$command"
    mount -o remount,ro "$disk"
    try read-only "$file" "$command"
    umount "$disk"
    count=$((count + 1))
done < <(cases)
[ $count -ge 8 ] || { echo "only $count commands were tried" >&2; exit 1; }
[ $status -ne 0 ] || echo "$count commands, each on two disks"
exit $status
