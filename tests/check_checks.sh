#!/usr/bin/env bash
#
# check_checks.sh - the checks of the source tree can fail
#
# Each case puts one bad file into an otherwise good tree and expects the
# check to name it.

set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tools=$here/../tools
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cp "$here/../.clang-format" "$tree"

status=0
expect() { # CHECK FILES TEXT WANTED
    local output file
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/include/tabia" "$tree/src/base" "$tree/src/cli"
    echo 'int good;' >"$tree/src/base/good.c"
    for file in $2; do
        mkdir -p "$(dirname "$tree/$file")"
        printf '%b' "$3" >"$tree/$file"
    done
    output=$("$tools/check_$1.sh" "$tree" 2>&1) || output="failed: $output"
    # shellcheck disable=SC2254 # the wanted text is a pattern
    case $output in
    $4) ;;
    *)  echo "check_$1.sh, $2: got '$output', want '$4'" >&2; status=1 ;;
    esac
}

expect layers src/chess/a.c '#include "base/text.h"\n' ''
expect layers src/chess/a.c '#include "chess/a.h"\n' ''
expect layers src/book/a.c '#include "tabia/chess.h"\n' ''
expect layers src/cli/a.c '#include "serve/serve.h"\n' ''
expect layers src/base/a.c '#include "chess/a.h"\n' 'failed: *a.c:1:*base may*'
expect layers src/pgn/a.h '\n# include "format/a.h"\n' 'failed: *a.h:2:*'
expect layers src/cli/a.c '#include "chess/a.h"\n' ''
expect layers src/pgn/a.c '#include "book/a.h"\n' 'failed: *pgn may not*'
expect layers src/format/x/a.c '#include "format/x/a.h"\n' ''
expect layers src/format/x/a.c '#include "format/a.h"\n' ''
expect layers src/format/x/a.c '#include "format/y/a.h"\n' 'failed: *family*'
expect layers src/format/a.c '#include "format/y/a.h"\n' 'failed: *family*'
expect layers src/format/x/a.c '#include "format/puzzle/a.h"\n' ''
expect layers src/format/x/a.c '#include "format/shared/a.h"\n' ''
expect layers src/serve/api/a.c '#include "serve/shelf/shelf.h"\n' ''
expect layers src/serve/api/a.c '#include "serve/http/a.h"\n' \
    'failed: *a.c:1:*handler*'
expect layers src/serve/api/a.c '#include <microhttpd.h>\n' 'failed: *handler*'
expect layers src/serve/api/a.c '#include <sys/socket.h>\n' 'failed: *handler*'
f='#include "serve/b.h"\n#include <pthread.h>\n'
expect layers 'src/serve/b.h src/serve/api/c.h' "$f" \
    'failed: *b.h:2: a handler*<pthread.h>*by src/serve/api/c.h*'
expect layers src/serve/b.h "$f" ''
expect layers src/serve/api/a.c 'pthread_mutex_lock(&a);\n' \
    'failed: *handler*'
expect layers src/serve/http/a.c '#include <microhttpd.h>\n' ''
f='void api_a_b(struct server *srv, const struct call *call,\n'
expect layers src/serve/api/api_a.c "$f" ''
expect layers src/serve/api/api_b.c "$f" 'failed: *api_b.c:1: api_a_b is in*'
f='int f(void);\n\nint f(void)\n{\n}\n'
expect layers 'src/pgn/a.c src/pgn/a.h' "$f" ''
expect layers 'src/pgn/a_b.c src/pgn/a.h' "$f" ''
expect layers 'src/pgn/a_b.c src/pgn/a_def.h' "$f" ''
expect layers 'src/pgn/a.c src/pgn/b.h' "$f" 'failed: *a.c: f is declared in*'
expect layers 'src/pgn/ab.c src/pgn/a.h' "$f" 'failed: *ab.c: f is*'
expect layers 'src/pgn/a.c src/io/a.h' "$f" 'failed: *a.c: f is*'
expect layers 'src/uci/a.c src/uci/b.h' "$f" 'failed: *a.c: f is declared in*'
f='int a_b_f(void);\n'
expect layers src/cli/a_b.h "$f" ''
expect layers src/cli/a_bs.h "$f" ''
expect layers src/cli/a.h "$f" ''
expect layers src/cli/b.h "$f" 'failed: *b.h: a_b_f is not named*'
expect layers src/cli/a_c.h "$f" 'failed: *a_c.h: a_b_f is not named*'
expect layers 'src/cli/a_c.h src/cli/a.h' "$f" ''
expect layers src/base/b.h "$f" ''
expect layers src/uci/a.c '#include "serve/a.h"\n' 'failed: *uci may not*'
expect layers src/base/a.c '#include "a.h"\n' 'failed: *'
expect layers src/odd/a.c '#include "base/a.h"\n' 'failed: *odd may not*'
expect layers include/tabia/a.h '#include "base/a.h"\n' 'failed: *include may*'
expect layers web/src/view/x/a.ts 'from "../a";\nfrom "../../model/a";\n' ''
expect layers web/src/view/x/a.ts 'from "../y/a";\n' 'failed: *view/y/a*'
expect layers web/src/lib/a.ts 'from "../model/a";\n' 'failed: *model/a*'

