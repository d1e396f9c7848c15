#!/usr/bin/env bash
#
# check_headers.sh INCLUDE CC [CXX] - compiles each public header by itself
#
# Twice in one file, so that a missing guard shows; without any define that
# the project's own build makes.

set -euo pipefail
include=$1
cc=$2
cxx=${3-}
warnings="-Wall -Wextra -Wpedantic -Werror"

status=0
try() { # HEADER COMPILER...
    local header=$1
    shift
    # shellcheck disable=SC2086 # the warnings are meant to be split
    printf '#include <%s>\n#include <%s>\nint not_empty;\n' \
        "$header" "$header" |
        "$@" $warnings -I"$include" -fsyntax-only - || {
        echo "$header does not compile alone with: $*" >&2
        status=1
    }
}

for path in "$include"/tabia/*.h "$include"/*.h; do
    [ -f "$path" ] || continue
    header=${path#"$include"/}
    try "$header" "$cc" -x c -std=c17
    [ -z "$cxx" ] || try "$header" "$cxx" -x c++ -std=c++17
done
exit $status
