#!/usr/bin/env bash
#
# demo.sh TABIA - a short session with the command

set -euo pipefail
export LC_ALL=C.UTF-8
tabia=$(realpath "$1")
default_book=$(realpath "$(dirname "$0")/../data/openings.txt")
examples=$(realpath "$(dirname "$0")/../examples")
PATH=$(dirname "$tabia"):$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

say() { printf '\n# %s\n' "$*"; }

run() {
    printf '$ tabia'
    for word in "$@"; do
        case $word in
        *[!A-Za-z0-9_=.,/-]*) printf ' "%s"' "$word" ;;
        *)                   printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    tabia "$@" 2>&1
}

say "This book is a text of lines. It has an error:"
cat >mine.txt <<'EOF'
e2e4 e7e5 g1f3 b8c6 f1b5 (C60 Ruy Lopez)
e2e4 g7g6x d2d4 f8g7
d2d4 g7g6 e2e4 f8g7 g1f4
EOF
run check mine.txt || true

say "Corrected, as a tree. Two lines meet: that is a transposition."
sed -i 's/g1f4/b1c3/' mine.txt
run tree mine.txt --depth 6

say "A position is found by any move order."
run find mine.txt --moves "e4 g6 d4 Bg7"

say "The built-in book, checked and compiled for the CT800."
cp "$default_book" openings.txt
run check openings.txt
run convert openings.txt openings.dat
run find openings.dat --moves "e2e4 g7g6 d2d4"

say "Every conversion reports what the new format cannot hold."
run convert mine.txt mine.bin --to polyglot

say "Games become statistics, and statistics become a book."
cp "$examples"/games.pgn .
run build games.pgn -o games.tabia --by rating,month
run find games.tabia --moves "e4 e5" --since 2022-01
run build games.pgn -o games.bin --max-ply 20 --min-games 3
run pick games.bin --method best

say "A picture of the first book:"
run draw mine.txt -o mine.svg

say "Texts for TI-Chess, compiled for the TI-89 and read back."
cp "$examples"/tichess-*.txt .
run bkc -noti92p -prefix sample tichess-openings.txt
run pick sample0.89y sample1.89y --moves "e4 c5 Nf3" --seed 1
run cpc -noti92p -prefix puzzle tichess-puzzles.txt
run convert puzzle0.89y puzzles.epd
run draw puzzle0.89y --puzzle 4 -o puzzle.svg

say "Without a file, the built-in book answers."
run find --moves "e4 e5 Nf3 Nc6"
run tree --moves "e4 c6 d4 d5" --depth 2
run pick --moves "d4 Nf6 c4" --seed 7

say "Counting legal moves to depth 6:"
run perft --depth 6 --threads 0

say "To explore, draw, edit and practise in the browser:"
printf '$ %s serve --open\n' "$1"
