# The compiler's own output, byte for byte.
text=$(shared ct800/bookdata.txt) || exit
want=$(shared ct800/bookdata_crc.dat) || exit
tabia convert -q "$text" x.dat --to ct800-bin
cmp x.dat "$want"
