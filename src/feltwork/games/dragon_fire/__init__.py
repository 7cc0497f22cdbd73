"""Dragon Fire, The Star, 2016."""

PLACE = 5
"""Where it stands among our books."""
