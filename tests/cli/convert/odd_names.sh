# Names and texts may have any bytes; a terminal must not obey them.
cat >book.json <<"END"
{
  "schema": 1,
  "texts": [{"key": "x\u001b[31m\ny", "value": "z"}],
  "positions": [], "roots": [], "nodes": []
}
END
in=$'my\n\033[31mbook.json' out=$'\t out.txt'
cp book.json "$in"
tabia convert "$in" "$out" --to lines --allow-empty
tabia convert "$in" "$out" --to $'x\033' || echo "status $?"
tabia coverage "$in" --side white | head -n 1
tabia convert --json -q "$in" "$out" --to lines --force --allow-empty
