# A file that cannot be written is an error like others: no file is made.
mkdir ticpuz0.9xy
tabia cpc "$TESTDATA/../../examples/tichess-puzzles.txt" || echo "status $?"
ls
