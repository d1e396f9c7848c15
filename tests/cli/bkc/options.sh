text=$TESTDATA/../../examples/tichess-openings.txt
tabia bkc -nowhite -noti89 -prefix b -offset 3 -folder main "$text"
ls
head -c 15 b3.9xy | tail -c 5 | tr -d '\0'
