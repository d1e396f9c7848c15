#!/usr/bin/env bash
#
# check_install.sh BUILD CC [SANITIZER] - what is installed can be used
#
# Installs into a temporary folder, then builds a program against it in the
# three ways that users have: pkg-config, the shared and the static target.

set -euo pipefail
build=$1
cc=$2
sanitizer=${3-}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
prefix=$root/prefix

flags=
[ -z "$sanitizer" ] || flags=-fsanitize=$sanitizer
cmake --install "$build" --prefix "$prefix" >/dev/null

"$prefix/bin/tabia" --version >/dev/null
for path in share/man/man1/tabia.1 share/man/man1/tabia-perft.1 \
    share/bash-completion/completions/tabia include/tabia/chess.h; do
    [ -s "$prefix/$path" ] || { echo "not installed: $path" >&2; exit 1; }
done

mkdir "$root/user"
cd "$root/user"
cat >user.c <<'END'
#include <stdio.h>
#include <tabia/chess.h>

int main(void)
{
    struct tabia_pos pos;
    tabia_pos_start(&pos);
    printf("%d\n", (int)tabia_perft(&pos, 3));
    return 0;
}
END
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(tabia 0.1 REQUIRED)
foreach(library IN ITEMS tabia tabia_static)
    add_executable(with_${library} user.c)
    target_link_libraries(with_${library} PRIVATE tabia::${library})
endforeach()
END
cmake -B build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_C_FLAGS="$flags" >/dev/null
cmake --build build >/dev/null

status=0
expect() { # NAME COMMAND...
    local name=$1 got
    shift
    got=$("$@" 2>&1) || true
    [ "$got" = 8902 ] || { echo "$name: got '$got'" >&2; status=1; }
}
expect "shared target" build/with_tabia
expect "static target" build/with_tabia_static

if command -v pkg-config >/dev/null; then
    pc=$(find "$prefix" -name tabia.pc)
    # shellcheck disable=SC2046,SC2086 # flags are meant to be split
    "$cc" $flags user.c -o with_pc $(PKG_CONFIG_PATH=${pc%/*} \
        pkg-config --cflags --libs tabia)
    lib=$(dirname "$(find "$prefix" -name 'libtabia.so')")
    expect "pkg-config" env LD_LIBRARY_PATH="$lib" ./with_pc
fi
exit $status
