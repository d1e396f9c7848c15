tabia formats something-else
