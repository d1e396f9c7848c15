# A comment of a position goes with the move before; that is no loss.
cat >text <<'END'
root rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
  e4 remark "best"
  d4
position rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - comment "open"
  e5
position rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - comment "closed"
END
echo '1. a3 *' | tabia convert -q --from pgn - book.json
tabia edit -q book.json --apply text
tabia convert --strict book.json - --to pgn | tail -n 1
tabia convert --strict book.json - --to openings
tabia convert -q --strict book.json book.obk -O weights=share
tabia convert -q book.obk - --to pgn | tail -n 1

# Where no move leads to a position there is no place for it.
sed 's/ 0 1$/ 0 1 comment "root"/' text | tabia edit -q book.json --apply -
tabia convert book.json - --to openings >/dev/null
