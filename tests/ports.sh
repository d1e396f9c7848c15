#!/usr/bin/env bash
#
# ports.sh FOLDER [PORT...] - Tabia on other processors and C libraries
#
# Builds the command in FOLDER for arm64 and for i386 (32 bits), warnings being
# errors, and runs all golden tests under qemu: they compare the very words and
# bytes that this machine prints. Then compiles the errors' file with musl and
# looks at a message of the system. Headers and libraries of the other machines
# come from Debian, unpacked into FOLDER and nowhere else.
#
# PORT is arm64, i386 or musl; all three where none is named.

set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
mkdir -p "$1"
folder=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- arm64 i386 musl

libraries=libc6-dev,linux-libc-dev,libjansson-dev,libmicrohttpd-dev
libraries+=,libzstd-dev,zlib1g-dev,libbz2-dev,liblzma-dev,libxxhash-dev
libraries+=,libpcre2-dev,libsqlite3-dev

# Only the archive itself, not its updates: they need not hold all machines.
debian_sources() {
    local file=/etc/apt/sources.list.d/debian.sources
    if [ -f "$file" ]; then
        awk 'BEGIN { RS = ""; ORS = "\n\n" } NR == 1' "$file"
    else
        grep -m 1 '^deb ' /etc/apt/sources.list
    fi
}

fetch_system() { # PORT
    local system=$folder/$1/system suite
    [ -f "$system.done" ] && return
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    rm -rf "$system"
    mkdir -p "$folder/$1"
    debian_sources | mmdebstrap --quiet --variant=extract \
        --architectures="$1" --include="$libraries" --skip=check/empty \
        "$suite" "$system" - || return
    touch "$system.done"
}

# What an emulated or a smaller machine cannot do: qemu has its own ways with
# child processes, signals and limits, and strace sees its system calls; a
# window of 2 GiB and a file of 10 GB need 64 bits.
known() { # PORT
    local all='^(bench|evaluate|frame|puzzles|serve|uci)/|^help/statuses$'
    all+='|^build/work_killed$'
    [ "$1" = arm64 ] && echo "$all" ||
        echo "$all|^games/zstd_long$|^info/large_text$"
}

run_port() { # PORT PROCESSOR
    local port=$1 processor=$2 build=$folder/$1/build failed
    fetch_system "$port" || {
        echo "$port: skipped, its libraries cannot be fetched"
        return 0
    }
    cat >"$folder/$port/toolchain.cmake" <<END
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $processor)
set(CMAKE_C_COMPILER $processor-linux-gnu-gcc)
set(CMAKE_SYSROOT "$folder/$port/system")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${processor/i686/i386} -L
    "\${CMAKE_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
END
    cmake -G Ninja -S "$source" -B "$build" -DTABIA_WERROR=ON \
        -DTABIA_TESTS=OFF --toolchain "$folder/$port/toolchain.cmake" \
        >"$folder/$port/configure.log" 2>&1 ||
        { cat "$folder/$port/configure.log"; return 1; }
    cmake --build "$build" >"$folder/$port/build.log" 2>&1 ||
        { grep -E 'error|FAILED' "$folder/$port/build.log"; return 1; }
    [ -s "$build/manual/man1/tabia.1" ] ||
        { echo "$port: no man pages"; return 1; }

    cat >"$folder/$port/tabia" <<END
#!/bin/sh
exec qemu-${processor/i686/i386} -L "$folder/$port/system" "$build/tabia" "\$@"
END
    chmod +x "$folder/$port/tabia"
    TABIA=$folder/$port/tabia TABIA_SHARED='' TABIA_TEST_SECONDS=60 \
        "$here/cli/run.sh" \
        >"$folder/$port/golden.log" 2>&1 || true
    echo "$port: $(tail -n 1 "$folder/$port/golden.log")"
    failed=$(sed -n 's/: FAILED$//p' "$folder/$port/golden.log" |
        grep -vE "$(known "$port")" || true)
    [ -z "$failed" ] || {
        cat "$folder/$port/golden.log"
        printf '%s: failed: %s\n' "$port" "$failed"
        return 1
    }
    grep -q ' passed, ' "$folder/$port/golden.log"
}

run_musl() {
    mkdir -p "$folder/musl"
    cat >"$folder/musl/main.c" <<'END'
#include <errno.h>
#include <stdio.h>

#include "base/error_internal.h"

int main(void)
{
    struct tabia_error err = { 0 };
    error_system(&err, ENOENT, "cannot open x");
    puts(err.msg);
    return 0;
}
END
    musl-gcc -std=c17 -D_GNU_SOURCE -Wall -Wextra -Werror -I"$source/include" \
        -I"$source/src" "$folder/musl/main.c" "$source/src/base/error.c" \
        "$source/src/base/utf8.c" -o "$folder/musl/main"
    echo "musl: $("$folder/musl/main")"
    [ "$("$folder/musl/main")" = "cannot open x: No such file or directory" ]
}

status=0
for port in "$@"; do
    case $port in
    arm64) run_port arm64 aarch64 || status=1 ;;
    i386)  run_port i386 i686 || status=1 ;;
    musl)  run_musl || status=1 ;;
    *)     echo "ports.sh: unknown port '$port'" >&2; exit 2 ;;
    esac
done
exit $status
