#!/usr/bin/env bash
#
# check_layers.sh [FOLDER] - an include may only point left in the line
#
#     base chess book table pgn format build analysis { uci serve } cli
#
# Programs (uci, serve, cli) see the public headers, base/ and themselves;
# cli, which starts them, sees the headers of the other two as well. What is
# in embed/ runs without the library and sees public headers alone.

set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

library="base chess book table pgn format build analysis"

# What the files of a module may include, as words with blanks around them.
allowed_for() {
    case $1 in
    include|embed) echo " tabia " ;;
    uci|serve) echo " tabia base $1 " ;;
    cli)       echo " tabia base uci serve cli " ;;
    *)         case " $library " in
               *" $1 "*) echo " tabia ${library%%"$1"*}$1 " ;;
               *)        echo " " ;;
               esac ;;
    esac
}

check_module() {
    local module=$1 folder=$2 allowed place target
    allowed=$(allowed_for "$module")
    while IFS=: read -r file line text; do
        place=$file:$line
        target=${text#*\"}
        target=${target%%\"*}
        case $allowed in
        *" ${target%%/*} "*) [ "$target" != "${target#*/}" ] && continue ;;
        esac
        echo "$place: $module may not include \"$target\""
    done < <(grep -rnE --include='*.[ch]' \
                 '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$folder")
}

found=$(
    check_module include include
    for folder in src/*/; do
        folder=${folder%/}
        check_module "${folder##*/}" "$folder"
    done
)
[ -z "$found" ] || { echo "$found" >&2; exit 1; }
