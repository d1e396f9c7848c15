# A file that cannot be written is an error like others: no file is made.
mkdir ticbook0.9xy
tabia bkc -noblack "$TESTDATA/../../examples/tichess-openings.txt" || echo "status $?"
ls
