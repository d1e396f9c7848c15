#!/usr/bin/env bash
#
# setup.sh PURPOSE... - installs the Debian packages that are missing
#
# Installs as root or with a sudo that asks nothing; otherwise prints the one
# line to run and exits with status 3. Quick when nothing is missing.

set -euo pipefail

packages_for() {
    case $1 in
    build)  echo cmake make ninja-build gcc libc6-dev pkg-config \
                libjansson-dev libmicrohttpd-dev libzstd-dev zlib1g-dev \
                libbz2-dev liblzma-dev libxxhash-dev libpcre2-dev \
                libsqlite3-dev ;;
    test)   echo g++ clang clang-format libclang-rt-14-dev libcmocka-dev \
                git lld nodejs python3 parallel polyglot pgn-extract stockfish \
                zstd graphviz strace nginx-light openssl valgrind ;;
    faults) echo python3 strace ;;
    bench)  echo stockfish pgn-extract polyglot wrk zstd ;;
    page)   echo nodejs npm zopfli ;;
    browser)
            echo nodejs npm zopfli chromium-headless-shell ;;
    deb)    echo dpkg-dev file gzip ;;
    oracle) echo nodejs npm ;;
    ports)  echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross \
                gcc-i686-linux-gnu libc6-dev-i386-cross mmdebstrap \
                musl-tools qemu-user zsh fish ;;
    *)      echo "setup.sh: unknown purpose '$1'" >&2; exit 2 ;;
    esac
}

is_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Programs that may come from elsewhere than a Debian package.
is_there() {
    case $1 in
    nodejs) command -v node >/dev/null ;;
    npm)    command -v npm >/dev/null ;;
    chromium-headless-shell)
            command -v chromium >/dev/null ;; # does too, in twice the time
    *)      false ;;
    esac
}

missing=()
for purpose in "$@"; do
    for package in $(packages_for "$purpose"); do
        is_installed "$package" || is_there "$package" ||
            missing+=("$package")
    done
done
[ ${#missing[@]} -gt 0 ] || exit 0

install=(apt-get install -y --no-install-recommends)
if [ "$(id -u)" = 0 ]; then
    as_root=()
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=(sudo -n)
else
    echo "setup.sh: packages are missing; run this, then try again:" >&2
    echo "    sudo ${install[*]} ${missing[*]}" >&2
    exit 3
fi

echo "setup.sh: installing ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
# The lists may be absent or stale: refresh them only when they do not do. An
# older Debian has no browser without windows.
"${as_root[@]}" "${install[@]}" "${missing[@]}" >/dev/null 2>&1 ||
    { "${as_root[@]}" apt-get update -q &&
        { "${as_root[@]}" "${install[@]}" "${missing[@]}" ||
          "${as_root[@]}" "${install[@]}" \
              "${missing[@]/%chromium-headless-shell/chromium}"; }; } >&2 ||
    exit 3
