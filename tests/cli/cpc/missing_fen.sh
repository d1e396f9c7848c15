printf '[D]a\n[S]b\n' >p.txt
tabia cpc p.txt
