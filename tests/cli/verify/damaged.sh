# A bit in a block of positions: told with its place.
fixture club.tabia bad.tabia
chmod u+w bad.tabia
printf '\377' | dd of=bad.tabia bs=1 seek=2000 conv=notrunc 2>/dev/null
tabia verify bad.tabia
