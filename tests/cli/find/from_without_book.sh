# A format that does not exist is told, though nothing is read as that.
tabia find --from nosuch
