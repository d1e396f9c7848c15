# Other names of the file keep the old content, and edit says so.
printf 'e2e4 e7e5\n' >book.txt
ln book.txt other.txt
tabia edit --print book.txt | sed 's/e5$/c5/' >text
tabia edit book.txt --apply text
cat book.txt other.txt
