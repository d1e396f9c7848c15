# Castling is e1h1 or e1g1. By key nothing shows whether a king stands on e1, so
# both stay: they may be two moves of a rook, and as castling they add up.
fen='8/1k6/8/8/8/8/6K1/4R3 w - - 0 1'
for move in Rc1 Ra1; do
    printf '[SetUp "1"]\n[FEN "%s"]\n\n1. %s *\n' "$fen" $move |
        tabia convert -q - $move.bin
done
tabia merge -q Rc1.bin Ra1.bin -o rook.bin
tabia find --table --fen "$fen" rook.bin
italian='e4 e5 Nf3 Nc6 Bc4 Bc5'
printf 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1\n' | tabia convert -q - rook_h1.bin
key='\xb6\x63\x57\x7d\xf5\xf2\x41\xbb'
LC_ALL=C sed "s/$key\x01\x07/$key\x01\x06/" rook_h1.bin >king_g1.bin
tabia merge -q rook_h1.bin king_g1.bin -o king.bin
tabia find --table --moves "$italian" king.bin
