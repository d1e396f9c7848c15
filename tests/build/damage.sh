#!/usr/bin/env bash
#
# damage.sh TABIA - a build goes on from a sound work folder only
#
# A bit is turned over at places of each file that a killed build has left. The
# build that goes on fails, names the file and says what to do; or the bit makes
# no difference.

set -euo pipefail
tabia=$(realpath "$1")
# shellcheck source=tests/build/games.sh
. "$(dirname "$0")/games.sh"
cd "$scratch"
games 5 games.pgn

flip() { # FILE OFFSET
    local byte
    byte=$(od -An -tu1 -j "$2" -N1 "$1" | tr -d ' ')
    # shellcheck disable=SC2059
    printf "\\x$(printf %x $((byte ^ 1 << $2 % 8)))" |
        dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

check() { # NAME OPTION...
    local name=$1 pid file size at status errors tries=0
    shift
    local build=(timeout 100 "$tabia" build -q --memory 8M --threads 2
        games.pgn --force "$@")
    "${build[@]}" -o "want.$name"
    until [ -f work/notes ]; do
        if [ $((tries += 1)) -gt 5 ]; then
            echo "damage.sh: $name: the build ends before it is killed" >&2
            exit 1
        fi
        "${build[@]}" -o "got.$name" --work-folder work &
        pid=$!
        while kill -0 "$pid" 2>/dev/null && [ ! -f work/notes ]; do
            sleep 0.002
        done
        pkill -9 -P "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    rm -rf saved
    cp -r work saved
    for file in saved/*; do
        file=${file##*/}
        # As much as the notes speak of.
        size=$(sed -n "s/^$file \([0-9]*\)$/\1/p; s/^run $file%20//p" \
            saved/notes)
        [ "$file" != notes ] || size=$(stat -c %s saved/notes)
        errors=0
        for at in 0 9 $((size / 3)) $((size / 2)) $((size - 1)); do
            [ "$at" -ge 0 ] && [ "$at" -lt "${size:-0}" ] || continue
            rm -rf work
            cp -r saved work
            flip "work/$file" "$at"
            status=0
            "${build[@]}" -o "got.$name" --work-folder work 2>err || status=$?
            if [ "$status" = 0 ]; then
                cmp "want.$name" "got.$name"
            elif [ "$status" = 1 ] && grep -q "work/$file" err &&
                grep -q "remove the folder of --work-folder" err; then
                errors=$((errors + 1))
            else
                echo "damage.sh: $name: byte $at of $file: $status" >&2
                cat err >&2
                exit 1
            fi
        done
        echo "$name: $file, $size bytes: $errors errors"
        [ "$size" = "" ] || [ "$errors" -gt 0 ]
    done
    rm -rf work
    cp -r saved work
    "${build[@]}" -o "got.$name" --work-folder work
    cmp "want.$name" "got.$name"
}

check tabia
check dedupe.bin --drop-duplicates
