# A damaged block of game details: one error and no half of a JSON text; of two
# books the other one answers.
fixture club.tabia bad.tabia
chmod u+w bad.tabia
printf '\377' | dd of=bad.tabia bs=1 seek=100 conv=notrunc 2>/dev/null
tabia find bad.tabia --json >out || echo "status $?"
wc -c <out
fixture club.tabia
tabia find club.tabia bad.tabia --json >out || echo "status $?"
wc -c <out
tabia find club.tabia --json --moves "a3 a6 a4 a5 Ra2 Ra7" || echo "status $?"
