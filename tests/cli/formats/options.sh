tabia formats obk | tail -n 8
