printf '# nothing\n' >p.txt
tabia cpc p.txt
