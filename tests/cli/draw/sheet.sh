# Chapters, lines with labels, comments without commands, a transposition that
# refers to the line that continues it, and diagrams from Black's side.
cat > rep.pgn <<'PGN'
[Event "Caro-Kann: Main line"]
[Orientation "black"]
[Result "*"]

{ Solid. } 1. e4 c6 2. d4 d5 { [%cal Gd5e4] The point <d5>. } 3. Nc3
(3. exd5 cxd5 4. Bd3 Nc6 $14) (3. Nd2!? dxe4 4. Nxe4) 3... dxe4 4. Nxe4 Bf5 *

[Event "Caro-Kann: Two Knights"]
[Orientation "black"]
[Result "*"]
[Annotator "https://lichess.org/@/someone"]
[ECO "B11"]
[Opening "Two Knights Attack"]

1. e4 c6 2. Nf3 d5 3. Nc3 *
PGN
tabia draw rep.pgn -q --sheet -o out.html
sed -n '/<body>/,$p' out.html | sed 's|<svg.*</svg>|[board]|'
# Black is at the bottom: the first rank drawn is White's, king left of queen.
grep -o '<text class="p w" x="[0-9]*" y="18">' out.html | head -n 5
# The circle and the arrow of a comment are in its diagram.
printf '{[%%csl Gf7,Xa1]} e4 {[%%cal Rd5e4,Yz9]}\n' >shapes.pgn
tabia draw -q shapes.pgn --sheet -o - |
    grep -o '<circle[^>]*>\|<g opacity.*</g>'
# The files and ranks are named.
grep -o '<text class="k"[^<]*' out.html | head -n 4
# Without a side the main line is bold; annotations have symbols, no numbers.
echo '1. e4 e5 (1... c5 $33) 2. Nf3 $14 $146 $7 (2. f4) Nc6 $201 *' >both.pgn
tabia draw -q both.pgn --sheet -o - | sed -n '/id="b0"/,$p'
# Nothing is loaded, and nothing runs.
! grep -E '<script|(src|href)="?(http|//)|@import' out.html
