tabia help
