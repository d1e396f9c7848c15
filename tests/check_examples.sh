#!/usr/bin/env bash
#
# check_examples.sh TABIA SOURCE - the examples of every verb's help work
#
# Each verb's examples run one after the other in a folder that has the files
# they name. An answer of "no" (status 1) is as good for diff and find as 0.

set -euo pipefail
tabia=$(realpath "$1")
source_dir=$(realpath "$2")
export LC_ALL=C.UTF-8 NO_COLOR=1 EDITOR=true
PATH=$(dirname "$tabia"):$PATH:/usr/games
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

lines() { # FIRST LAST: lines of the built-in book
    grep -v '^[[:space:]]*#' "$source_dir/data/openings.txt" |
        sed -n "$1,$2p"
}

prepare() { # in an empty folder: all files that examples name
    lines 1 60 >book.txt
    lines 20 80 >mine.txt
    lines 50 120 >yours.txt
    cp mine.txt old.txt
    cp yours.txt new.txt
    cp mine.txt repertoire.txt
    printf 'e2e4e7e5g1f3b8c6f1b5\nd2d4d7d5c2c4e7e6\n' |
        tabia convert -q - book.ama --from lines
    tabia convert -q book.txt lines.txt --to ct800
    cp "$source_dir/examples/tichess-openings.txt" openings.txt
    cp "$source_dir/examples/tichess-puzzles.txt" puzzles.txt
    cp "$source_dir/examples/games.pgn" games.pgn
    for name in games lichess_2024-01; do
        cp games.pgn $name.pgn.zst # the content decides
    done
    gzip -k games.pgn
    tabia build -q games.pgn -o games.tabia
    for part in 1 2; do
        tabia build -q games.pgn -o parts --part $part/2
    done
    printf 'd2d4d7d5c1f4g8f6e2e3\n' |
        tabia convert -q - london.txt --from lines --to openings
    for name in book a b yours; do
        tabia convert -q mine.txt $name.dat --to ct800-bin
    done
    for name in book mine games a b; do
        tabia convert -q yours.txt $name.bin --to polyglot
    done
    for name in mine yours repertoire; do
        tabia convert -q mine.txt $name.pgn
    done
    tabia convert -q yours.txt book.abk
    cp games.tabia january.tabia
    cp games.tabia february.tabia
    printf 'B20 "Sicilian" 1.e4 c5 *\n' >scid.eco
    printf 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n' \
        >positions.txt
    printf '%s' '{"fen":"rnbqkbnr/ppp1pppp/8/3p4/3P1B2/8/PPP1PPPP/RN1QKBNR' \
        ' b KQkq -","evals":[{"pvs":[{"cp":20,"line":"g8f6"}],"knodes":1,' \
        '"depth":20}]}' $'\n' >evals.jsonl.zst
}

# What an example needs that may be missing here.
is_possible() {
    case $1 in
    *stockfish* | "tabia evaluate"* | "tabia puzzles"*)
            command -v stockfish >/dev/null ;;
    *.png*) command -v dot >/dev/null ;;
    *)      true ;;
    esac
}

run_example() { # VERB COMMAND
    local status=0 command=$2
    case $1 in
    uci)      command+=" <<<quit" ;;
    evaluate) command=${command/--depth 20/--depth 6} ;; # deeper only is longer
    serve) # no browser, any port, and a signal to end it
        command="timeout -s TERM --preserve-status 1 ${command/--open/}"
        command+=" --port 0" ;;
    esac
    eval "$command" >out 2>err || status=$?
    case $status:$1 in
    0:* | 1:diff | 1:find) return 0 ;;
    esac
    echo "$2: status $status" >&2
    cat err >&2
    return 1
}

count=0
for page in "$source_dir"/docs/cli/*.md; do
    verb=$(basename "$page" .md)
    mkdir "$work/$verb"
    cd "$work/$verb"
    prepare
    case $verb in # some make what others need
    build | merge) rm games.tabia book.bin ;;
    convert)       rm book.bin
                   printf 'e2e4 e7e5 g1f3 b8c6\n' >book.txt ;; # no loss
    puzzles)       printf '1. f3 e5 2. g4?? *\n' >mine.pgn ;; # a mistake
    esac
    while read -r command; do
        is_possible "$command" || { echo "skipped: $command"; continue; }
        run_example "$verb" "$command"
        count=$((count + 1))
    done < <(awk '/^```/ { n++; next } n == 1' "$page")
done
[ "$count" -gt 30 ] || { echo "only $count examples" >&2; exit 1; }
echo "$count examples work"
