# The real text gives the real book.
[ -n "$SHARED" ] && [ -f "$SHARED/data/tichess/openings.txt" ] || exit 77
tabia bkc -prefix bkwhite -noblack -noti92p "$SHARED/data/tichess/openings.txt"
cmp bkwhite0.89y "$SHARED/data/tichess/bkwhite0.89y"
tabia bkc -prefix bkblack -nowhite "$SHARED/data/tichess/openings.txt"
ls
