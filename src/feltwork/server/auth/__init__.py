"""Who comes to a floor, how that is proven, and the chained record of it."""
