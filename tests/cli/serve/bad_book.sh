# A book with a fault: its place is told, and nothing is served.
printf 'e2e4 e7e5\ne2e9\n' >lines.txt
tabia serve --port 0 lines.txt || echo "status $?"
printf 'BOO!\2\0\0\0\0\0\0\0\214\344\313\333' >bad.obk # e2e5, d2d4
tabia serve --port 0 bad.obk
