#!/usr/bin/env bash
#
# check_shared.sh - the real files are those that the tests mean
#
# Status 77 where they are absent.

set -euo pipefail
list=$(realpath "$(dirname "$0")/shared.sha256")
cd "${TABIA_SHARED:-none}" 2>/dev/null ||
    { echo "skipped: no real files"; exit 77; }
sha256sum --quiet -c "$list"
