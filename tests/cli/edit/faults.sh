printf 'e2e4 e7e5\n' >book.txt
cat >text <<'END'
root rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
  e5 weight 3
  e4 weight x
position 8/8 w - -
  moves here are not looked at
END
tabia edit book.txt --apply text || echo "status $?"
cat book.txt
