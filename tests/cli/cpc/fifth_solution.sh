printf '[S]a\n[S]b\n[S]c\n[S]d\n[S]e\n4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\n' >p.txt
tabia cpc p.txt
