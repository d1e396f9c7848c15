# A seed that was not asked for fits a double, which is what JSON has.
for _ in 1 2 3 4 5 6 7 8; do
    seed=$(tabia pick --json | sed -n 's/^  "seed": \([0-9]*\),$/\1/p')
    [ "$seed" -ge 0 ] && [ "$seed" -lt 9007199254740992 ] || echo "$seed"
done
