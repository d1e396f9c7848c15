#!/usr/bin/env bash
#
# check_hardening.sh BUILD FILE... - the binaries are hardened
#
# FILE is a program or a shared library: position-independent, all relocations
# read-only from the start, a stack that is not executable, stack protector and
# fortified functions in use. On x86-64 every object below BUILD is marked for
# IBT and SHSTK; a linked file is not where the C library's own start files are
# not. Status 77 where there is no readelf.

set -euo pipefail
build=$1
shift
command -v readelf >/dev/null || { echo "skipped: no readelf"; exit 77; }

status=0
fail() {
    echo "$*" >&2
    status=1
}

for file in "$@"; do
    header=$(readelf -hW "$file")
    segments=$(readelf -lW "$file")
    dynamic=$(readelf -dW "$file")
    symbols=$(readelf -sW --dyn-syms "$file")
    grep -q 'Type: *DYN' <<<"$header" ||
        fail "$file: not position-independent"
    grep -q GNU_RELRO <<<"$segments" || fail "$file: no RELRO"
    grep -qE 'BIND_NOW|FLAGS_1.*NOW' <<<"$dynamic" || fail "$file: no BIND_NOW"
    grep -qE 'GNU_STACK.* RW ' <<<"$segments" || fail "$file: executable stack"
    grep -q __stack_chk_fail <<<"$symbols" || fail "$file: no stack protector"
    grep -qE '__[a-z]+_chk(@|$)' <<<"$symbols" || fail "$file: not fortified"
done

nobjects=0
if readelf -hW "$1" | grep -q 'Machine:.*X86-64'; then
    while read -r object; do
        nobjects=$((nobjects + 1))
        readelf -nW "$object" 2>/dev/null | grep -q 'IBT, SHSTK' ||
            fail "$object: not marked for IBT and SHSTK"
    done < <(find "$build" -name '*.o' -path '*/src/*')
    [ "$nobjects" -gt 0 ] || fail "$build: no objects"
fi
echo "$# files, $nobjects objects"
exit $status
