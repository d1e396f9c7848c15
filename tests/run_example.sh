#!/usr/bin/env bash
#
# run_example.sh PROGRAM EXPECTED - runs an example and compares its output

set -euo pipefail
export LC_ALL=C.UTF-8
if [ -f "$2" ]; then
    "$1" | diff -u "$2" -
else
    "$1"
fi
