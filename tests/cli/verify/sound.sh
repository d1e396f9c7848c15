fixture club.tabia
tabia verify club.tabia
tabia verify --json club.tabia
