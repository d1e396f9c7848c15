#!/usr/bin/env bash
#
# check_readme.sh README TABIA BUILD CC [CXX] - what README shows works
#
# Its session, as check_docs.sh checks all; and its "c" block is compiled and
# run, as C and as C++.

set -euo pipefail
readme=$1
tabia=$2
build=$3
cc=$4
source_dir=$(dirname "$(realpath "$readme")")
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$here/check_docs.sh" "$tabia" "$source_dir" "$(basename "$readme")"

"$here/code_block.sh" c "$readme" >"$work/user.c"
"$cc" -std=c17 -Wall -Wextra -I"$source_dir/include" \
    "$work/user.c" -L"$build" -ltabia -Wl,-rpath,"$build" -o "$work/user"
printed=$("$work/user")
if [ $# -gt 4 ]; then
    cp "$work/user.c" "$work/user.cc"
    "$5" -std=c++11 -Wall -I"$source_dir/include" "$work/user.cc" \
        -L"$build" -ltabia -Wl,-rpath,"$build" -o "$work/user"
    [ "$("$work/user")" = "$printed" ]
fi
grep -qF "It prints \`$printed\`" "$readme" ||
    { echo "the program prints '$printed'" >&2; exit 1; }
