#!/usr/bin/env bash
#
# fuzz.sh FOLDER MINUTES - runs every libFuzzer program of FOLDER in turn
#
# What is found lands in build/fuzz-found; the seeds are not touched.

set -euo pipefail
folder=$(realpath "$1")
seconds=$(($2 * 60))
if [ "$seconds" -le 0 ]; then
    # libFuzzer would take 0 for "without end".
    echo "fuzz.sh: expected a number of minutes from 1, found '$2'" >&2
    exit 2
fi
cd "$(dirname "$0")/.."

nfailed=0
for program in "$folder"/fuzz_*; do
    if [ ! -f "$program" ] || [ ! -x "$program" ]; then
        continue
    fi
    name=${program##*/}
    seeds=fuzz/corpus/$name
    found=build/fuzz-found/$name
    mkdir -p "$found/corpus"
    dirs=("$found/corpus")
    [ -d "$seeds" ] && dirs+=("$seeds")
    echo "== $name for $2 minutes"
    "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=1 -verbosity=0 -artifact_prefix="$found/" \
        "${dirs[@]}" || nfailed=$((nfailed + 1))
done
[ "$nfailed" = 0 ] || { echo "fuzz.sh: $nfailed targets failed" >&2; exit 1; }
