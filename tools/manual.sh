#!/usr/bin/env bash
#
# manual.sh FOLDER COMMAND... - writes man pages and completion scripts
#
# The command prints its own pages, so they cannot differ from its options. It
# may be more than a word: an emulator, and the command of another machine.

set -euo pipefail
folder=$1
shift

rm -rf "$folder"
mkdir -p "$folder/man1"
"$@" help --man >"$folder/man1/tabia.1"
for verb in $("$@" help --verbs); do
    "$@" help --man "$verb" >"$folder/man1/tabia-$verb.1"
done
for shell in bash zsh fish; do
    "$@" help --completion "$shell" >"$folder/tabia.$shell"
done
