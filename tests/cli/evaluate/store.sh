# Evaluations go into a store, are found there, and stay when it is merged.
fixture club.tabia
record() { # FEN VALUE DEPTH
    printf '{"fen":"%s","evals":[{"pvs":[{%s,"line":"a2a3"}],' "$1" "$2"
    printf '"knodes":1,"depth":%d}]}\n' "$3"
}
tabia convert -q club.tabia --to epd -o - | cut -d' ' -f1-4 |
    LC_ALL=C sort -u >fens
n=0
while IFS= read -r fen; do
    n=$((n + 1))
    value="\"cp\":$((n * 37 % 501 - 250))"
    [ $((n % 9)) -gt 0 ] || value="\"mate\":$((n % 5 - 7))"
    record "$fen" "$value" $((10 + n * 13 % 40))
done <fens >evals.jsonl
record "8/8/8/8/8/4k3/8/4K3 w - -" '"cp":0' 50 >>evals.jsonl
evaluate() { # IN EVALS OUT
    tabia evaluate "$1" --from-evals "$2" -o "$3"
}
evaluate club.tabia evals.jsonl all.tabia
tabia info all.tabia | grep evaluations
tabia verify all.tabia
tabia find all.tabia --moves "e4 e5"
tabia find --json all.tabia | grep -A1 '"depth"\|"cp"' | head -2
# The blocks before are those of the store; nothing else is new.
head -c 3000 club.tabia >before
head -c 3000 all.tabia | cmp - before
# Each record of the database is found again, where a move was played.
while IFS= read -r line; do
    fen=${line#*:\"} value=${line#*pvs\":[\{\"}
    value=${value%%,*} depth=${line##*:}
    found=$(tabia find --json all.tabia --fen "${fen%%\"*} 0 1" 2>/dev/null |
        sed -n '/"white"/q; s/^ *"\(cp\|mate\|depth\)": \(.*\),$/\1\2/p')
    [ "$found" = "${value//\":/}
depth${depth%\}]\}}" ] || echo "${fen%%\"*}"
done <evals.jsonl >missing
while IFS= read -r fen; do
    ! tabia find -q club.tabia --fen "$fen 0 1" >/dev/null 2>&1 || echo "$fen"
done <missing
# Halves that are merged, or come one after the other, are the whole.
head -n 30 evals.jsonl >first
tail -n +20 evals.jsonl >second
evaluate club.tabia first a.tabia
cp a.tabia both.tabia
tabia evaluate --json both.tabia -i --from-evals second
cmp both.tabia all.tabia
evaluate club.tabia second b.tabia
tabia merge -q a.tabia b.tabia -o merged.tabia
tabia merge -q club.tabia club.tabia -o twice.tabia
evaluate twice.tabia evals.jsonl want.tabia
cmp merged.tabia want.tabia
tabia find merged.tabia --moves "e4 e5"
tabia find --sum club.tabia all.tabia --moves "e4 e5"
# A deeper one takes its place, also in the store; equally deep ones do not.
record "$(head -n 1 fens)" '"cp":1' 90 >deep
record "$(head -n 1 fens)" '"cp":2' 90 >>deep
evaluate all.tabia deep deeper.tabia
tabia find deeper.tabia --json --fen "$(head -n 1 fens) 0 1" |
    grep -m1 -A1 '"cp"'
# A book has them too.
tabia convert all.tabia -o all.epd 2>/dev/null
grep -c ' c[ep] \| dm ' all.epd || true
# What memory has no room for goes through files.
cat evals.jsonl evals.jsonl deep >much
tabia evaluate -q club.tabia --from-evals much --memory 1K -o much.tabia
cmp much.tabia deeper.tabia
# Nothing of it costs a store without evaluations.
evaluate club.tabia /dev/null none.tabia
cmp none.tabia club.tabia
