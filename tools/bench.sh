#!/usr/bin/env bash
#
# bench.sh TABIA FOLDER - runs every benchmark
#
# These are the benchmarks of the command, if it has that verb, and the
# programs bench_* in FOLDER.

set -euo pipefail
tabia=$1
folder=$2

if "$tabia" help --verbs | grep -qx bench; then
    "$tabia" bench core
fi
for program in "$folder"/bench_*; do
    if [ -f "$program" ] && [ -x "$program" ]; then
        echo "== ${program##*/}"
        "$program"
    fi
done
