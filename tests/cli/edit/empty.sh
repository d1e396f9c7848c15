# A pipe that fails must not cost the book.
printf 'e2e4 e7e5\n' >book.txt
mkdir tmp
export TMPDIR=tmp
tabia edit --print missing.txt 2>/dev/null |
    tabia edit book.txt --apply - || echo "status $?"
EDITOR='truncate -s 0' tabia edit book.txt || echo "status $?"
printf '\n\n' | tabia edit book.txt --apply - || echo "status $?"
cat book.txt
ls tmp | wc -l
