# A file that cannot be written is an error like others: no file is made.
mkdir ticbook0.9xy
text=$TESTDATA/../../examples/tichess-openings.txt
tabia bkc -noblack "$text" || echo "status $?"
ls
