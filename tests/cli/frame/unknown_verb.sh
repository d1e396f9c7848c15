tabia pertf -d 3
