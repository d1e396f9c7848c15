#!/usr/bin/env bash
#
# check_style.sh [FOLDER] - the part of our style that a script can see

set -euo pipefail
export LC_ALL=C.UTF-8
top=$(realpath "${1:-$(dirname "$0")/..}")
cd "$top"

status=0
complain() { # MESSAGE, then lines on stdin
    local lines
    lines=$(cat)
    [ -n "$lines" ] || return 0
    printf '%s:\n%s\n' "$1" "$lines" >&2
    status=1
}

folders=()
for folder in include src tests fuzz bench examples tools cmake .ci; do
    [ -d "$folder" ] && folders+=("$folder")
done
mapfile -t files < <(find "${folders[@]}" \( -name '*.[ch]' -o -name '*.sh' \
    -o -name '*.cmake' -o -name CMakeLists.txt \) | sort)
mapfile -t c_files < <(printf '%s\n' "${files[@]}" | grep '\.[ch]$')

complain "longer than 80 columns" \
    < <(grep -nE '^.{81,}' "${files[@]}" || true)
complain "a tab" < <(grep -nF $'\t' "${files[@]}" || true)
complain "blanks at the end of a line" \
    < <(grep -nE '[[:blank:]]+$' "${files[@]}" || true)
complain "a note to self" \
    < <(grep -nwE 'TO[D]O|FIX[M]E|X[X]X' "${files[@]}" || true)
complain "no newline at the end" \
    < <(LC_ALL=C grep -LPz '\n\z' "${files[@]}" || true)

# The library's words name no option and no verb of the command: a GUI shows
# them too. The command adds what helps, by tabia_error.hint.
complain "a word of the command in the library" < <(
    printf '%s\n' "${c_files[@]}" | grep -vE '^src/(cli|serve|uci)/' |
        grep '^src/' | xargs grep -noE '"([^"\\]|\\.)*"' |
        grep -E -- "--[a-z]|'tabia [a-z]" || true)

# A name that stands in many files says nothing in a backtrace and in a search.
# By clang-format's layout a function begins in the first column and has its
# brace there; a name in capitals is an attribute's.
# shellcheck disable=SC2016 # what stands in quotes is awk's
complain "a function or struct of one name in more than 3 files" < <(
    printf '%s\n' "${c_files[@]}" | grep '^src/' |
        xargs -r awk '
        function define(name) {
            if (!((name, FILENAME) in seen)) {
                seen[name, FILENAME] = 1
                files[name] = files[name] " " FILENAME
                if (++count[name] == 4)
                    many[++n] = name
            }
        }
        FNR == 1 || /^[^A-Za-z_{ ]/ || /;$/ { head = "" }
        match($0, /^[a-z ]*struct [a-z0-9_]+ \{/) {
            split(substr($0, RSTART, RLENGTH), word, /.*struct | \{/)
            define("struct " word[2])
        }
        /^[A-Za-z_]/ && !/;$/ { head = head " " $0 }
        /^\{/ {
            sub(/__attribute__.*\)\)/, "", head)
            while (match(head, /[A-Za-z_0-9]+\(/)) {
                name = substr(head, RSTART, RLENGTH - 1)
                if (name ~ /[a-z]/) {
                    define(name)
                    break
                }
                head = substr(head, RSTART + RLENGTH)
            }
            head = ""
        }
        END {
            for (i = 1; i <= n; i++)
                print many[i] ":" files[many[i]]
        }' | sort)

if command -v clang-format >/dev/null; then
    clang-format --dry-run -Werror "${c_files[@]}" || status=1
fi
exit $status
