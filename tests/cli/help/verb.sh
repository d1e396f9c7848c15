tabia help perft
