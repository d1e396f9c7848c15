tabia info
