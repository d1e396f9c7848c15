# A book with a fault: its place is told, and nothing is served.
printf 'e2e4 e7e5\ne2e9\n' >lines.txt
tabia serve --port 0 lines.txt
