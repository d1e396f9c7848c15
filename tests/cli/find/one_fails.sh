# A book that cannot be read, wherever it stands, does not keep others from
# answering; the exit status is that of the failure.
fixture club.tabia good.tabia
fixture club.tabia bad.tabia
chmod u+w bad.tabia
printf '\377' | dd of=bad.tabia bs=1 seek=100 conv=notrunc 2>/dev/null
printf 'e2e4 e7e5\n' >a.txt
printf 'e2e4 e2e4\n' >b.txt
tabia find b.txt missing.bin a.txt || echo "status $?"
tabia find a.txt missing.bin --json || echo "status $?"
tabia find a.txt bad.tabia --json --moves d4 || echo "status $?"
tabia find bad.tabia a.txt --json || echo "status $?"
tabia find b.txt missing.bin --json || echo "status $?"
# Nothing but all of them makes a sum, or the answers of a batch.
tabia find --sum a.txt b.txt || echo "status $?"
echo e4 | tabia find --batch a.txt b.txt || echo "status $?"
# An option that no book has is misuse, with or without the others.
tabia find a.txt b.txt --from nothing || echo "status $?"
