"""Aruze Craps electronic table game, The Star, 2024."""

PLACE = 3
"""Where it stands among our books."""
