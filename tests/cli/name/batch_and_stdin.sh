tabia name --batch --names - </dev/null
