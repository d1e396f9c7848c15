# A suite of positions with moves is a book; a list of FENs may be puzzles.
echo '7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; id "one";' >suite.epd
tabia convert suite.epd puzzles.txt --to puzzles || echo "status $?"
ls puzzles.txt 2>/dev/null || echo 'no file'
echo '7k/8/6K1/8/8/8/8/R7 w - - 0 1' >fens.txt
tabia convert fens.txt - --to tipuzzle || echo "status $?"
tabia convert fens.txt - --from puzzles --to puzzles
tabia convert nosuch.txt - --to puzzles
