#!/usr/bin/env bash
#
# check_layers.sh [FOLDER] - an include points only to what its folder stands on
#
# The tree of folders is the table below: each with the folders that it uses
# besides itself and the public headers. Families in src/format share what is
# directly in that folder, in shared/ and in puzzle/, and leave one another
# alone; only the lists of formats, formats.c and puzzles.c, know them all.
# Programs see everything, but not each other; the command starts the other two.
# What is in embed/ runs without the library and sees nothing of it. The
# handlers of the server, in serve/api, take a value and fill one in: no
# sockets, no threads, nothing of libmicrohttpd or of serve/http, neither in
# their own files nor in any header that those bring in.
#
# A function is declared in tabia/, or in the header that has the name of its
# file, or the name that this begins with: ctg_key.c in ctg_key.h or ctg.h,
# store_find.c in store_def.h too. In a program its own name begins with that of
# the header, in the singular or plural: source_file_open in source_files.h. If
# a header goes on from another, or from the program itself, that one's name is
# enough: shelf_load in shelf_open.h, uci_go_parse in uci_words.h.

set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

games="pgn where store"
core="embed base io chess book table pgn where store format source"
# The folders that the files of a folder may use, itself included.
allowed_for() {
    case $1 in
    include)   echo "tabia" ;;
    embed)     echo "embed" ;;
    base)      echo "tabia base" ;;
    io|chess)  echo "tabia base $1" ;;
    engine)    echo "tabia base io engine" ;;
    book)      echo "tabia base chess book" ;;
    pgn)       echo "tabia base io chess pgn" ;;
    table)     echo "tabia base io book table" ;;
    where)     echo "tabia base pgn where" ;;
    store)     echo "tabia base io chess pgn store" ;;
    format)    echo "tabia embed base io chess book table pgn store format" ;;
    source)    echo "tabia base io book table store format source" ;;
    build)     echo "tabia base io chess book pgn where store format build" ;;
    draw)      echo "tabia base chess io book format draw" ;;
    study)     echo "tabia base io chess book $games format source engine" \
                   study ;;
    deck)      echo "tabia base io chess book format study draw deck" ;;
    uci|serve) echo "tabia $core build engine study draw deck $1" ;;
    cli)       echo "tabia $core build engine study draw deck uci serve cli" ;;
    esac
}

