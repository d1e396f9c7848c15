printf '[D]a\nhello\n' >p.txt
tabia cpc p.txt
