# 'default' is the built-in book wherever a book is expected, unless there is a
# file with this name; no verb writes to it.
fixture small.txt
fixture club.pgn
find() {
    tabia find default small.txt --moves "e4 e5 Nf3 Nc6 Bb5" --json \
        2>/dev/null | grep '"book"'
}
find
tabia coverage small.txt --against default | head -n 2
tabia review club.pgn --book default --player "Dunn, Oscar" | head -n 2
tabia pick default --seed 1 | head -n 1
tabia info default | head -n 1
tabia diff default default
tabia convert default copy.txt --to ct800 2>/dev/null
cmp copy.txt <(tabia convert default - --to ct800 2>/dev/null)
printf 'position startpos\ngo\nquit\n' |
    tabia uci --method first --book default | grep best
tabia train default --overview >/dev/null
tabia edit default 2>&1 | head -n 1
tabia evaluate default --in-place 2>&1 | head -n 1
cp small.txt default
echo a file
find
printf 'position startpos moves d2d4\ngo\nquit\n' |
    tabia uci --method first --book default | grep best
ls
