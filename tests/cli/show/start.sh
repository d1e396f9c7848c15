tabia show