# Prints 'FILE:LINE: reason' for each include of a folder that points wrongly.
check_folder() { # NAME FOLDER
    local allowed location target family
    allowed=" $(allowed_for "$1") "
    while IFS=: read -r file line text; do
        location=$file:$line
        target=${text#*\"}
        target=${target%%\"*}
        case $allowed in
        *" ${target%%/*} "*) [ "$target" != "${target#*/}" ] || target=$text ;;
        *) target=$text ;;
        esac
        [ "$target" != "$text" ] ||
            echo "$location: $1 may not have ${text#*include }"
        family=${target#format/}
        case $file:$family in
        src/format/"${family%%/*}"/*) ;;
        src/format/formats.c:*|src/format/*:"$target"|*:"${family#*/}") ;;
        src/format/puzzle/puzzles.c:*|src/format/*:puzzle/*) ;;
        src/format/*:shared/*) ;;
        src/format/*) echo "$location: one family may not include another's" \
                           "\"$target\"" ;;
        esac
    done < <(grep -rnE --include='*.[ch]' \
                 '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$2")
}

# Prints 'FILE: reason' for each function that is declared under another name,
# and for each of a program that does not begin with that name.
# By clang-format's layout functions begin in the first column.
check_headers() {
    # shellcheck disable=SC2016 # what stands in quotes is awk's
    find src -name '*.[ch]' 2>/dev/null |
        sort | xargs -r awk '
        function base(path) {
            sub(/.*\//, "", path)
            sub(/(_def|_internal)?\.[ch]$/, "", path)
            return path
        }
        function folder(path) { sub(/[^\/]*$/, "", path); return path }
        # True if a name begins with a header, or with what this goes on from.
        function is_named(name, h,    word, shorter, program) {
            word = shorter = base(h)
            sub(/s$/, "", word)
            if (name ~ "^" word "s?(_|$)")
                return 1
            program = h
            sub(/^src\//, "", program)
            sub(/\/.*/, "", program)
            return sub(/_[a-z0-9]+$/, "", shorter) &&
                (folder(h) shorter ".h" in known || shorter == program) &&
                index(name, shorter "_") == 1
        }
        { known[FILENAME] }
        FNR == 1 || /^[^A-Za-z_{ ]/ { head = "" }
        /^[A-Za-z_]/ { head = $0 }
        /^ / && head && head !~ /[;{]$/ { head = head $0 }
        (FILENAME ~ /h$/ && head ~ /;$/ || FILENAME ~ /c$/ && /^\{/) &&
            head !~ /^(static|typedef|extern|struct [a-z0-9_]+;)/ {
            if (match(head, /[a-z][a-z0-9_]*\(/)) {
                name = substr(head, RSTART, RLENGTH - 1)
                if (FILENAME ~ /c$/)
                    file[name] = FILENAME
                else
                    header[name] = FILENAME
            }
            head = ""
        }
        END {
            for (name in file) {
                f = file[name]
                h = header[name]
                if (h && (folder(f) != folder(h) ||
                          index(base(f) "_", base(h) "_") != 1))
                    print f ": " name " is declared in " h
            }
            for (name in header)
                if (header[name] ~ /^src\/(serve|uci|cli)\// &&
                    !is_named(name, header[name]))
                    print header[name] ": " name " is not named after it"
        }' | sort
}

# The page: lib, model on lib, view on both; of view the modes (a folder each)
# use what is directly there and the board, and leave one another alone.
check_page() {
    local file line text target
    while IFS=: read -r file line text; do
        text=${text#*\"}
        target=$(realpath -m --relative-to=web/src "${file%/*}/${text%\"}")
        file=${file#web/src/}
        case "${file%/*} ${target%/*}" in
        "lib lib"|"model lib"|"model model"|view*\ lib|view*\ model) ;;
        view*\ view|view*\ view/board) ;;
        *) [ "${file%/*}" = "${target%/*}" ] || [ "$file" = main.tsx ] ||
               [ "$file" = view/app.tsx ] ||
               echo "web/src/$file:$line: may not import $target" ;;
        esac
    done < <(grep -rnoE --include='*.ts*' 'from "\.[^"]*"' web/src 2>/dev/null)
}

# Prints 'FILE:LINE: reason' for what ties a handler to a connection or thread,
# and for a handler that is not named as its file is. Includes are followed.
check_handlers() {
    # shellcheck disable=SC2016 # what stands in quotes is awk's
    find src/serve/api -name '*.[ch]' 2>/dev/null | sort | awk '
        BEGIN {
            bad = "^(\"serve/http/|<microhttpd|<(sys/(socket|select|" \
                "epoll|poll|un)|netinet/.*|arpa/.*|net/.*|netdb|poll|threads" \
                "|pthread|semaphore)[.]h>)"
        }
        { list[++n] = $0; by[$0] = "" }
        END {
            for (i = 1; i <= n; i++) {
                file = list[i]
                for (line = 1; (getline text <file) > 0; line++) {
                    if (text !~ /^[ \t]*#[ \t]*include[ \t]*["<]/)
                        continue
                    sub(/^[^"<]*/, "", text)
                    if (text ~ bad)
                        print file ":" line ": a handler may not have " text \
                            by[file]
                    if (text !~ /^"/)
                        continue
                    sub(/^"/, "", text)
                    sub(/".*/, "", text)
                    path = (text ~ /^tabia\// ? "include/" : "src/") text
                    if (path in by)
                        continue
                    by[path] = by[file] ? by[file] : ", which it has by " file
                    list[++n] = path
                }
                close(file)
            }
        }'
    grep -rnE '\<(MHD|pthread)_' src/serve/api 2>/dev/null |
        sed 's/^\([^:]*:[0-9]*\):[[:space:]]*/\1: a handler may not have /' ||
        true
    awk '/^void [a-z_]+\(struct server / {
        base = FILENAME
        sub(/.*\//, "", base)
        sub(/\.c$/, "", base)
        name = substr($0, 6, index($0, "(") - 6)
        if (index(name "_", base "_") != 1)
            print FILENAME ":" FNR ": " name " is in the file of another"
    }' src/serve/api/*.c 2>/dev/null || true
}

found=$(
    check_page
    check_handlers
    check_headers
    check_folder include include
    for folder in src/*/; do
        folder=${folder%/}
        check_folder "${folder##*/}" "$folder"
    done
)
[ -z "$found" ] || { echo "$found" >&2; exit 1; }
