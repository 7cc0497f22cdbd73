"""Craps with Mini Craps, Crown."""

PLACE = 2
"""Where it stands among our books."""
