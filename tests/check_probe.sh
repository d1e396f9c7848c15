#!/usr/bin/env bash
#
# check_probe.sh SOURCE BUILD TABIA CC [CXX] - the single header tabia_probe.h
#
# Compiles it as C99, C17, C++17 and, where clang and its linker are there, for
# WebAssembly, which Node runs. All must say what 'tabia find --table' says of
# positions from all over several books, and of positions next to them. Status
# 77 where there is no Node.

set -euo pipefail
source=$1 build=$2 tabia=$3 cc=$4 cxx=${5-}
shared=${TABIA_SHARED-}/data
here=$source/tests/probe
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wwrite-strings -Wvla
          -Werror -O1 -I$build/include -I$here"

# Alone, whole and with functions of one file: nothing is left unused.
printf '#define TABIA_PROBE_STATIC\n%s\n%s\n' \
    '#define TABIA_PROBE_IMPLEMENTATION' '#include "tabia_probe.h"' \
    >"$work/alone.c"

compile() { # NAME COMPILER...
    local name=$1
    shift
    # shellcheck disable=SC2086 # the flags are words
    "$@" $warnings -c "$work/alone.c" -o "$work/alone.o"
    # shellcheck disable=SC2086
    "$@" $warnings "$here/native.c" -o "$work/$name"
    programs+=("$name")
}
programs=()
"$source/tests/code_block.sh" c "$source/docs/probe.md" >"$work/example.c"
# shellcheck disable=SC2086
"$cc" -std=c99 -Wall -Wextra -Werror -I$build/include -c "$work/example.c" \
    -o "$work/example.o"
compile c99 "$cc" -std=c99 -Wmissing-prototypes
compile c17 "$cc" -std=c17 -Wmissing-prototypes
[ -z "$cxx" ] || compile c++17 "$cxx" -x c++ -std=c++17

if command -v clang >/dev/null && { command -v wasm-ld ||
    command -v wasm-ld-14; } >/dev/null; then
    # shellcheck disable=SC2086
    clang --target=wasm32 -std=c99 -O2 -ffreestanding -nostdlib -mbulk-memory \
        $warnings -Wl,--no-entry -Wl,--export=answer -Wl,--export=book_bytes \
        -Wl,--export=line -Wl,--export=text "$here/wasm.c" -o "$work/wasm"
    programs+=(wasm)
else
    echo "wasm: skipped, no clang or no wasm-ld (Debian: lld)"
fi
command -v node >/dev/null || { echo "skipped: no node"; exit 77; }

answer() { # PROGRAM KIND BOOK
    case $1 in
    wasm) node "$here/wasm.mjs" "$work/wasm" "$2" "$3" ;;
    *)    "$work/$1" "$2" "$3" ;;
    esac
}

# The positions of a book, and what they become with the other side to move.
positions() { # BOOK
    "$tabia" convert -q "$1" "$work/all.epd" --to epd --force >/dev/null 2>&1
    cut -d ' ' -f 1-4 "$work/all.epd" | awk '
        NF == 4 && $4 ~ /^(-|[a-h][36])$/ { print $0 " 0 1" }
        NR % 16 == 0 { print $1, $2 == "w" ? "b" : "w", "- - 0 1" }'
}

# Some of the lines, at equal distances, each once.
sample() {
    awk -v most=600 '!seen[$0]++ { lines[n++] = $0 }
        END { step = n > most ? n / most : 1
              for (i = 0; i < n; i += step) print lines[int(i)] }'
}

status=0
compare() { # KIND BOOK
    local kind=$1 book=$2 program n
    positions "$book" | sample >"$work/positions"
    "$tabia" find --table --batch --json -q "$book" <"$work/positions" \
        2>/dev/null | node "$here/rows.mjs" >"$work/wanted" || true
    n=$(grep -c ':[0-9]*$' "$work/wanted" || true)
    # What cannot be is told apart by more rules in the library.
    grep -v 'error$' "$work/wanted" >"$work/sound" || true
    cut -f 1 "$work/sound" >"$work/positions"
    for program in "${programs[@]}"; do
        answer "$program" "$kind" "$book" <"$work/positions" >"$work/got"
        cmp -s "$work/sound" "$work/got" || {
            echo "$program differs on ${book##*/}:" >&2
            diff "$work/sound" "$work/got" | head -n 6 >&2 || true
            status=1
        }
    done
    head -n 50 "$work/sound" >"$work/few"
    cut -f 1 "$work/few" | answer c99 "${kind}r" "$book" |
        cmp - "$work/few" || status=1
    echo "${book##*/}: $(wc -l <"$work/positions") positions, $n known," \
        "by ${programs[*]}"
    [ "$n" -gt 0 ] || { echo "${book##*/}: nothing found" >&2; status=1; }
}

"$tabia" convert -q "$source/data/openings.txt" "$work/default.dat" 2>/dev/null
"$tabia" convert -q "$source/data/openings.txt" "$work/default.bin" 2>/dev/null
"$tabia" convert -q "$source/examples/tichess-openings.txt" \
    "$work/small.bin" 2>/dev/null
compare c "$work/default.dat"
compare p "$work/default.bin"
compare p "$work/small.bin"
for book in polyglot/gm2001.bin polyglot/guide_960.bin \
    ct800/bookdata_crc.dat; do
    [ -f "$shared/$book" ] || { echo "$book: skipped"; continue; }
    cp "$shared/$book" "$work/"
    case $book in
    *.dat) compare c "$work/${book##*/}" ;;
    *)     compare p "$work/${book##*/}" ;;
    esac
done
exit $status
