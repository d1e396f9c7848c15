tabia show >&-
