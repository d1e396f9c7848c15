tabia bench all
