# The verb of that name, words, then the very table of the verb.
tabia formats >table
tabia help formats >page
head -n "-$(wc -l <table)" page
tail -n "$(wc -l <table)" page | cmp - table
