# A file that cannot be written is an error like others: no file is made.
mkdir ticpuz0.9xy
text=$TESTDATA/../../examples/tichess-puzzles.txt
tabia cpc "$text" || echo "status $?"
ls
