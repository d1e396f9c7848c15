# What has no limit has none in JSON, and the same attributes as in the text.
tabia formats ct800 --json | sed -n '/"carries"/,/"roots"/p'
