"""Craps, The Star, 2016."""

PLACE = 1
"""Where it stands among our books."""
