# The same with the real text, by way of ct800.
text=$(shared tichess/openings.txt) || exit
cp "$text" .
tabia bkc -quiet -noti92p openings.txt
tabia merge -q ticbook0.89y ticbook1.89y -o both.json
tabia convert -q both.json both.txt --to ct800
tabia diff openings.txt both.txt
