tabia bkc -prefx a x.txt
