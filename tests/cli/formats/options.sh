tabia formats obk | tail -n 7
