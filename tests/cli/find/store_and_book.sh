# Columns are those that each source has; in a batch no games are looked up.
fixture club.tabia
printf 'e2e4 e7e5\nd2d4x\n' >lines.txt
tabia find club.tabia lines.txt
echo e4 c5 Nf3 | tabia find --batch --json club.tabia
