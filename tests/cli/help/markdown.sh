tabia help --markdown show
