#!/usr/bin/env bash
#
# check_api.sh [--update] PAGE INCLUDE LIBRARY CC [CXX] - the page's programs
#
# Each 'c' block of the page is a program; it is compiled as C17 and as C++17
# with the public headers and the shared library, and run. Both must print what
# the 'text' block behind it shows. --update writes what the C program prints.
# The page mentions every function.

set -euo pipefail
export LC_ALL=C.UTF-8
update=
[ "$1" != --update ] || { update=yes; shift; }
page=$1 include=$2 library=$3 cc=$4 cxx=${5-}
folder=$(dirname "$library")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

block() { # LANGUAGE NUMBER: prints that block of the page
    awk -v start="\`\`\`$1" -v want="$2" '
        inside && /^```$/ { inside = 0 }
        inside { print }
        $0 == start && ++n == want { inside = 1 }' "$page"
}

run() { # SOURCE COMPILER...: what the program prints
    local source=$1
    shift
    "$@" -Wall -Werror -I"$include" "$work/$source" \
        -o "$work/program" "$library" -Wl,-rpath,"$folder"
    (cd "$work" && ./program)
}

n=$(grep -c '^```c$' "$page")
for i in $(seq "$n"); do
    block c "$i" >"$work/$i.c"
    cp "$work/$i.c" "$work/$i.cc"
    run "$i.c" "$cc" -std=c17 >"$work/$i.out"
    if [ "$update" ]; then
        awk -v want="$i" -v out="$work/$i.out" '
            inside && /^```$/ {
                while ((getline line <out) > 0) print line
                inside = 0
            }
            !inside { print }
            $0 == "```text" && ++n == want { inside = 1 }' \
            "$page" >"$work/page"
        cp "$work/page" "$page"
    fi
    block text "$i" | diff -u --label "program $i, wanted" \
        --label "program $i, as C" - "$work/$i.out"
    [ -z "$cxx" ] || run "$i.cc" "$cxx" -std=c++17 >"$work/$i.out"
    block text "$i" | diff -u --label "program $i, wanted" \
        --label "program $i, as C++" - "$work/$i.out"
done
# Every function is on the page.
for name in $(grep -hE '^(TABIA_API|static inline) ' "$include"/tabia/*.h |
    grep -oE 'tabia_[a-z0-9_]+\(' | tr -d '('); do
    grep -q "\`$name\`" "$page" ||
        { echo "$page does not mention $name" >&2; exit 1; }
done
[ "$n" -ge 9 ] || { echo "$page: $n programs" >&2; exit 1; }
