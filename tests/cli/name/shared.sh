for file in tsv/d.tsv eco/scid.eco; do
    names=$(shared $file) || exit
    tabia name --names "$names" --moves "c4 d5 d4"
done
