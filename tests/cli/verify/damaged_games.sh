# The games are described in blocks of their own, before the positions.
fixture club.tabia bad.tabia
chmod u+w bad.tabia
printf '\377' | dd of=bad.tabia bs=1 seek=100 conv=notrunc 2>/dev/null
tabia verify bad.tabia
