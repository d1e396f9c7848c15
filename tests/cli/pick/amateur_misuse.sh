tabia pick --first e2e4
