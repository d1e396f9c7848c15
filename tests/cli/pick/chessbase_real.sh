# A real book: 32 times 32,765 games for 1.e4!!, 8 times 22,009 for 1.d4!, then
# 8,974 and 7,753; 1.Na3?! is green and never played.
[ -f "$SHARED/data/ctg/Perfect2021.ctg" ] || exit 77
book=$SHARED/data/ctg/Perfect2021.ctg
tabia find --table "$book" | head -n 5
for seed in $(seq 1 100); do
    tabia pick --table --seed "$seed" "$book"
done | grep -c Na3 || true
