printf '[D]a\n[D]b\n[D]c\n[D]d\n4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\n' >p.txt
tabia cpc p.txt || echo $?
ls
