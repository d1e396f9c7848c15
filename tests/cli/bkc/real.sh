# The real text gives the real book.
text=$(shared tichess/openings.txt) || exit
want=$(shared tichess/bkwhite0.89y) || exit
tabia bkc -prefix bkwhite -noblack -noti92p "$text"
cmp bkwhite0.89y "$want"
tabia bkc -prefix bkblack -nowhite "$text"
ls
