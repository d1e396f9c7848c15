tabia formats ct80
