# Every line of Lichess's table has the name and the code that it has there.
names=$TESTDATA/../../data/names.tsv
tail -n +2 "$names" | cut -f 3 >lines
tail -n +2 "$names" | awk -F '\t' '{ print $3 "\t" $1 " " $2 }' >want
tabia name --batch <lines >got
wc -l <got
cmp got want && echo "all as on Lichess"
