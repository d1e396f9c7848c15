tabia
