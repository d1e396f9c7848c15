# Several stores asked with --sum answer as the merged store does; only the ids
# of games are those of their own stores.
game() { # WHITE BLACK RESULT DATE ELO MOVES
    printf '[Event "Club"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n' \
        "$1" "$2" "$3"
    printf '[Date "%s"]\n[WhiteElo "%s"]\n[BlackElo "%s"]\n\n%s %s\n\n' \
        "$4" "$5" "$5" "$6" "$3"
}
{
    game Adler Berg 1-0 2020.01.01 2400 '1. e4 e5 2. Nf3'
    game Adler Cato 0-1 2021.02.?? 2300 '1. e4 c5 2. Nf3'
} >1.pgn
{
    game Berg Adler 1/2-1/2 2022.03.03 1700 '1. d4 d5 2. c4'
    game Cato Berg 1-0 2021.02.04 2600 '1. e4 e5 2. g3'
    game Dahl Eder 0-1 ????.??.?? 2300 '1. Nf3 d5'
} >2.pgn
for part in 1 2; do
    tabia build -q --by rating,month -o $part.tabia $part.pgn
done
tabia merge -q -o merged.tabia 1.tabia 2.tabia
without_ids() {
    sed -E 's/^[0-9A-Za-z]{8}  |"id": "[^"]*"//'
}
same() {
    tabia find merged.tabia "$@" | without_ids >merged
    tabia find --sum 1.tabia 2.tabia "$@" | without_ids >sum
    diff merged sum >changes || true
    echo "$* $(wc -l <merged)"
    cat changes
}
same --samples --games 4 --history
same --games 9 --sort date --moves e4
same --games 2 --player adler --color white
same --since 2021 --until 2021-02 --samples
same --json
tabia find --sum 1.tabia 2.tabia --games 2 | without_ids
printf 'e4\na4\n' | tabia find --sum 1.tabia 2.tabia --batch || echo $?
tabia find --sum 1.tabia 2.tabia --moves "e4 e5 Nf3" || echo $?
echo "books of several formats:"
fixture small.txt
tabia find --sum small.txt 1.tabia 2.tabia
tabia find 1.tabia --sort date || echo $?
tabia find --sum 1.tabia small.txt --games 2 || echo $?
