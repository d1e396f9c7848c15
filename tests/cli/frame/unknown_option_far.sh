tabia -x show
