tabia help exit-status
