# The compiler's own output, byte for byte.
[ -f "$SHARED/data/ct800/bookdata.txt" ] || exit 77
tabia convert -q "$SHARED/data/ct800/bookdata.txt" x.dat --to ct800-bin
cmp x.dat "$SHARED/data/ct800/bookdata_crc.dat"
