tabia --version
