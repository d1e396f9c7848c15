fixture club.tabia
tabia merge club.tabia club.tabia -o two.tabia
tabia verify two.tabia
tabia info two.tabia
tabia find two.tabia
tabia merge club.tabia club.tabia -o two.tabia || echo "$?"
