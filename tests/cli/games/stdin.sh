printf '1. e4 *\n' | tabia games -q -
