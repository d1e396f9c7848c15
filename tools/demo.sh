#!/usr/bin/env bash
#
# demo.sh TABIA - a short session with the command

set -euo pipefail
export LC_ALL=C.UTF-8
PATH=$(dirname "$(realpath "$1")"):$PATH

run() {
    printf '\n$ tabia'
    for word in "$@"; do
        case $word in
        *[!A-Za-z0-9_=./-]*) printf ' "%s"' "$word" ;;
        *)                   printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    tabia "$@"
}

run --version
run perft --depth 6 --threads 0
run show --moves "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"
