tabia serve --port 0 nosuch.tabia
