tabia help --man show
tabia help --man
