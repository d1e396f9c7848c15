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

if command -v clang-format >/dev/null; then
    clang-format --dry-run -Werror "${c_files[@]}" || status=1
fi
exit $status
