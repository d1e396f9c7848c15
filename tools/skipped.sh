#!/usr/bin/env bash
#
# skipped.sh BUILD... - which checks the last ctest of these builds skipped
#
# ctest counts a program as passed where some of its checks were skipped. One
# line each: the test, the check and why; at the end how many.

set -euo pipefail
for build in "$@"; do
    log=$build/Testing/Temporary/LastTest.log
    [ ! -f "$log" ] || awk '
        $2 == "Testing:"                   { test = $3; why = "" }
        /^no (data|seeds)\//               { why = $2 }
        /^\[  SKIPPED \] [a-z0-9_]+$/      { note(test ": " $4) }
        /^[^ ]+: skipped$/                 { note(test ": " $1) }
        /^skipped: /                       { note(test ": " substr($0, 10)) }
        function note(text)
        {
            sub(/:$/, "", text)
            if (!(text in known))
                print text (why ? " (no " why ")" : "")
            known[text] = 1
            why = ""
        }' "$log"
done | sort -u |
    awk '{ print "skipped: " $0 } END { print NR " checks skipped" }'
