tabia help shwo
