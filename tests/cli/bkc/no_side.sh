tabia bkc -nowhite -noblack x.txt
