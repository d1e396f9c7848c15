tabia formats ct800
