[ -n "$SHARED" ] || exit 77
for file in tsv/d.tsv eco/scid.eco; do
    tabia name --names "$SHARED/data/$file" --moves "c4 d5 d4"
done
