#!/usr/bin/env bash
#
# check_embed.sh SOURCE_DIR CC - the small prober stands on its own
#
# Compiles it as freestanding C99 for this machine and, where a compiler is
# there, for a Cortex-M; it may need no function of a library, and its state
# and the stack of all its functions together stay below 1 KiB.

set -euo pipefail
source=$1 cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

flags="-std=c99 -ffreestanding -nostdlib -Wall -Wextra -Wpedantic -Wconversion
       -Wshadow -Wmissing-prototypes -Werror -Os -I$source/src"

cat >"$work/state.c" <<'END'
#include "embed/amateur_probe.h"
const unsigned char state[sizeof(struct tabia_amateur_state) +
                          sizeof(struct tabia_amateur_answer)] = { 1 };
END

check() { # NAME COMPILER...
    local name=$1 missing
    shift
    # shellcheck disable=SC2086 # the flags are words
    "$@" $flags -c "$source/src/embed/amateur_probe.c" -o "$work/$name.o"
    # shellcheck disable=SC2086
    "$@" $flags -c "$work/state.c" -o "$work/$name.state.o"
    missing=$(nm -u "$work/$name.o")
    [ -z "$missing" ] || { echo "$name: needs $missing" >&2; exit 1; }
    size "$work/$name.o" | awk -v name="$name" \
        'NR == 2 { print name ": " $1 " bytes of code" }'
    ram=$(size "$work/$name.state.o" | awk 'NR == 2 { print $1 + $2 + $3 }')
    echo "$name: $ram bytes of state"
}

check host "$cc"
if command -v arm-none-eabi-gcc >/dev/null; then
    check cortex-m0 arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb
elif command -v clang >/dev/null; then
    check cortex-m0 clang --target=thumbv6m-none-eabi -mcpu=cortex-m0
else
    echo "cortex-m0: skipped"
fi

stack=0
if command -v gcc >/dev/null; then
    # shellcheck disable=SC2086
    gcc $flags -fstack-usage -c "$source/src/embed/amateur_probe.c" \
        -o "$work/stack.o"
    stack=$(awk '{ sum += $2 } END { print sum }' "$work/stack.su")
    echo "host: at most $stack bytes of stack"
fi
[ $((ram + stack)) -lt 1024 ] || { echo "more than 1 KiB" >&2; exit 1; }
