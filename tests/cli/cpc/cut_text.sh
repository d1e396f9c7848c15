printf '[D]This line of text is longer than 32 bytes\n%s\n' \
    '4k3/8/8/8/8/8/4P3/4K3 w - - 5 39' >p.txt
tabia cpc -noti92p p.txt
tabia info ticpuz0.89y
