fixture small.txt book.txt
# A convert that dies while it reads leaves no trace, and the old file alone.
echo old >book.dat
mkfifo pipe
"$TABIA" convert --force --from ct800 pipe book.dat &
pid=$!
exec 3>pipe
cat book.txt >&3
kill -TERM $pid
wait $pid || echo "status $?"
exec 3>&-
cat book.dat
ls
