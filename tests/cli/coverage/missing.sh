tabia coverage missing.txt
