tabia castle
