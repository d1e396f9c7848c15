fixture club.tabia
tabia find club.tabia
echo
tabia find club.tabia --moves "e4" --ratings 2000,2200 --since 2015 --samples
echo
tabia find club.tabia --moves "e4 e5" --speeds blitz,rapid --history
