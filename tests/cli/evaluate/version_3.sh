# The document's command for old files: full FENs on both sides, as they are.
e4='rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
c5='rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2'
cat >old-v3-file.txt <<END
v3.0
= Old
start -> $e4
# Sicilian
$e4 -> $c5
END
tabia evaluate old-v3-file.txt --output new-v4-file.txt --no-eval -a tree
cat new-v4-file.txt
tabia convert old-v3-file.txt - --to openings
