cp "$TESTDATA/../../examples/tichess-openings.txt" openings.txt
tabia convert openings.txt white.89y
tabia convert openings.txt black.9xy -O side=black -O device=ti92p -O name=mine
tabia convert openings.txt none.89y --strict || echo $?
ls
