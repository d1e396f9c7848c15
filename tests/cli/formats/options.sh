tabia formats obk | sed -n '/^settings/,$p'
