# Letters of other languages, in moves only: comments and tags stay.
cat >de.pgn <<"EOF"
[Event "Dame und Springer"]
[White "Sf3, S."]

1. e4 {Sf3 D} d5 (1... Sf6 2. Lc4 D e6) 2. exd5 Dxd5! 3. Sc3 a5 4. O-O-O *

EOF
tabia check de.pgn -O pieces=KDTLS || true
sed -i 's/ 4. O-O-O//' de.pgn
tabia convert de.pgn - --to pgn -O pieces=KDTLS
# French kings have the letter of rooks; a pawn becomes a knight.
echo '[FEN "8/P7/8/8/8/2k5/8/R3K3 w Q - 0 1"]

1. Re2 Rb2 2. a8=C Rxa1 *' >fr.pgn
tabia convert -q fr.pgn - --to pgn -O pieces=RDTFC | tail -n 1
tabia convert -q fr.pgn - --to pgn -O pieces=RDTFR || echo "status $?"
