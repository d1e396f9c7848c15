tabia bench
