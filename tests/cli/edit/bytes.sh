# What is not edited keeps its bytes: the order of entries, learn data, castling
# as e1g1 and entries of unknown positions.
start='\x46\x3b\x96\x18\x16\x91\xfc\x9c'
{
    printf "$start"'\x03\x1c\0\2\0\0\0\7' # e2e4 2
    printf "$start"'\x02\xdb\0\3\0\1\0\0' # d2d4 3
    printf "$start"'\x01\x95\0\2\0\0\0\0' # g1f3 2
    printf "$start"'\x02\x9a\0\2\0\0\0\0' # c2c4 2
} >first.bin
printf '\xff\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\0\1\0\0\0\0' >stray.bin
echo 'g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1' | tabia convert -q - line.bin
export LC_ALL=C
sed -i 's/\x01\x07\x00\x01/\x01\x06\x00\x01/' line.bin # e1h1 to e1g1
tabia merge -q --policy first first.bin line.bin stray.bin -o book.bin
cp book.bin before.bin
tabia edit -q --print book.bin >text
show() { od -An -tx1 -v -w16 "$1"; }
change() {
    sed "$1" text >changed
    cp before.bin book.bin
    tabia edit book.bin --apply changed 2>&1 | grep -v warning || true
    diff <(show before.bin) <(show book.bin) || true
}
change 's/c4 weight 2/c4 weight 9/'
change 's/O-O weight 1/O-O weight 7/'
change '/ O-O weight/d'
change '/ d4 weight/d'
change 's/^\( *\)d4 weight 3.*/&\n\1e3 weight 2/'
