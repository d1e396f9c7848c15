fixture club.tabia
tabia info club.tabia
tabia info --json club.tabia
