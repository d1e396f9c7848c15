#!/usr/bin/env bash
#
# check_install.sh SOURCE BUILD CC - what is installed can be used
#
# Installs into a temporary folder, then builds a project against it in all
# ways that users have: the shared and the static target of CMake, and
# pkg-config with both libraries. All must answer like the installed command
# on three books.

set -euo pipefail
source=$1
build=$2
cc=$3
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
prefix=$root/prefix

status=0
fail() {
    echo "$*" >&2
    status=1
}

mkdir -p "$prefix/share/man/man1"
touch "$prefix/share/man/man1/other.1"
cmake --install "$build" --prefix "$prefix" >/dev/null
tabia=$prefix/bin/tabia
lib=$(dirname "$(find "$prefix" -name libtabia.so)")

# ---- the files -------------------------------------------------------------

"$tabia" --version >/dev/null
for path in share/man/man1/tabia.1 share/man/man1/tabia-perft.1 \
    share/bash-completion/completions/tabia \
    share/zsh/vendor-completions/_tabia \
    share/fish/vendor_completions.d/tabia.fish include/tabia/chess.h \
    include/tabia_probe.h lib/python3/dist-packages/tabia.py; do
    [ -s "$prefix/$path" ] || fail "not installed: $path"
done
for verb in $("$tabia" help --verbs); do
    [ -s "$prefix/share/man/man1/tabia-$verb.1" ] ||
        fail "no man page: tabia-$verb.1"
done

# A page of docs/ that help or a man page names is there.
for page in $({ "$tabia" help; for verb in $("$tabia" help --verbs); do
    "$tabia" help "$verb"; done; } | grep -oE 'docs/[a-z0-9/-]+\.md' |
    sort -u); do
    [ -s "$prefix/share/doc/tabia/$page" ] || fail "not installed: $page"
done

# Staging, as packages are made: the same files, elsewhere.
DESTDIR=$root/stage cmake --install "$build" --prefix /usr/x >/dev/null
diff <(cd "$prefix" && find . | sort) \
    <(cd "$root/stage/usr/x" && find . | sort) |
    grep '^[<>]' | grep -v '/other\.1$' && fail "DESTDIR differs"

# ---- the library -----------------------------------------------------------

if command -v readelf >/dev/null; then
    abi=$(sed -n 's/^#define TABIA_ABI_VERSION //p' \
        "$prefix/include/tabia/version.h")
    readelf -d "$lib/libtabia.so" |
        grep -q "soname: \[libtabia\.so\.$abi\]" ||
        fail "the soname is not libtabia.so.$abi"
    strays=$(nm -D --defined-only "$lib/libtabia.so" |
        awk '$3 !~ /^tabia_/ { print $3 }')
    [ -z "$strays" ] || fail "exported: $strays"
fi

# ---- a project that uses it ------------------------------------------------

cmake -S "$source/tests/consumer" -B "$root/user" \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" >/dev/null
cmake --build "$root/user" >/dev/null
programs=(with_tabia with_tabia_static)

if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name tabia.pc)")
    export PKG_CONFIG_PATH
    # shellcheck disable=SC2046,SC2086 # flags are meant to be split
    "$cc" "$source/tests/consumer/consumer.c" -o "$root/user/with_pc" \
        $(pkg-config --cflags --libs tabia) -Wl,-rpath,"$lib"
    # shellcheck disable=SC2046,SC2086
    "$cc" "$source/tests/consumer/consumer.c" \
        -o "$root/user/with_pc_static" $(pkg-config --cflags tabia) \
        "$lib/libtabia.a" $(pkg-config --static --libs-only-l \
        --libs-only-other tabia | sed 's/-ltabia//')
    programs+=(with_pc with_pc_static)
else
    echo "pkg-config: skipped"
fi
! ldd "$root/user/with_tabia_static" | grep -q libtabia ||
    fail "the static target needs the shared library"

cd "$root"
cp "$source/data/openings.txt" default.txt
"$tabia" convert -q default.txt default.bin 2>/dev/null
"$tabia" convert -q "$source/examples/tichess-openings.txt" small.obk \
    2>/dev/null
for book in default.txt default.bin small.obk; do
    "$tabia" convert -q "$book" all.epd --force >/dev/null 2>&1
    grep -v '^#' all.epd | cut -d ' ' -f 1-4 | awk 'NR % 50 == 1' >positions
    { "$tabia" find --batch "$book" <positions 2>/dev/null || true; } |
        cut -f 1,2 >wanted
    [ "$(grep -c '[a-h][1-8]$' wanted)" -gt 1 ] || fail "$book: no moves"
    for program in "${programs[@]}"; do
        "user/$program" "$book" <positions >got || fail "$program failed"
        cmp -s wanted got || fail "$program differs from the command on $book"
    done
done

# ---- Python ----------------------------------------------------------------

module=$prefix/lib/python3/dist-packages
if command -v python3 >/dev/null; then
    import='import tabia; print(tabia.name("e4 e5 Nf3 Nc6 Bb5").eco)'
    unset TABIA_LIBRARY LD_LIBRARY_PATH
    export PYTHONDONTWRITEBYTECODE=1
    [ "$(PYTHONPATH=$module python3 -c "$import")" = C60 ] ||
        fail "the Python module does not find the library beside it"
    mkdir "$root/alone"
    cp "$module/tabia.py" "$root/alone/"
    PYTHONPATH=$root/alone python3 -c "$import" 2>message &&
        fail "the Python module needs no library?"
    grep -q 'ImportError: .*set TABIA_LIBRARY' message ||
        fail "no hint at TABIA_LIBRARY: $(cat message)"
fi

# ---- and away again --------------------------------------------------------

"$source/tools/uninstall.sh" "$build" "$prefix" >/dev/null
left=$(find "$prefix" ! -type d)
[ "$left" = "$prefix/share/man/man1/other.1" ] || fail "left behind: $left"
DESTDIR=$root/stage "$source/tools/uninstall.sh" "$build" /usr/x >/dev/null
[ -z "$(find "$root/stage/usr/x" -mindepth 1)" ] || fail "left in DESTDIR"
exit $status
