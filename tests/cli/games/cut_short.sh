# How many games a packed file still holds depends on the packer.
command -v gzip >/dev/null || exit 77
for i in $(seq 2001); do
    printf '[Event "%d"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n' "$i"
done | gzip | head -c 5000 >games.pgn.gz
status=0
tabia games -q games.pgn.gz >out 2>err || status=$?
sed 's/the [0-9]* games/the N games/' err
kept=$(sed -n 's/.*the \([0-9]*\) games.*/\1/p' err)
[ "$(awk '$1 == "games" { print $2 }' out)" = "$kept" ]
[ "$kept" -gt 100 ] && [ "$kept" -lt 2000 ]
grep -q 'broken *0$' out
exit "$status"
