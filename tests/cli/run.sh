#!/usr/bin/env bash
#
# run.sh [--update] [FILTER] - golden tests of the command
#
# A test is VERB/NAME.sh. Beside it stand NAME.out, NAME.err and NAME.exit
# with what it prints and its exit status; a missing .out or .err means empty,
# a missing .exit means 0. Each test runs in a fresh folder, as 'bash -eu', for
# $TABIA_TEST_SECONDS at most. It may use
#
#     $TABIA     the command            tabia     the same as "$TABIA"
#     $BENCH     the program of benchmarks, where it is built
#     $TESTDATA  ../data
#     fixture F [NAME]
#                copies F of ../data into the test's folder, as F or NAME
#     shared F   prints the path of F, a real file that ../shared.sha256 names;
#                where it is absent the test is skipped: f=$(shared F) || exit
#
# and exits with status 77 to say that it cannot run here. FILTER is a part of
# the test's path; --update rewrites the expectations.

set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)

update=
if [ "${1-}" = --update ]; then
    update=yes
    shift
fi
filter=${1-}

TABIA=$(realpath "${TABIA:-$here/../../build/tabia}")
SHARED=${TABIA_SHARED-$here/../../../shared}
SHARED=$(realpath -e "$SHARED" 2>/dev/null || true)
[ -d "$SHARED" ] || SHARED=
export TABIA SHARED TESTDATA=${here%/*}/data BENCH=${TABIA%/*}/tabia-bench
export LC_ALL=C.UTF-8 NO_COLOR=1 TERM=dumb
unset COLUMNS

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Runs a test; leaves out, err and exit in the scratch folder.
run_test() {
    mkdir "$scratch/work"
    (
        cd "$scratch/work" || exit 125
        # shellcheck disable=SC2317 # the tests call it
        tabia() { "$TABIA" "$@"; }
        # shellcheck disable=SC2317
        fixture() { cat "$TESTDATA/$1" >"${2-$1}"; }
        # shellcheck disable=SC2317
        shared() {
            grep -q "^[0-9a-f]\{64\}  data/$1\$" "$TESTDATA/../shared.sha256" ||
                { echo "$1 is not in tests/shared.sha256" >&2; return 1; }
            [ -f "$SHARED/data/$1" ] || return 77
            echo "$SHARED/data/$1"
        }
        export -f tabia fixture shared
        # With all that it started, should it hang.
        timeout -k 5 "${TABIA_TEST_SECONDS:-600}" \
            bash -eu "$1" </dev/null >"$scratch/out" 2>"$scratch/err"
    )
    echo $? >"$scratch/exit"
    rm -rf "$scratch/work"
}

# An expectation that equals its default needs no file.
save() { # FROM TO DEFAULT
    if [ "$(cat "$1")" = "$3" ]; then
        rm -f "$2"
    else
        cp "$1" "$2"
    fi
}

compare() { # NAME WANT GOT DEFAULT
    local want=$2
    if [ ! -f "$want" ]; then
        want=$scratch/default
        printf '%s' "$4" >"$want"
    fi
    diff -u --label "$1, wanted" --label "$1, got" "$want" "$3"
}

npassed=0 nfailed=0 nskipped=0
for test in "$here"/*/*.sh; do
    base=${test%.sh}
    name=${base#"$here"/}
    case $name in *"$filter"*) ;; *) continue ;; esac

    run_test "$test"
    if [ "$(cat "$scratch/exit")" = 77 ]; then
        echo "$name: skipped"
        nskipped=$((nskipped + 1))
    elif [ -n "$update" ]; then
        save "$scratch/out" "$base.out" ""
        save "$scratch/err" "$base.err" ""
        save "$scratch/exit" "$base.exit" 0
    elif compare "$name.out" "$base.out" "$scratch/out" "" &&
         compare "$name.err" "$base.err" "$scratch/err" "" &&
         compare "$name.exit" "$base.exit" "$scratch/exit" $'0\n'; then
        npassed=$((npassed + 1))
    else
        echo "$name: FAILED"
        nfailed=$((nfailed + 1))
    fi
done

[ -z "$update" ] || exit 0
echo "$npassed passed, $nfailed failed, $nskipped skipped"
[ "$nfailed" = 0 ] || exit 1
[ $((npassed + nskipped)) -gt 0 ] || { echo "no such test: $filter"; exit 1; }
[ "$npassed" -gt 0 ] || exit 77
