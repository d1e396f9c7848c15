tabia pick --policy worst
