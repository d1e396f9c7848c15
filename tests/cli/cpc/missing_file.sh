tabia cpc nothing.txt
