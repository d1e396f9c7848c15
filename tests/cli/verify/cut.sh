head -c 3000 "$TESTDATA/club.tabia" >cut.tabia
tabia verify --json cut.tabia
