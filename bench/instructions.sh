#!/usr/bin/env bash
#
# instructions.sh OLD NEW [JOB]... - two builds of the command, by instructions
#
# Runs the same small jobs with both under callgrind and prints a row for each:
# millions of instructions before and after, without the start of the process,
# and their ratio. Unlike times they hardly depend on what else the machine
# does. All that tabia-bench measures of our own code is here, through the
# command, so that builds can be compared that have no tabia-bench in common.
# A row ends with "other output" where the two print different things, and with
# "MORE" where it is 3 percent more; then the status is 1.
#
# The games are those of tests/make_games: MAKE_GAMES, or the one of a build.

set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
old=$(realpath "$1")
new=$(realpath "$2")
shift 2
for make_games in "${MAKE_GAMES-}" "$here"/build/{release,asan}/tests/make_games
do
    [ ! -x "$make_games" ] || break
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# ---- inputs, made by the older command

"$make_games" 1 7 80 >all.pgn
head -c 400000 all.pgn >games.pgn
tail -c 150000 all.pgn >few.pgn
zstd -q games.pgn -o games.pgn.zst
gzip -k games.pgn
cp "$here/data/openings.txt" book.txt
head -n 300 book.txt >small.txt
for kind in bin ctg epd; do
    "$old" convert -q book.txt "book.$kind" 2>/dev/null
done
for kind in bin ctg dat abk json epd pgn obk ama spr; do
    "$old" convert -q small.txt "small.$kind" 2>/dev/null
done
# A store of another schema is refused: each command reads its own.
"$old" build -q few.pgn -o old.tabia
"$new" build -q few.pgn -o new.tabia
grep -v '^#' book.epd | cut -d' ' -f1-4 | sed -n '1,1500s|$| 0 1|p' >fens
while read -r fen; do
    printf '{"fen":"%s","evals":[{"pvs":[{"cp":20}],"depth":9}]}\n' \
        "${fen% 0 1}"
done <fens >evals.jsonl
for _ in $(seq 200); do
    echo "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5"
    echo go
done >uci
echo quit >>uci

# ---- jobs: the name, the standard input, then the words of the command

jobs=$(cat <<'END'
core        /dev/null perft --depth 5 --threads 1
core-960    /dev/null perft --depth 4 --threads 1 --fen \
    'nbqnbrkr/pppppppp/8/8/8/8/PPPPPPPP/NBQNBRKR w KQkq - 0 1'
book        /dev/null convert -q book.txt -o - --to polyglot
book-json   /dev/null convert -q small.txt -o - --to json
json        /dev/null convert -q small.json -o - --to ct800
abk         /dev/null convert -q small.abk -o - --to json
obk         /dev/null convert -q small.obk -o - --to json
spracklen   /dev/null convert -q small.spr -o - --to json
pgn         /dev/null convert -q small.pgn -o - --to json
epd         /dev/null convert -q small.epd -o - --to json
ctg         /dev/null convert -q small.ctg -o - --to json
polyglot    /dev/null convert -q small.bin -o - --to json
ct800-bin   /dev/null convert -q small.dat -o - --to json
amateur     /dev/null convert -q small.txt -o - --to amateur
amateur-ask fens      find small.ama --batch
check       /dev/null check book.txt
info        /dev/null info small.abk
tree        /dev/null tree book.txt --depth 8
merge       /dev/null merge -q book.bin small.bin -o - --to polyglot
diff        /dev/null diff book.bin small.bin
coverage    /dev/null coverage small.txt
evaluate    /dev/null evaluate -q small.json --from-evals evals.jsonl -o - \
    --to json
draw        /dev/null draw -q small.txt -o - -p svg -a tree
games       /dev/null games games.pgn --threads 1
games-zst   /dev/null games games.pgn.zst --threads 1
games-gz    /dev/null games games.pgn.gz --threads 1
build       /dev/null build -q games.pgn --threads 1 -o x.tabia --force
build-bin   /dev/null build -q games.pgn --threads 1 -o x.bin --force
build-abk   /dev/null build -q few.pgn --threads 1 -o x.abk --force
where       /dev/null build -q games.pgn --threads 1 -o x.bin --force \
    --where 'WhiteElo >= 2000 and BlackElo >= 2000 and Date >= 2000'
pattern     /dev/null build -q games.pgn --threads 1 -o x.bin --force \
    --where 'White ~ "^[A-M].*[0-9]$" or Event ~* "rating"'
find        fens      find book.txt --batch
probe       fens      find book.bin --table --batch
probe-ctg   fens      find book.ctg --table --batch
store       fens      find games.tabia --batch
verify      /dev/null verify games.tabia
name        /dev/null name --moves 'e4 e5 Nf3 Nc6 Bb5 a6'
uci         uci       uci --seed 1 --book book.bin
END
)

# The instructions of a command; what it prints is in 'out'.
count() { # INPUT COMMAND WORDS...
    local input=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" \
        >out 2>err <"$input" || true
    sed -n 's/^==[0-9]*== Collected : \([0-9]*\).*/\1/p' err | tail -n 1
}

# 'tabia serve', asked 300 times by curl.
count_server() { # COMMAND
    local pid url=
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" serve \
        --quiet --read-only --port 0 book.txt >address 2>err &
    pid=$!
    for _ in $(seq 300); do
        url=$(grep -o 'http://[^ /]*' address || true)
        [ -z "$url" ] || break
        sleep 0.1
    done
    curl -s "$url/masters?play=e2e4,e7e5&n=[1-300]" |
        sed 's/"[a-z]*Ms":[0-9.]*//g' >out
    kill "$pid"
    wait "$pid" || true
    sed -n 's/^==[0-9]*== Collected : \([0-9]*\).*/\1/p' err | tail -n 1
}

row() { # NAME BEFORE AFTER
    local note=
    cmp -s before out || note='  other output'
    awk -v n="$1" -v a="$2" -v b="$3" -v note="$note" 'BEGIN {
        is_more = n != "start" && b > 1.03 * a
        printf("%-12s %10.1f %10.1f %7.3f%s%s\n", n, a / 1e6, b / 1e6,
               a > 0 ? b / a : 0, note, is_more ? "  MORE" : "")
        exit is_more }'
}

is_wanted() { [ -z "$wanted" ] || [[ " $wanted " == *" $1 "* ]]; }

wanted=$*
status=0
printf '%-12s %10s %10s %7s\n' job before after ratio
old_start=$(count /dev/null "$old" --version)
mv out before
new_start=$(count /dev/null "$new" --version)
row start "$old_start" "$new_start" || true
while read -r name input words; do
    is_wanted "$name" || continue
    eval "list=($words)"
    cp old.tabia games.tabia
    # shellcheck disable=SC2154 # made by eval, for the quotes
    before=$(($(count "$input" "$old" "${list[@]}") - old_start))
    mv out before
    cp new.tabia games.tabia
    after=$(($(count "$input" "$new" "${list[@]}") - new_start))
    row "$name" "$before" "$after" || status=1
done <<<"${jobs//$'\\\n'/}"
if is_wanted serve; then
    before=$(($(count_server "$old") - old_start))
    mv out before
    after=$(($(count_server "$new") - new_start))
    row serve "$before" "$after" || status=1
fi
exit $status