expect style src/base/a.c 'int a;\n' ''
expect style src/base/a.c "// $(printf '%078d' 0)\n" 'failed: *a.c:1:*'
expect style src/base/a.c "// $(printf '%077d' 0)\n" ''
expect style src/base/a.c '\tint a;\n' 'failed: *a tab*a.c:1:*'
expect style src/base/a.c 'int a; \n' 'failed: *blanks*a.c:1:*'
expect style src/base/a.c '// TO''DO: later\n' 'failed: *note to self*a.c:1:*'
expect style src/base/a.c 'int a;' 'failed: *no newline*a.c*'
expect style src/base/a.c 'char a[] = "try --from";\n' 'failed: *a.c:1:*'
expect style src/base/a.c "char a[] = \"use 'tabia cpc'\";\n" 'failed: *a.c:1:*'
expect style src/base/a.c 'int a = f("x", --b, "y");\n' ''
expect style src/cli/a.c 'char a[] = "try --from";\n' ''
three='src/cli/a.c src/io/b.c src/io/c.c'
four="$three src/book/d.h"
for text in 'static void run(void)\n{\n}\n' 'struct run {\n    int a;\n};\n' \
    'PRINTF_LIKE(1, 2)\nstatic void *run(const char *fmt, ...)\n{\n}\n'; do
    expect style "$three" "$text" ''
    expect style "$four" "$text" 'failed: *in more than 3 files*run:*d.h*a.c*'
done
expect style "$four" 'void run(void);\nstruct run;\nextern struct run a;\n' ''
expect style "$four" '/*\n * run(a)\n */\nstatic int a[] = { 1 };\n' ''
if command -v clang-format >/dev/null; then
    expect style src/base/a.c 'int   a;\n' 'failed: *a.c:1:*'
fi

expect words README.md 'It reports what is lost.\n' ''
expect words README.md 'It tells what is lost.\n' \
    'failed: *README.md:1:*tells*report*'
expect words docs/a.md '# A\n\nMoves are left\nout.\n' \
    'failed: *a.md:3:*left out*skipped*'
expect words docs/a.md '```\nleft out\n```\n\n`left out`\n' ''
expect words include/tabia/a.h '/* left\n * out */\n' 'failed: *a.h:1:*left*'
expect words web/src/a.tsx '<p>\n  left out\n</p>\n' 'failed: *a.tsx:2:*'
expect words src/cli/a.c 'f("left "\n  "out");\n' 'failed: *a.c:1:*left out*'
expect words src/cli/a.c "// \"left out\"\nchar a = '\"'; // told\n" ''

# A command whose every help text is one line of WIDTH columns.
expect_help() { # WIDTH WANTED
    local output
    rm -rf "${tree:?}"/*
    printf '#!/bin/sh\nprintf "%%0%dd\\n" 0\n' "$1" >"$tree/tabia"
    chmod +x "$tree/tabia"
    output=$("$tools/check_words.sh" "$tree" "$tree/tabia" 2>&1) ||
        output="failed: $output"
    # shellcheck disable=SC2254 # the wanted text is a pattern
    case $output in
    $2) ;;
    *)  echo "check_words.sh, help: got '$output', want '$2'" >&2; status=1 ;;
    esac
}

expect_help 80 ''
expect_help 81 'failed: *over 80 columns*'

# The command is not asked when pages are named: 'true' stands in for it.
expect_page() { # TEXT WANTED
    local output
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/data" "$tree/examples"
    printf '%b' "$1" >"$tree/page.md"
    output=$("$here/check_docs.sh" "$(command -v true)" "$tree" page.md \
        2>&1) || output="failed: $output"
    # shellcheck disable=SC2254 # the wanted text is a pattern
    case $output in
    $2) ;;
    *)  echo "check_docs.sh, '$1': got '$output', want '$2'" >&2; status=1 ;;
    esac
}

open='```console\n'
close='```\n'
expect_page "$open\$ echo a\na\n$close" 'pages with sessions: 1'
expect_page "$open\$ cat <<E\n> a\n>\n> E\na\n\n$close" 'pages*: 1'
expect_page "$open\$ echo a >b\n$close$open\$ cat b\na\n$close" 'pages*: 1'
expect_page "$open\$ echo a\nb\n$close" 'failed: *page.md*-b*+a*'
expect_page "$open\$ echo a >&2\n$close" 'failed: *page.md*+a*'
expect_page "$open\$ true\na\n$close" 'failed: *page.md*-a*'
expect_page "[a](page.md#b)\n$open\$ true\n$close" 'pages*: 1'
expect_page "[a](b.md)\n$open\$ true\n$close" 'failed: *no b.md to lead to*'
expect_page 'no session\n' 'failed: no session in page.md*'
exit $status
