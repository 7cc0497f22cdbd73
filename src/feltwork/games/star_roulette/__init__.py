"""Roulette with double zero and Lucky Ball, The Star, 2019."""

PLACE = 4
"""Where it stands among our books."""
