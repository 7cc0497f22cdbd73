"""Books and the registry: what a folder must bring, and what the rest of the house makes of it."""
