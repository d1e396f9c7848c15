tabia formats obk | tail -n 6
