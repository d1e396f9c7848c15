#!/usr/bin/env bash
#
# perft.sh PERFT_SUITE - compares perft with the published node counts
#
# Standard positions through depth 5, Chess960 positions through depth 4.

set -euo pipefail
suite=$(realpath "$1")
cd "$(dirname "$0")/.."
data=${TABIA_SHARED:-../shared}/data/perft

if [ ! -d "$data" ]; then
    echo "perft: skipped, there is no $data"
    exit 0
fi
"$suite" 5 "$data/standard.epd"
"$suite" 4 "$data/fischer.epd"
