#!/usr/bin/env bash
#
# manual.sh TABIA FOLDER - writes man pages and bash completion
#
# The command prints its own pages, so they cannot differ from its options.

set -euo pipefail
tabia=$1
folder=$2

rm -rf "$folder"
mkdir -p "$folder/man1"
"$tabia" help --man >"$folder/man1/tabia.1"
for verb in $("$tabia" help --verbs); do
    "$tabia" help --man "$verb" >"$folder/man1/tabia-$verb.1"
done
"$tabia" help --completion bash >"$folder/tabia.bash"
