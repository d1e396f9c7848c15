tabia cpc -noblack x.txt
