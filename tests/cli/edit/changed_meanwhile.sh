# Another program saves the book while it is edited: nothing is lost.
mkdir tmp
export TMPDIR=tmp
printf 'e2e4 e7e5\n' >lines.txt
tabia convert -q lines.txt book.json
tabia edit --print book.json >text
cat >editor <<'SH'
sed -i 's/e5$/c5/' "$1"
"$TABIA" convert -q other.txt book.json --force
SH
printf 'd2d4 d7d5\n' >other.txt
EDITOR='bash editor' tabia edit book.json 2>err || echo "status $?"
sed 's/tabia-[A-Za-z0-9]*/tabia-XXXXXX/g' err
tabia tree book.json
grep -c 'c5' tmp/*.txt

echo "# as it was told"
tabia edit -q book.json --apply tmp/*.txt
tabia tree book.json

echo "# a text from a pipe is kept too"
rm tmp/*
mkfifo pipe
(sed 's/e5$/e6/' text; cp book.json copy.json; mv copy.json book.json) >pipe &
tabia edit book.json --apply pipe 2>err || echo "status $?"
sed 's/tabia-[A-Za-z0-9]*/tabia-XXXXXX/g' err
grep -c 'e6' tmp/*.txt
tabia tree book.json
