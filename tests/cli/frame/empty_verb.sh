tabia ""
