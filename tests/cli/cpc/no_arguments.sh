tabia cpc
