# The same with TI-Chess's own book.
[ -n "$SHARED" ] && [ -f "$SHARED/data/tichess/bkwhite0.89y" ] || exit 77
tabia convert -q "$SHARED/data/tichess/bkwhite0.89y" white.txt --to tichess
tabia bkc -quiet -prefix bkwhite -noti92p white.txt
cmp bkwhite0.89y "$SHARED/data/tichess/bkwhite0.89y"
