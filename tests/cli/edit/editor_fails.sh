printf 'e2e4 e7e5\n' >book.txt
mkdir tmp
export TMPDIR=tmp
unset VISUAL
EDITOR=false tabia edit book.txt 2>err || echo "status $?"
sed 's/tabia-....../tabia-NAME/' err
EDITOR= tabia edit book.txt || echo "status $?"
cat book.txt
ls tmp | wc -l
