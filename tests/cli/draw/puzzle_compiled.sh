# Texts may have any bytes; those of a picture are UTF-8 without markup.
printf '[D]Mate <in> 1 & "\344"\n[S]1: Ra8#\n%s\n' \
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1" >p.txt
tabia cpc -quiet -noti92p p.txt
tabia draw ticpuz0.89y -o - --picture svg --title "My <own>" |
    grep 'Mate\|My'
