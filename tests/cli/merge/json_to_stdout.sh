fixture club.tabia
tabia merge --json club.tabia -o - --to tabia
