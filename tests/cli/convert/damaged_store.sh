# After an error nothing is said about positions that were not reached.
fixture club.tabia
chmod u+w club.tabia
size=$(stat -c %s club.tabia)
printf '\377\377' | dd of=club.tabia bs=1 seek=$((size / 2)) conv=notrunc \
    2>/dev/null
tabia convert club.tabia club.bin || echo "status $?"
tabia tree club.tabia || echo "status $?"
