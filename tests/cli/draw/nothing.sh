# A picture of nothing is not written.
: >empty.txt
for out in empty.svg empty.png empty.dot empty.html; do
    tabia draw empty.txt -o $out --from ct800 || echo "status $?"
done
tabia draw empty.txt -o sheet.html --sheet --from ct800 || echo "status $?"
ls
