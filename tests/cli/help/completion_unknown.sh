tabia help --completion tcsh
