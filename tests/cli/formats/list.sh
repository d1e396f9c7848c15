tabia formats
