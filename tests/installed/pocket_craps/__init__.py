"""Pocket Craps: a small book of our own, for tests and as an example."""
