# What the page would miss later is told at the start.
tabia serve --port 0 --games nosuch.pgn || echo "status $?"
tabia serve --port 0 --assets nosuch
