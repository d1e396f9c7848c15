tabia serve --port 70000
