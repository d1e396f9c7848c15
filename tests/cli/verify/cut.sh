head -c 3000 "$TESTDATA/verify/club.tabia" >cut.tabia
tabia verify --json cut.tabia
