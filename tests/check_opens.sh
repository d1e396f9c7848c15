#!/usr/bin/env bash
#
# check_opens.sh TABIA SOURCE - every input is opened once
#
# convert, find, info, tree, pick and check are run on a file of every format
# that can be made here, by name, through a pipe that has a name, and as
# standard input; strace counts the opens of the file, of a CTG of each of its
# three. Status 77 where strace is absent or may not trace.

set -euo pipefail
tabia=$(realpath "$1")
source_dir=$(realpath "$2")
export LC_ALL=C.UTF-8 NO_COLOR=1 TABIA_NAMES=
export ASAN_OPTIONS=detect_leaks=0 # leaks cannot be found under strace

strace -o /dev/null true 2>/dev/null ||
    { echo "skipped: strace is absent, or may not trace here"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
status=0
nchecked=0

# Inputs: the same small book in every format, and what is not a book.
printf '%s\n' 'e2e4 e7e5 g1f3 b8c6 f1b5 (C60 Ruy Lopez)' \
    'e2e4 c7c5 g1f3 d7d6' 'd2d4 d7d5 c2c4 e7e6' >book.txt
cp "$source_dir/examples/tichess-puzzles.txt" puzzles.txt
cp "$source_dir/tests/data/club.tabia" store.tabia
"$tabia" cpc -prefix puzz puzzles.txt >/dev/null 2>&1
mv puzz0.89y puzzles.89y
formats=$("$tabia" formats | awk 'NR > 1 && $0 ~ / yes +yes / { print $1 }')
inputs="puzzles.txt puzzles.89y store.tabia"
for format in $formats; do
    suffix=$("$tabia" formats | awk -v f="$format" '$1 == f { print $2 }')
    name=in-$format$suffix
    "$tabia" convert -q book.txt "$name" --from ct800 --to "$format" \
        2>/dev/null
    inputs="$inputs $name"
done

# How often the traced command opened a file of this name.
count() { # NAME
    grep -cE "open(at)?\([^\"]*\"(\./)?$1\"" trace || true
}

expect() { # NAME WHAT
    local n
    n=$(count "$1")
    nchecked=$((nchecked + 1))
    [ "$n" = 1 ] && return
    echo "$2: opens $1 $n times" >&2
    status=1
}

trace() { # COMMAND...
    strace -f -e trace=open,openat -o trace -- "$tabia" "$@" \
        >out 2>err </dev/null || [ $? -le 1 ] ||
        { echo "$*: $(cat err)" >&2; status=1; }
}

# Runs a verb on a file by name; puzzles and stores go with some verbs only.
run() { # VERB FILE
    local verb=$1 file=$2 from
    shift 2
    from=$(format_of "$file")
    case $verb in
    convert) set -- convert --force ${from:+--from "$from"} "$file" out.json ;;
    convert-same)
        set -- convert --force ${from:+--from "$from"} "$file" \
            "out.${file#*.}" ${from:+--to "$from"} ;;
    *)  set -- "$verb" ${from:+--from "$from"} "$file" ;;
    esac
    trace "$@"
    expect "$file" "$verb ${from:-${file%%.*}}"
    case $file in
    *.ctg)
        expect "${file%g}o" "$verb $from"
        expect "${file%g}b" "$verb $from"
        ;;
    esac
}

# Short books look alike; the format is given with them, and detected too.
format_of() { # FILE
    case $1 in in-*) from=${1#in-}; echo "${from%.*}" ;; esac
}

for file in $inputs; do
    verbs="convert convert-same find info tree pick check"
    case $file in
    puzzles.*) verbs="convert info check" ;;
    store.*)   verbs="convert find info tree pick check" ;;
    esac
    for verb in $verbs; do
        run "$verb" "$file"
    done
done

# What is recognised by its content is opened once as well.
for file in in-polyglot.bin in-ctg.ctg in-json.json in-pgn.pgn; do
    for verb in find info tree pick check; do
        trace "$verb" "$file"
        expect "$file" "$verb of detected $file"
    done
done

# A pipe that has a name can be opened once only, or the command hangs.
mkfifo pipe
for verb in find info tree pick check; do
    for file in in-polyglot.bin in-obk.obk in-ct800.txt store.tabia; do
        from=$(format_of "$file")
        cat "$file" >pipe &
        trace "$verb" ${from:+--from "$from"} pipe
        wait
        expect pipe "$verb of a pipe with $file"
        "$tabia" "$verb" ${from:+--from "$from"} - <"$file" >out 2>err ||
            { echo "$verb - <$file: $(cat err)" >&2; status=1; }
        cat "$file" | "$tabia" "$verb" ${from:+--from "$from"} - >out 2>err ||
            { echo "$verb - from a pipe: $(cat err)" >&2; status=1; }
    done
done
cat in-polyglot.bin >pipe &
trace convert --force pipe out.bin
wait
expect pipe "convert of a pipe"
cmp out.bin in-polyglot.bin || status=1

[ "$nchecked" -gt 150 ] ||
    { echo "only $nchecked opens were checked" >&2; status=1; }
exit $status
