tabia tree a.txt b.txt
