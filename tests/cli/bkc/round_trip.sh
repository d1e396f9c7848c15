# Both compiled books together are the text again.
cp "$TESTDATA/../../examples/tichess-openings.txt" openings.txt
tabia bkc -quiet -noti92p openings.txt
tabia merge -q ticbook0.89y ticbook1.89y -o both.json
tabia diff --ignore texts openings.txt both.json
tabia check openings.txt ticbook0.89y ticbook1.89y
tabia pick --method first ticbook0.89y ticbook1.89y --moves "e4 e5 Nf3"
