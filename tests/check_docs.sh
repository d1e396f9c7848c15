#!/usr/bin/env bash
#
# check_docs.sh [--update] TABIA SOURCE [PAGE...] - sessions in pages work
#
# A "console" block is a session: "$ " begins a command, ">" goes on with it,
# and the lines up to the next command are what it prints, to the letter. The
# blocks of one page run in one folder, which has data/ and examples/ as the
# source tree has them and nothing else. With --update pages get what is
# printed now: read it before you commit it.
#
# Links to files must lead somewhere, and -O must name settings. Without a
# PAGE, all pages of docs are looked at, and every format must have one with a
# session and a "See also".

set -euo pipefail
update=
if [ "$1" = --update ]; then
    update=yes
    shift
fi
tabia=$(realpath "$1")
source_dir=$(realpath "$2")
shift 2
export LC_ALL=C.UTF-8 NO_COLOR=1
PATH=$(dirname "$tabia"):$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME=$work/data-home # of practice

# Runs a command of a session; the status is not shown, so it does not count.
run() { # COMMAND
    [ -z "$1" ] || bash -c "$1" 2>&1 </dev/null || true
}

# Reads a session up to its end; prints it as it goes today.
replay() {
    local line command=
    while IFS= read -r line && [ "$line" != '```' ]; do
        case $line in
        '$ '*)
            run "$command"
            command=${line#??}
            printf '%s\n' "$line"
            ;;
        '> '* | '>')
            printf '%s\n' "$line"
            line=${line#>}
            command+=$'\n'${line# }
            ;;
        esac
    done
    run "$command"
    echo '```'
}

# Prints the page with its sessions as they go today.
render() { # PAGE
    local line
    while IFS= read -r line; do
        printf '%s\n' "$line"
        [ "$line" != '```console' ] || replay
    done <"$source_dir/$1"
}

check_page() { # PAGE
    grep -qxF '```console' "$source_dir/$1" || return 0
    nsessions=$((nsessions + 1))
    rm -rf "$work/folder"
    mkdir "$work/folder"
    cp -r "$source_dir/data" "$source_dir/examples" "$work/folder"
    (cd "$work/folder" && render "$1") >"$work/page"
    if [ -n "$update" ]; then
        cat "$work/page" >"$source_dir/$1"
    else
        diff -u --label "$1" --label "what is printed" \
            "$source_dir/$1" "$work/page"
    fi
}

check_links() { # PAGE
    local folder target found=0
    folder=$(dirname "$source_dir/$1")
    while IFS= read -r target; do
        [ -e "$folder/$target" ] ||
            { echo "$1: there is no $target to lead to" >&2; found=1; }
    done < <(awk '/^```/ { inside = !inside } !inside' "$source_dir/$1" |
        grep -oE '\]\([^)#:]+[)#]' | sed 's/^..//; s/.$//')
    return $found
}

check_format() { # NAME: its page is there and has what it must have
    local page=docs/formats/$1.md mark
    if [ ! -f "$source_dir/$page" ]; then
        echo "$page: missing, and 'tabia formats' lists $1" >&2
        return 1
    fi
    for mark in '```console' '## See also'; do
        grep -qxF "$mark" "$source_dir/$page" ||
            { echo "$page: has no line '$mark'" >&2; return 1; }
    done
}

# Every -O NAME=VALUE of a page is one that the command takes; values in
# capitals stand for others.
check_settings() { # PAGE
    local word said found=0
    while IFS= read -r word; do
        said=$("$tabia" convert -O "$word" missing.txt - 2>&1 | head -n 1)
        case $said in
        *"missing.txt: error: cannot open"* | *": expected ${word#*.}="*) ;;
        *) echo "$1: -O $word: $said" >&2; found=1 ;;
        esac
    done < <(grep -ohE -- '-O [a-z0-9.-]+(=[a-z0-9-]+)?' "$source_dir/$1" |
        sed 's/^-O //' | sort -u)
    return $found
}

nsessions=0
status=0
if [ $# -eq 0 ]; then
    for name in $("$tabia" formats | awk 'NR > 1 { print $1 }'); do
        check_format "$name" || status=1
    done
    cd "$source_dir"
    set -- docs/*.md docs/cli/*.md docs/formats/*.md
fi
for page in "$@"; do
    check_page "$page" || status=1
    check_links "$page" || status=1
    check_settings "$page" || status=1
done
[ $nsessions -gt 0 ] || { echo "no session in $*" >&2; status=1; }
echo "pages with sessions: $nsessions"
exit $status
