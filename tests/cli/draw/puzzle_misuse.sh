text=$TESTDATA/../../examples/tichess-puzzles.txt
tabia draw "$text" -o out.svg --puzzle 5 || echo "status $?"
tabia draw "$text" -o out.svg --puzzle 0 || echo "status $?"
tabia draw "$text" -o out.svg --boards || echo "status $?"
tabia draw "$text" -o out.html || echo "status $?"
printf '[D]x\nno FEN\n' >bad.txt
tabia draw bad.txt --from puzzles -o out.svg || echo "status $?"
ls
tabia draw "$TESTDATA/canvas.txt" -o out.svg --puzzle 1 || echo "status $?"
