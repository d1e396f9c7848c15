tabia bkc -ger -eng x.txt
