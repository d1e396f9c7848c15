#!/usr/bin/env bash
#
# check_headers.sh INCLUDE LIBRARY CC [CXX] - compiles the public headers
#
# Each one by itself, twice in one file, so that a missing guard shows; without
# any define that the project's own build makes. Then all together as C++, in a
# program that uses every name. The examples in their comments compile. Results
# of functions that can fail have to be used: see must_check.py. Last, structs
# and enums are where compiled programs know them: see layout.py.

set -euo pipefail
include=$1
library=$2
cc=$3
cxx=${4-}
warnings="-Wall -Wextra -Wpedantic -Werror"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

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

if [ "$cxx" ]; then
    python3 "$(dirname "$0")/all_names.py" "$include"/tabia/*.h \
        >"$work/all.cc"
    # A library with a sanitizer needs symbols of its runtime.
    if ! "$cxx" -std=c++17 -Wall -Wextra -Werror -I"$include" "$work/all.cc" \
        -o "$work/all" "$library" -Wl,--allow-shlib-undefined; then
        echo "C++ cannot use every public name" >&2
        status=1
    fi
fi
# -Wno-strict-prototypes: an example calls functions with any arguments.
if ! python3 "$(dirname "$0")/examples.py" "$include"/tabia/*.h |
    "$cc" -x c -std=c17 -Wall -Werror -Wno-unused -Wno-strict-prototypes \
        -I"$include" -fsyntax-only -; then
    echo "an example in a header does not compile" >&2
    status=1
fi
"$(dirname "$0")/must_check.py" "$include"/tabia/*.h || status=1
# The layout is recorded for 64 bits.
if [ "$(getconf LONG_BIT)" = 64 ]; then
    "$(dirname "$0")/layout.py" "$(dirname "$0")/layout.txt" "$cc" \
        "$include" || status=1
fi
exit $status
