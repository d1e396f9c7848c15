tabia cpc -noti89 -noti92p x.txt
