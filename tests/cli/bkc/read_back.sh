# A compiled book holds what its text says.
text=$TESTDATA/../../examples/tichess-openings.txt
tabia bkc -quiet -noti92p "$text"
tabia find --table ticbook0.89y ticbook1.89y --moves "e4 e5 Nf3 Nc6"
tabia find --table ticbook0.89y ticbook1.89y --moves "e4"
tabia convert -q ticbook0.89y again.89y
cmp ticbook0.89y again.89y
tabia convert ticbook1.89y black.json
