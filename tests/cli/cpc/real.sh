# The real text gives the real file, and all texts come back.
text=$(shared tichess/puzzles.txt) || exit
want=$(shared tichess/puzzles0.89y) || exit
tabia cpc -prefix puzzles "$text"
cmp puzzles0.89y "$want"
for format in epd pgn json txt; do
    tabia convert -q puzzles0.89y p.$format
    tabia convert -q p.$format q.89y --force
    tabia convert -q q.89y q.txt --force
    tabia cpc -quiet -prefix puzzles -noti92p q.txt
    cmp puzzles0.89y "$want"
done
