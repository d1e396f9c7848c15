tabia cpc -help
