#!/usr/bin/env bash
#
# check_answers.sh SOURCE TABIA LIBRARY CC INCLUDE... - one answer everywhere
#
# Three books, the one that comes with tabia, a PolyGlot book and an Arena book,
# are asked by the command, by a program with the library, by the Python
# module and, turned into PolyGlot books, by tabia_probe.h as C99 and as
# WebAssembly. All must have the same moves. Books of $TABIA_SHARED are taken
# where they are there. Works on what is installed, too:
#
#     check_answers.sh . tabia /usr/lib/*/libtabia.so cc /usr/include

set -euo pipefail
source=$1 tabia=$2 library=$3 cc=$4
shift 4
shared=${TABIA_SHARED-}/data
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Behind the compiler's own headers: those of the system are not WebAssembly's.
flags=(-O1)
for folder in "$@"; do
    flags+=(-idirafter "$folder")
done
"$cc" "${flags[@]}" "$source/tests/consumer/consumer.c" "$library" \
    -Wl,-rpath,"$(dirname "$library")" -o "$work/consumer"
"$cc" -std=c99 "${flags[@]}" "$source/tests/probe/native.c" -o "$work/native"
ways=(consumer probe)
if command -v python3 >/dev/null; then
    ways+=(python)
fi
if command -v node >/dev/null && command -v clang >/dev/null && {
    command -v wasm-ld || command -v wasm-ld-14; } >/dev/null; then
    clang --target=wasm32 -std=c99 -ffreestanding -nostdlib -mbulk-memory \
        "${flags[@]}" -Wl,--no-entry -Wl,--export=answer \
        -Wl,--export=book_bytes -Wl,--export=line -Wl,--export=text \
        "$source/tests/probe/wasm.c" -o "$work/wasm"
    ways+=(wasm)
fi
[ ${#ways[@]} = 4 ] || echo "skipped: some of python and wasm"

# Positions from standard input; each with a tab and its moves.
python() { # BOOK
    TABIA_LIBRARY=$library PYTHONDONTWRITEBYTECODE=1 python3 -c '
import sys
import tabia

with tabia.open(sys.argv[1] or None) as book:
    for fen in sys.stdin.read().splitlines():
        moves = " ".join(move.uci for move in book.find(fen=fen))
        print(fen, moves or "-", sep="\t")' "$1"
}

ask() { # WAY BOOK AS_POLYGLOT
    case $1 in
    consumer) "$work/consumer" "${2:-$source/data/openings.txt}" ;;
    python)   python "$2" ;;
    probe)    "$work/native" p "$3" ;;
    wasm)     node "$source/tests/probe/wasm.mjs" "$work/wasm" p "$3" ;;
    esac
}

# A move to a line, without its mark and weight, which not all formats have.
tidy() {
    awk -F '\t' '{
        n = split($2, moves, " ")
        for (i = 1; i <= n; i++) {
            sub(/[x?:].*/, "", moves[i])
            print $1 "\t" moves[i]
        }
    }' | sort
}

status=0
compare() { # NAME BOOK
    local name=$1 book=$2 way
    "$tabia" convert -q "${book:-$source/data/openings.txt}" "$work/all.epd" \
        --force 2>/dev/null
    "$tabia" convert -q "${book:-$source/data/openings.txt}" "$work/as.bin" \
        --force 2>/dev/null
    grep -v '^#' "$work/all.epd" | cut -d ' ' -f 1-4 |
        awk '{ all[NR] = $0 " 0 1" } END {
            for (i = 1; i <= NR; i += int(NR / 50) + 1) print all[i]
        }' >"$work/positions"
    { "$tabia" find --batch ${book:+"$book"} <"$work/positions" \
        2>/dev/null || true; } | cut -f 1,2 >"$work/said"
    tidy <"$work/said" >"$work/all"
    # A PolyGlot book has only moves that may be played.
    sed -E 's/ ?[a-h1-8]{4}[qrbn]?[x?]//g; s/\t$/\t-/' "$work/said" |
        tidy >"$work/played"
    for way in "${ways[@]}"; do
        case $way in
        probe | wasm) wanted=$work/played ;;
        *)            wanted=$work/all ;;
        esac
        ask "$way" "$book" "$work/as.bin" <"$work/positions" |
            tidy >"$work/got"
        cmp -s "$wanted" "$work/got" || {
            echo "$way differs from the command on $name:" >&2
            diff "$wanted" "$work/got" | head -n 6 >&2 || true
            status=1
        }
    done
    nmoves=$(grep -c '[a-h][1-8][qrbn]*$' "$work/played" || true)
    echo "$name: $(wc -l <"$work/positions") positions, $nmoves moves, by" \
        "the command, ${ways[*]}"
    [ "$nmoves" -gt 20 ] || { echo "$name: too few moves" >&2; status=1; }
}

polyglot=$shared/polyglot/gm2001.bin
[ -f "$polyglot" ] || polyglot=$work/small.bin
arena=$shared/abk/Perfect2021.abk
[ -f "$arena" ] || arena=$work/small.abk
for small in "$work/small.bin" "$work/small.abk"; do
    "$tabia" convert -q "$source/examples/tichess-openings.txt" "$small" \
        2>/dev/null
done
compare "the built-in book" ""
compare "${polyglot##*/}" "$polyglot"
compare "${arena##*/}" "$arena"
exit $status
