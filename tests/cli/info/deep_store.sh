# What --deep prints of a book is not known of a store.
fixture club.tabia
tabia info --deep club.tabia
