#!/usr/bin/env bash
#
# parallel.sh OUT GAMES... [-- BUILD-OPTION...] - a build shared out
#
# Counts the games in PARTS parts, merges the keys in SLICES slices, and puts
# them together as OUT: the same file that one 'tabia build' makes. What is
# done already is not done again when the same command is started once more.
#
#   PARTS=16 SLICES=16 WORK=/scratch/parts parallel.sh all.tabia *.pgn.zst
#
# With GNU parallel the jobs run on this machine, or on those of its file of
# machines: PARALLEL="--sshloginfile nodes" with WORK on a disk that all have.
# Without it they run one after the other.

set -euo pipefail

[ $# -ge 2 ] || {
    echo "usage: parallel.sh OUT GAMES... [-- BUILD-OPTION...]" >&2
    exit 2
}
out=$1
shift
games=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    games+=("$1")
    shift
done
[ $# -eq 0 ] || shift
options=("$@")

tabia=${TABIA:-tabia}
parts=${PARTS:-4}
slices=${SLICES:-4}
work=${WORK:-$out.parts}
jobs=${JOBS:-$(nproc)}
to=${TO:-}
[ -n "$to" ] || case $out in
*.tabia) to=tabia ;;
*.bin)   to=polyglot ;;
*)       echo "parallel.sh: TO must name the format of $out" >&2; exit 2 ;;
esac

# each N COMMAND... - COMMAND with {} replaced by 1 to N, several at once
each() {
    local n=$1
    shift
    if command -v parallel >/dev/null; then
        seq "$n" | parallel --will-cite --jobs "$jobs" --halt now,fail=1 \
            --quote "$@"
    else
        local i
        for ((i = 1; i <= n; i++)); do
            "${@//\{\}/$i}"
        done
    fi
}

mkdir -p "$work"
each "$parts" "$tabia" build -q --threads 1 --part "{}/$parts" --to "$to" \
    -o "$work" "${options[@]}" "${games[@]}"
each "$slices" "$tabia" merge -q --threads 1 --slice "{}/$slices" \
    "$work" -o "$work"
"$tabia" merge -q "$work" -o "$out" --to "$to" --force
