tabia uci --book nowhere.bin
