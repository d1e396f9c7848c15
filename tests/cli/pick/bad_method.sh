tabia pick --method worst
