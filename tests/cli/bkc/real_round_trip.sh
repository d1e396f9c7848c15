# The same with the real text, by way of ct800.
[ -n "$SHARED" ] && [ -f "$SHARED/data/tichess/openings.txt" ] || exit 77
cp "$SHARED/data/tichess/openings.txt" .
tabia bkc -quiet -noti92p openings.txt
tabia merge -q ticbook0.89y ticbook1.89y -o both.json
tabia convert -q both.json both.txt --to ct800
tabia diff openings.txt both.txt
