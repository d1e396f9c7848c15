tabia coverage
