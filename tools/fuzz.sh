#!/usr/bin/env bash
#
# fuzz.sh FOLDER MINUTES [TARGET...] - runs the libFuzzer programs of FOLDER
# fuzz.sh --keep FOLDER [TARGET...]  - adds what they found to the seeds
# fuzz.sh --check                    - are all settings right?
#
# The minutes are those of the whole run, shared out among the targets (all, or
# those named: abk, ctg ...), at least 20 seconds each. How long their inputs
# may be and which dictionaries they get stands in fuzz/targets.txt. A target
# that only reads (ctg_read) has the seeds of its round trip (ctg). Below
# build/fuzz-found every target has a folder with its inputs (corpus, the fewest
# that reach all that was reached, so that the next run goes on from there), the
# last log, and the inputs that failed. The seeds in fuzz/corpus are not
# touched.
#
# --keep adds to the seeds of each target the inputs that reach code which no
# seed reaches, the smallest first, while the seeds stay below 100 files and
# 100 kB: small enough to commit, and run by every 'make test'.

set -euo pipefail
max_files=100
max_bytes=100000
min_seconds=20
common=(-timeout=10 -rss_limit_mb=2048)

misuse() {
    echo "fuzz.sh: $1" >&2
    exit 2
}

cd_top() { cd "$(dirname "$0")/.."; }

# The row of a target: its longest input, then its dictionaries.
row_of() { # NAME
    awk -v name="$1" '$1 == name { $1 = ""; print; found = 1 }
        END { exit !found }' fuzz/targets.txt
}

check_settings() {
    local target longest dict word seeds long nbad=0
    complain() { echo "fuzz/targets.txt: $*" >&2; nbad=$((nbad + 1)); }
    while read -r target longest dict; do
        [[ $longest =~ ^[1-9][0-9]*$ ]] ||
            complain "$target: expected a number of bytes, found '$longest'"
        [ -n "$dict" ] || complain "$target has no dictionary"
        for word in $dict; do
            [ -f "fuzz/dict/$word.dict" ] ||
                complain "$target: there is no fuzz/dict/$word.dict"
        done
        seeds=fuzz/corpus/fuzz_$target
        [ "$target" = "${target%_read}" ] || continue # cut in its program
        long=$(find "$seeds" -type f -size +"${longest}c" -printf '%f ')
        [ -z "$long" ] || complain "$target cuts its seeds $long"
    done < <(grep -v '^#' fuzz/targets.txt)
    for dict in fuzz/dict/*.dict; do
        word=$(grep -vnE '^(#.*|"([^"\\]|\\[\\"]|\\x[0-9a-f]{2})+")?$' \
            "$dict") || continue
        echo "$dict: expected a word in quotes, found $word" >&2
        nbad=$((nbad + 1))
    done
    [ $nbad = 0 ]
}

is_keeping=
case ${1-} in
--keep)
    is_keeping=yes
    shift
    ;;
--check)
    cd_top
    check_settings
    exit
    ;;
esac
[ -d "${1-}" ] || misuse "expected the folder of the programs, found '${1-}'"
folder=$(realpath "$1")
shift
if [ -z "$is_keeping" ]; then
    minutes=${1-}
    [[ $minutes =~ ^[1-9][0-9]{0,5}$ ]] ||
        misuse "expected a number of minutes from 1, found '$minutes'"
    shift
fi
cd_top

names=("$@")
[ ${#names[@]} -gt 0 ] ||
    mapfile -t names < <(awk '/^[^#]/ { print $1 }' fuzz/targets.txt)
programs=()
for name in "${names[@]}"; do
    name=${name#fuzz_}
    row_of "$name" >/dev/null || misuse "there is no target '$name'"
    [ -x "$folder/fuzz_$name" ] || misuse "there is no program fuzz_$name"
    programs+=("$folder/fuzz_$name")
done

# Prints the value of a statistic in a log, or 0.
stat_of() { # NAME LOG
    awk -v name="stat::$1:" '$1 == name { n = $2 } END { print n + 0 }' "$2"
}

# Merges folders into a new one: the fewest files that reach the same. Uses
# the settings of the target.
merge() { # PROGRAM LOG TARGET FOLDER...
    local program=$1 log=$2 target=$3
    shift 3
    rm -rf "$target"
    mkdir -p "$target"
    "$program" "${settings[@]}" -set_cover_merge=1 "$target" "$@" >>"$log" 2>&1
}

# Runs one target. Appends its line to the table; false if it found something.
fuzz() { # PROGRAM
    local name=${1##*/} found log before status=0 result=- settings=() seeds=()
    local reader=${name%_read} longest dicts dict
    found=build/fuzz-found/$name
    log=$found/log
    mkdir -p "$found/corpus"
    read -r longest dicts < <(row_of "${name#fuzz_}")
    for dict in $dicts; do
        cat "fuzz/dict/$dict.dict"
    done >"$found/dict"
    settings=("${common[@]}" -max_len="$longest")
    [ -d "fuzz/corpus/$reader" ] && seeds=("fuzz/corpus/$reader")
    before=$(find "$found/corpus" -type f | wc -l)
    "$1" "${settings[@]}" -dict="$found/dict" -max_total_time="$seconds" \
        -print_final_stats=1 -verbosity=0 -artifact_prefix="$found/" \
        "$found/corpus" "${seeds[@]}" >"$log" 2>&1 || status=$?
    if [ "$status" != 0 ]; then
        result=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
        [ -n "$result" ] || result="status $status, see $log"
        tail -n 40 "$log" >&2
    elif merge "$1" "$log" "$found/merged" "${seeds[@]}" "$found/corpus"
    then
        rm -rf "$found/corpus"
        mv "$found/merged" "$found/corpus"
    else
        status=1 result="its corpus cannot be merged, see $log"
    fi
    row "$name" "$(stat_of number_of_executed_units "$log")" \
        "$(stat_of average_exec_per_sec "$log")" "$before" \
        "$(find "$found/corpus" -type f | wc -l)" "$result" >>"$table"
    [ "$status" = 0 ]
}

