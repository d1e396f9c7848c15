# The same with TI-Chess's own book.
book=$(shared tichess/bkwhite0.89y) || exit
tabia convert -q "$book" white.txt --to tichess
tabia bkc -quiet -prefix bkwhite -noti92p white.txt
cmp bkwhite0.89y "$book"
