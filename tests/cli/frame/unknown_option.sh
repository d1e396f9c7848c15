tabia --versoin
