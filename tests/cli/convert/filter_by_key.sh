# Filters that judge each position for itself work by key: entries that no
# known position leads to are judged like all others.
start='\x46\x3b\x96\x18\x16\x91\xfc\x9c'
stray='\x77\x3b\x96\x18\x16\x91\xfc\x9c'
{
    printf "$start"'\x02\xdb\0\2\0\0\0\0' # d2d4 2
    printf "$start"'\x03\x1c\0\5\0\0\0\7' # e2e4 5
    printf "$start"'\x01\x95\0\2\0\0\0\0' # g1f3 2
    printf "$stray"'\x03\x1c\0\1\0\0\0\0'
    printf "$stray"'\x02\xdb\0\3\0\0\0\0'
    printf '\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\0\0\0\0'
} >book.bin
show() { od -An -tx1 -v -w16 "$1"; }
for filter in '--top 1' '--top 2' '--min-weight 3' '--min-weight 2 --top 1' \
    '--min-games 9'; do
    echo "$filter"
    tabia convert book.bin out.bin $filter --force 2>&1
    show out.bin
done
tabia convert book.bin out.bin --top 1 --force --json -q | grep -v path
echo 'these need positions'
tabia convert book.bin out.bin --top 1 --side white --force 2>&1
show out.bin
printf '%s\n' '# Revolution experience format v1' \
    '10344488880583956987 796 33 7 20 2' \
    '10344488880583956987 731 33 7 20 9' '99 731 3 7 20 9' >book.exp
tabia convert book.exp out.exp --top 1 -O layout=revolution
cat out.exp
