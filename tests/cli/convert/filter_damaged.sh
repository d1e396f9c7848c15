# No position has 257 moves: such a key is damaged, and a filter says so.
for code in $(seq 1 257); do
    printf '\x46\x3b\x96\x18\x16\x91\xfc\x9c'
    printf "$(printf '\\x%02x\\x%02x' $((code >> 8)) $((code & 255)))"
    printf '\0\1\0\0\0\0'
done >book.bin
tabia convert book.bin out.bin --from polyglot --top 1 || echo "status $?"
ls out.bin 2>/dev/null || echo 'no file'
