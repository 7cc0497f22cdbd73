"""Who comes to a floor, and the chained record of it."""
