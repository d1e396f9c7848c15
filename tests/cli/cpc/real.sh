# The real text gives the real file, and all texts come back.
[ -n "$SHARED" ] && [ -f "$SHARED/data/tichess/puzzles.txt" ] || exit 77
tabia cpc -prefix puzzles "$SHARED/data/tichess/puzzles.txt"
cmp puzzles0.89y "$SHARED/data/tichess/puzzles0.89y"
for format in epd pgn json txt; do
    tabia convert -q puzzles0.89y p.$format
    tabia convert -q p.$format q.89y --force
    tabia convert -q q.89y q.txt --force
    tabia cpc -quiet -prefix puzzles -noti92p q.txt
    cmp puzzles0.89y "$SHARED/data/tichess/puzzles0.89y"
done
