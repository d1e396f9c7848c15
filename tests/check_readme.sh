#!/usr/bin/env bash
#
# check_readme.sh README TABIA BUILD CC [SANITIZER] - what README shows works
#
# Runs the commands of each "console" block and compares what they print;
# compiles each "c" block and runs it.

set -euo pipefail
readme=$1
tabia=$2
build=$3
cc=$4
sanitizer=${5-}
export LC_ALL=C.UTF-8 NO_COLOR=1
source_dir=$(dirname "$(realpath "$readme")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

block() { # LANGUAGE
    awk -v fence='```' -v start="\`\`\`$1" '
        inside && $0 == fence { inside = 0 }
        inside { print }
        $0 == start { inside = 1 }' "$readme"
}

block console >"$work/wanted"
[ -s "$work/wanted" ] || { echo "no session in $readme" >&2; exit 1; }
tabia() { "$tabia" "$@"; }
grep '^\$ ' "$work/wanted" | while read -r line; do
    echo "$line"
    eval "${line#\$ }" 2>&1 || true
done >"$work/got"
diff -u "$work/wanted" "$work/got"

block c >"$work/user.c"
flags=
[ -z "$sanitizer" ] || flags=-fsanitize=$sanitizer
# shellcheck disable=SC2086 # the flags are meant to be split
"$cc" -std=c17 -Wall -Wextra $flags -I"$source_dir/include" \
    "$work/user.c" -L"$build" -ltabia -Wl,-rpath,"$build" -o "$work/user"
printed=$("$work/user")
grep -qF "It prints \`$printed\`" "$readme" ||
    { echo "the program prints '$printed'" >&2; exit 1; }
