#!/usr/bin/env bash
#
# docs.sh [--update] TABIA - checks that docs say what the command says
#
# The pages of docs/cli, and the table of formats in the README. With --update
# they are written anew.

set -euo pipefail
update=
if [ "$1" = --update ]; then
    update=yes
    shift
fi
tabia=$(realpath "$1")
cd "$(dirname "$0")/.."

# The list of formats, with a link to each page that there is.
format_table() {
    echo '| name | files | read | write | find | what |'
    echo '|---|---|---|---|---|---|'
    "$tabia" formats | tail -n +2 | sed -E 's/  +/\t/g; s/\t-/\t/g' |
        while IFS= read -r line; do
            name=${line%%$'\t'*}
            page=docs/formats/$name.md
            [ ! -f "$page" ] || line="[$name]($page)${line#"$name"}"
            echo "| ${line//$'\t'/ | } |"
        done
}

# The README with the table that belongs between its two marks.
readme() {
    sed '/^<!-- formats -->$/q' README.md
    format_table
    sed -n '/^<!-- end of formats -->$/,$p' README.md
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/cli"
for verb in $("$tabia" help --verbs); do
    "$tabia" help --markdown "$verb" >"$work/cli/$verb.md"
done
readme >"$work/README.md"

if [ -n "$update" ]; then
    rm -f docs/cli/*.md
    cp "$work"/cli/*.md docs/cli
    cp "$work/README.md" README.md
elif ! diff -ru docs/cli "$work/cli" || ! diff -u README.md "$work/README.md"
then
    echo "docs.sh: the pages are out of date; run 'make docs'" >&2
    exit 1
fi