row() { printf '%-20s %12s %8s %7s %7s  %s\n' "$@"; }

# Adds inputs that reach new code to the seeds of a target. Without counters
# only code counts, not how often it runs: that needs far fewer inputs.
keep() { # PROGRAM
    local name=${1##*/} seeds found inputs size file nfiles nbytes nkept=0
    seeds=fuzz/corpus/$name
    found=build/fuzz-found/$name
    [ "$name" = "${name%_read}" ] || return 0 # goes with its round trip
    [ -d "$found/corpus" ] || return 0
    inputs=("$found/corpus")
    [ ! -d "${found}_read/corpus" ] || inputs+=("${found}_read/corpus")
    mkdir -p "$seeds"
    rm -rf "$found/new"
    cp -r "$seeds" "$found/new"
    "$1" "${common[@]}" -set_cover_merge=1 -use_counters=0 \
        "$found/new" "${inputs[@]}" >"$found/log" 2>&1
    nfiles=$(find "$seeds" -type f | wc -l)
    nbytes=$(find "$seeds" -type f -printf '%s\n' | awk '{ n += $1 }
        END { print n + 0 }')
    while read -r size file; do
        [ -e "$seeds/$file" ] && continue
        if [ $((nfiles + 1)) -gt $max_files ] ||
            [ $((nbytes + size)) -gt $max_bytes ]; then
            echo "$name: no room for more seeds" >&2
            break
        fi
        cp "$found/new/$file" "$seeds/found-${file:0:12}"
        nfiles=$((nfiles + 1)) nbytes=$((nbytes + size)) nkept=$((nkept + 1))
    done < <(find "$found/new" -type f -printf '%s %f\n' | sort -n)
    rm -rf "$found/new"
    echo "$name: $nkept new seeds, $nfiles files, $nbytes bytes"
}

if [ -n "$is_keeping" ]; then
    for program in "${programs[@]}"; do
        keep "$program"
    done
    exit
fi

seconds=$((minutes * 60 / ${#programs[@]}))
[ $seconds -ge $min_seconds ] || seconds=$min_seconds
table=$(mktemp)
trap 'rm -f "$table"' EXIT
nfailed=0
for program in "${programs[@]}"; do
    echo "== ${program##*/}, $seconds seconds" >&2
    fuzz "$program" || nfailed=$((nfailed + 1))
done
row target executions "per s" inputs after finding
cat "$table"
awk '{ n += $2; runs[$1] = $2 }
    END {
        printf "%-20s %12d\n", "all", n
        for (name in runs) {
            reader = name "_read"
            if (reader in runs && runs[name])
                printf "%s: %.1f times the executions of %s\n", reader,
                    runs[reader] / runs[name], name | "sort"
        }
    }' "$table"
[ $nfailed = 0 ] ||
    { echo "fuzz.sh: targets with findings: $nfailed" >&2; exit 1; }
