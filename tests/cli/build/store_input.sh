# A store has no games to read: what to do with it is said instead.
fixture club.tabia
tabia build -q club.tabia -o x.tabia || echo $?
tabia games club.tabia
