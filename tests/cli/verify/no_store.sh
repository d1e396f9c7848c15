echo nothing >x.tabia
tabia verify x.tabia
