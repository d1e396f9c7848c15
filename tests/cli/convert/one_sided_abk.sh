# A book for one side: the moves that join its lines are not deleted ones.
printf 'e2e4 e7e5? g1f3 b8c6? f1b5\ne2e4 c7c5? g1f3\n' >book.txt
tabia convert -q book.txt white.bin
tabia convert white.bin white.abk
tabia tree white.abk
echo 'records: from, to, priority, deleted'
od -An -tu1 -v -j25200 -w28 white.abk | awk '{ print $1, $2, $4, $17 }'
tabia find --moves 'e4 e5' white.abk
tabia pick --moves 'e4' white.abk || echo "status $?"
tabia convert --strict --force white.bin white.abk || echo "status $?"
