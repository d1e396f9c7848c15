#!/usr/bin/env bash
#
# check_deb.sh SOURCE PACKAGE... - the Debian packages hold what works
#
# Unpacks them into an empty folder and runs the command, the Python module and
# programs that are compiled against what is there: all must say the same of
# three books. Prints what lintian says, if it is installed.

set -euo pipefail
source=$1
shift
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

for package in "$@"; do
    dpkg-deb -x "$package" "$root"
done
lib=$(dirname "$(find "$root/usr/lib" -name 'libtabia.so.[0-9]*' -type l)")
export LD_LIBRARY_PATH=$lib

"$root/usr/bin/tabia" --version
"$root/usr/bin/tabia" find --moves "e4 c6 d4 d5 e5" >"$root/wanted"
grep -q Bf5 "$root/wanted"
gzip -t "$root"/usr/share/man/man1/*.gz

# Paths in the file are relative to it, so it works from here too.
PKG_CONFIG_PATH=$lib/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # flags are meant to be split
cc "$source/tests/consumer/consumer.c" -o "$root/consumer" \
    $(pkg-config --cflags --libs tabia)
printf '%s\n' "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -" |
    "$root/consumer" "$source/data/openings.txt" | grep -q e2e4

PYTHONPATH=$root/usr/lib/python3/dist-packages \
    "$source/tests/check_answers.sh" "$source" "$root/usr/bin/tabia" \
    "$lib/libtabia.so" cc "$root/usr/include"
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error "$@"
fi
