#!/usr/bin/env bash
#
# builds.sh FOLDER - builds that go wrong, and builds that must be the same
#
# - a library that is missing is named, with its Debian package;
# - without cmocka, which 'make demo' does not install, CMake goes on;
# - without a network the build stops at the page, and says how to go without;
# - the sources, copied to another folder, give the same command and library.

set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(realpath "$1")
rm -rf "$folder"/*

status=0
fail() {
    echo "$*" >&2
    status=1
}

copy_sources() { # TO
    mkdir -p "$1"
    (cd "$source" && git ls-files -z --cached --others --exclude-standard |
        xargs -0 sh -c 'for f; do [ -e "$f" ] && printf "%s\0" "$f"; done' - |
        tar --null -T - -cf -) | tar -xf - -C "$1"
}

# ---- a missing library -----------------------------------------------------

if cmake -S "$source" -B "$folder/missing" -DCMAKE_PREFIX_PATH=/nowhere \
    -DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF >"$folder/missing.log" 2>&1; then
    fail "CMake does not miss the libraries"
fi
grep -q 'apt-get install.*libjansson-dev' "$folder/missing.log" ||
    { cat "$folder/missing.log"; fail "no package is named"; }

# ---- no cmocka -------------------------------------------------------------

cmake -S "$source" -B "$folder/plain" -DCMOCKA=OFF >"$folder/plain.log" 2>&1 ||
    { cat "$folder/plain.log"; fail "CMake needs cmocka for the command"; }
grep -q 'cmocka is missing' "$folder/plain.log" ||
    fail "CMake does not warn that the unit tests are not built"

# ---- no network ------------------------------------------------------------

copy_sources "$folder/first/tabia"
cd "$folder/first/tabia"
if unshare -rn true 2>/dev/null; then
    export npm_config_cache=$folder/npm npm_config_fetch_retries=0
    cmake -G Ninja -B b -DTABIA_TESTS=OFF >/dev/null
    if unshare -rn cmake --build b >"$folder/offline.log" 2>&1; then
        fail "a build without network has no page, and status 0"
    fi
    grep -q 'TABIA_PAGE=OFF' "$folder/offline.log" ||
        { tail "$folder/offline.log"; fail "nothing says how to go on"; }
    unset npm_config_cache npm_config_fetch_retries
    cmake -B b -DTABIA_PAGE=OFF >"$folder/configure.log" 2>&1
    grep -q 'without its page' "$folder/configure.log" ||
        fail "CMake does not say that the page is missing"
    unshare -rn cmake --build b >"$folder/offline.log" 2>&1 ||
        { tail "$folder/offline.log"; fail "TABIA_PAGE=OFF does not build"; }
    rm -rf b
else
    echo "no network: skipped, network namespaces are not allowed here"
fi

# ---- the same bytes --------------------------------------------------------

copy_sources "$folder/second/elsewhere/tabia"
for tree in first/tabia second/elsewhere/tabia; do
    cd "$folder/$tree"
    CCACHE_DISABLE=1 cmake -G Ninja -B b -DTABIA_TESTS=OFF >/dev/null
    CCACHE_DISABLE=1 cmake --build b >"$folder/build.log" 2>&1 ||
        { tail "$folder/build.log"; exit 1; }
done
for file in tabia libtabia.so libtabia.a include/tabia_probe.h \
    manual/man1/tabia.1; do
    cmp "$folder/first/tabia/b/$file" \
        "$folder/second/elsewhere/tabia/b/$file" ||
        fail "$file differs from one folder to the other"
done
[ $status = 0 ] && echo "missing parts, no network, same bytes: passed"
exit $status
