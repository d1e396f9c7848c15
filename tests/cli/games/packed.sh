# Packed by the tools that people use; what is not installed is left out.
for i in $(seq 2001); do
    printf '[Event "%d"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n' "$i"
done >games.pgn
tabia games -q games.pgn | tee plain.out
for tool in "gzip -k" "bzip2 -k" "xz -k" "zstd -q" "pzstd -q -o p.zst"; do
    command -v "${tool%% *}" >/dev/null || continue
    $tool games.pgn 2>/dev/null
done
for file in games.pgn.gz games.pgn.bz2 games.pgn.xz games.pgn.zst p.zst; do
    [ -f "$file" ] || continue
    for threads in 1 3; do
        tabia games -q --threads "$threads" "$file" | cmp - plain.out
        tabia games -q --threads "$threads" - <"$file" | cmp - plain.out
        tabia games -q --threads "$threads" <(cat "$file") | cmp - plain.out
    done
done
